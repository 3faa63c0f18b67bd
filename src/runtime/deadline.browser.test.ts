import { afterEach, describe, expect, it, vi } from "vitest";
import { kipError, type OperationResult, type RequestEnvelope } from "../model/index.js";
import { NexusStore } from "../store/index.js";
import { codeOf, countPeople, createPerson, onlyResult, openRuntime, people } from "./nexus.fixture.js";
import type { NexusRuntime } from "./nexus-runtime.js";

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

/** The time until which the requests of a test wait passes only when the test says so. */
function stoppedTime(): () => void {
  vi.useFakeTimers({ toFake: ["performance", "setTimeout", "clearTimeout"] });
  return () => {
    vi.advanceTimersByTime(1000);
  };
}

/** A write that takes longer than a deadline of one millisecond to be evaluated. */
const LONG = `MUTATE { ${Array.from({ length: 2000 }, (_, at) => createPerson(`p${at}`).replace("?c", `?c${at}`)).join(" ")} }`;

/** Holds the next commit back until it is let through, or fails as one that the browser has undone. */
function heldCommit() {
  const commit = NexusStore.prototype.commit;
  let letThrough: () => void = () => undefined;
  let fail: () => void = () => undefined;
  const held = new Promise<void>((resolve, reject) => {
    letThrough = resolve;
    fail = () => reject(kipError("ResourceExhausted", "the disk is full"));
  });
  const reached = new Promise<void>((resolve) => {
    vi.spyOn(NexusStore.prototype, "commit").mockImplementationOnce(async function (
      this: NexusStore,
      ...args
    ) {
      resolve();
      await held;
      return commit.apply(this, args);
    });
  });
  return { reached, letThrough, fail };
}

const write = (more: Partial<RequestEnvelope> = {}): RequestEnvelope => ({
  kip: "2.0",
  options: { deadline_ms: 500 },
  operations: [{ command: createPerson("Alice") }],
  ...more,
});

const byKey = async (nexus: NexusRuntime, key: string): Promise<OperationResult | undefined> =>
  (await nexus.executeKip({ command: "DESCRIBE TRANSACTION BY IDEMPOTENCY KEY :key", parameters: { key } }))
    .results[0];

describe("a deadline that passes", () => {
  it.each(["independent", "sequence", "atomic"] as const)(
    "before anything could be committed leaves nothing, in mode %s",
    async (mode) => {
      const nexus = await openRuntime();
      const request = write({ execution: { mode, idempotency_key: "k" }, options: { deadline_ms: 1 } });
      const response = await nexus.request({ ...request, operations: [{ command: LONG }] });
      const error = response.error ?? response.results[0]?.error;
      expect(error).toMatchObject({ code: "ExecutionTimeout", details: { reason: "deadline" } });
      expect(error?.hint).toContain("Nothing of this operation was committed");
      expect(await people(nexus)).toEqual([0]);
      // An attempt that was given up does not spend the key (§34.3).
      expect((await byKey(nexus, "k"))?.error?.code).toBe("TransactionUnknown");
      expect((await nexus.request({ ...request, options: {} })).status).toBe("succeeded");
    },
  );

  it("while another writer is at work is told at once, and what waited is never committed", async () => {
    const nexus = await openRuntime();
    const { reached, letThrough } = heldCommit();
    const first = nexus.executeKip({ command: createPerson("first") });
    await reached;
    const pass = stoppedTime();
    const waiting = nexus.request(write());
    // It has asked for its turn, and does not get it.
    for (let at = 0; at < 100; at++) await Promise.resolve();
    pass();
    expect(codeOf(await waiting)).toBe("ExecutionTimeout");
    letThrough();
    expect((await first).status).toBe("succeeded");
    await nexus.executeKip({ command: createPerson("last") });
    expect(await people(nexus)).toEqual([2]);
  });

  it("does not withhold an answer that was found", async () => {
    const nexus = await openRuntime();
    onlyResult(await nexus.executeKip({ command: LONG }));
    const command = 'FIND(?p.name) WHERE { ?p {type: "Person"} } ORDER BY ?p.name';
    const late = await nexus.request({ kip: "2.0", options: { deadline_ms: 1 }, operations: [{ command }] });
    // It was in time, or it was late and complete: never an answer cut short.
    if (late.status === "succeeded") expect(onlyResult(late)).toHaveLength(2000);
    else expect(codeOf(late)).toBe("ExecutionTimeout");
  });

  it("while it is being committed is an outcome to be looked up, not an abort", async () => {
    const nexus = await openRuntime();
    const { reached, letThrough } = heldCommit();
    const request = write({ execution: { mode: "atomic", idempotency_key: "k" } });
    const pass = stoppedTime();
    const lost = nexus.request(request);
    await reached;
    pass();
    expect(await lost).toMatchObject({
      status: "outcome_unknown",
      execution: { mode: "atomic", idempotency_key: "k" },
      error: {
        code: "OutcomeUnknown",
        retry: { class: "outcome_lookup_required" },
        details: { idempotency_key: "k", tx_id: "kip:space:default#1" },
      },
    });
    // Whoever asks at once, or sends it again, waits for what it comes to.
    const [asked, again] = [byKey(nexus, "k"), nexus.request({ ...request, options: {} })];
    letThrough();
    expect((await asked)?.result).toMatchObject({ status: "committed", tx_id: "kip:space:default#1" });
    expect((await again).receipt).toMatchObject({ status: "committed", space_seq: 1 });
    expect(await people(nexus)).toEqual([1]);
  });

  it("while it is being committed says in a batch by which key each operation is found", async () => {
    const nexus = await openRuntime();
    const { reached, letThrough } = heldCommit();
    const pass = stoppedTime();
    const answering = nexus.request(
      write({
        execution: { mode: "sequence", on_error: "continue", idempotency_key: "k" },
        operations: [{ command: createPerson("A") }, { command: createPerson("B") }],
      }),
    );
    await reached;
    pass();
    const response = await answering;
    expect(response.status).toBe("outcome_unknown");
    expect(response.results.map(({ status, error }) => [status, error?.code])).toEqual([
      ["failed", "OutcomeUnknown"],
      ["failed", "ExecutionTimeout"],
    ]);
    letThrough();
    const key = response.results[0]?.error?.details.idempotency_key;
    expect((await byKey(nexus, String(key)))?.result).toMatchObject({
      status: "partial",
      transactions: [
        { operation: 0, status: "committed", space_seq: 1 },
        { operation: 1, status: "not_finalized" },
      ],
    });
    expect(await people(nexus)).toEqual([1]);
  });

  it("while it is being committed is found by its transaction where there was no key", async () => {
    const nexus = await openRuntime();
    const { reached, letThrough } = heldCommit();
    const pass = stoppedTime();
    const answering = nexus.request(write());
    await reached;
    pass();
    const { tx_id } = (await answering).results[0]?.error?.details ?? {};
    const asked = nexus.executeKip({
      command: "DESCRIBE TRANSACTION :tx",
      parameters: { tx: String(tx_id) },
    });
    letThrough();
    expect(onlyResult(await asked)).toMatchObject({ status: "committed", tx_id });
  });

  it("does not make a commit that fails look like one that happened", async () => {
    const nexus = await openRuntime();
    const { reached, fail } = heldCommit();
    const request = write({ execution: { mode: "atomic", idempotency_key: "k" } });
    const pass = stoppedTime();
    const lost = nexus.request(request);
    await reached;
    pass();
    expect((await lost).status).toBe("outcome_unknown");
    vi.useRealTimers();
    fail();
    expect((await byKey(nexus, "k"))?.error?.code).toBe("TransactionUnknown");
    expect(onlyResult(await nexus.executeKip({ command: countPeople }))).toEqual([0]);
    expect((await nexus.request({ ...request, options: {} })).receipt).toMatchObject({ space_seq: 1 });
  });
});
