import { afterEach, describe, expect, it, vi } from "vitest";
import type { RequestEnvelope } from "../model/index.js";
import { NexusStore } from "../store/index.js";
import { codeOf, countPeople, createPerson, openRuntime, people } from "./nexus.fixture.js";
import type { NexusRuntime } from "./nexus-runtime.js";

const DAY = 24 * 60 * 60;

const atomic = (key: string, ...commands: string[]): RequestEnvelope => ({
  kip: "2.0",
  execution: { mode: "atomic", idempotency_key: key },
  operations: commands.map((command) => ({ command })),
});

const byKey = (runtime: NexusRuntime, key: string) =>
  runtime.executeKip({ command: `DESCRIBE TRANSACTION BY IDEMPOTENCY KEY "${key}"` });

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

describe("an outcome that is kept", () => {
  it("without effect is replayed exactly: status, receipt and answer", async () => {
    const runtime = await openRuntime();
    await runtime.executeKip({ command: createPerson("Alice") });
    const request = atomic("idle", countPeople, 'UPDATE "C-1" SET FIELDS {name: "Alice"}');
    const first = await runtime.request(request);
    expect(first.receipt).toMatchObject({ status: "no_effect" });
    expect(first.results.map(({ status }) => status)).toEqual(["succeeded", "no_effect"]);
    await runtime.executeKip({ command: createPerson("Bob") });
    const { results, receipt } = await runtime.request(request);
    expect({ results, receipt }).toEqual({ results: first.results, receipt: first.receipt });
    const [described] = (await byKey(runtime, "idle")).results;
    expect(described?.result).toMatchObject({ tx_id: first.receipt?.tx_id, status: "no_effect" });
  });

  it("answers a resend with its handles and what its reads found, in every tab", async () => {
    const name = crypto.randomUUID();
    const request = atomic("all", createPerson("Alice"), countPeople, createPerson("Bob"));
    const first = await (await openRuntime(name)).request(request);
    expect(first.results[0]?.result).toMatchObject({ handles: { c: expect.anything() } });
    const tab = await openRuntime(name);
    const second = await tab.request(request);
    expect(second.results).toEqual(first.results);
    expect(second.receipt).toEqual(first.receipt);
  });

  it("is that of the same work in other words", async () => {
    const runtime = await openRuntime();
    const first = await runtime.request(atomic("words", createPerson("Alice")));
    const second = await runtime.request(
      atomic("words", `// the same\n${createPerson("Alice").replace("CREATE CONCEPT", "create  concept")}`),
    );
    expect(second.receipt).toEqual(first.receipt);
  });

  it("is found by the key of its batch, and by its own where it has one", async () => {
    const runtime = await openRuntime();
    const request: RequestEnvelope = {
      kip: "2.0",
      execution: { mode: "sequence", idempotency_key: "batch" },
      operations: [{ command: createPerson("A") }, { command: createPerson("B"), idempotency_key: "own" }],
    };
    const first = await runtime.request(request);
    const second = await runtime.request(request);
    expect(second.results).toEqual(first.results);
    expect(await people(runtime)).toEqual([2]);
    expect((await byKey(runtime, "batch")).results[0]?.result).toMatchObject({
      tx_id: first.results[0]?.receipt?.tx_id,
    });
    expect((await byKey(runtime, "own")).results[0]?.result).toMatchObject({
      tx_id: first.results[1]?.receipt?.tx_id,
    });
  });

  it("is not touched by a dry run, which spends no key either", async () => {
    const runtime = await openRuntime();
    const dry = { options: { dry_run: true } };
    const rehearsed = await runtime.request({ ...atomic("key", createPerson("Alice")), ...dry });
    expect(rehearsed).toMatchObject({ status: "succeeded", receipt: null });
    expect(rehearsed.results[0]?.warnings).toEqual([expect.objectContaining({ code: "DryRun" })]);
    expect((await runtime.request(atomic("key", createPerson("Bob")))).receipt).toMatchObject({
      space_seq: 1,
    });
    expect(await runtime.request({ ...atomic("key", createPerson("Carol")), ...dry })).toMatchObject({
      status: "succeeded",
    });
    expect(await people(runtime)).toEqual([1]);
  });

  it("does not exist for reads alone, which are answered anew", async () => {
    const runtime = await openRuntime();
    const first = await runtime.request(atomic("reads", countPeople, countPeople));
    expect(first).toMatchObject({ status: "succeeded", receipt: null });
    await runtime.executeKip({ command: createPerson("Alice") });
    const second = await runtime.request(atomic("reads", countPeople, countPeople));
    expect(second.results.map(({ result }) => result)).toEqual([[1], [1]]);
    expect(codeOf(await byKey(runtime, "reads"))).toBe("TransactionUnknown");
  });
});

describe("an outcome that is no longer kept", () => {
  it("is told apart from a key that was never sent, and its work is never done again", async () => {
    const name = crypto.randomUUID();
    const runtime = await openRuntime(name, { idempotencyRetentionSeconds: DAY });
    const request = atomic("key", createPerson("Alice"));
    await runtime.request(request);
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 2 * DAY * 1000 });
    const late = await runtime.request(request);
    expect(late.error).toMatchObject({
      code: "TransactionUnknown",
      details: { idempotency_key: "key", expired: true },
    });
    const [asked] = (await byKey(runtime, "key")).results;
    expect(asked?.error).toMatchObject({ code: "TransactionUnknown", details: { expired: true } });
    const [unsent] = (await byKey(runtime, "other")).results;
    expect(unsent?.error).toMatchObject({
      code: "TransactionUnknown",
      details: { idempotency_key: "other" },
    });
    expect(unsent?.error?.details).not.toHaveProperty("expired");
    expect(await people(runtime)).toEqual([1]);
    const patient = await openRuntime(name);
    expect((await patient.request(request)).receipt).toMatchObject({ space_seq: 1 });
  });

  it("was kept for a window that is advertised, and can be required", async () => {
    const runtime = await openRuntime(crypto.randomUUID(), { idempotencyRetentionSeconds: DAY });
    const described = await runtime.executeKip({ command: "DESCRIBE CAPABILITIES" });
    expect(described.results[0]?.result).toMatchObject({
      supported: { idempotency_retention: { seconds: DAY } },
    });
    const requiring = (seconds: number) =>
      runtime.request({
        kip: "2.0",
        requires: { idempotency_retention: { seconds } },
        operations: [{ command: countPeople }],
      });
    expect((await requiring(3600)).status).toBe("succeeded");
    expect(codeOf(await requiring(2 * DAY))).toBe("UnsupportedCapability");
    await expect(openRuntime(undefined, { idempotencyRetentionSeconds: 0 })).rejects.toMatchObject({
      code: "InvalidRequestEnvelope",
    });
  });
});

describe("a commit nobody saw end", () => {
  /** Carries the next commit out, or not, and fails as a storage that does not say which. */
  function failNextCommit({ durable }: { durable: boolean }) {
    const commit = NexusStore.prototype.commit;
    vi.spyOn(NexusStore.prototype, "commit").mockImplementationOnce(async function (
      this: NexusStore,
      ...args
    ) {
      if (durable) await commit.apply(this, args);
      throw new Error("the connection broke");
    });
  }

  it("but is in the log, is answered as committed", async () => {
    const runtime = await openRuntime();
    failNextCommit({ durable: true });
    const response = await runtime.executeKip({ command: createPerson("Alice") });
    expect(response.results[0]?.receipt).toMatchObject({ status: "committed", space_seq: 1 });
    expect(await people(runtime)).toEqual([1]);
  });

  it("and is not in the log, failed, and its key is free", async () => {
    const runtime = await openRuntime();
    failNextCommit({ durable: false });
    const request = atomic("key", createPerson("Alice"));
    expect((await runtime.request(request)).status).toBe("failed");
    expect(await people(runtime)).toEqual([0]);
    expect((await runtime.request(request)).receipt).toMatchObject({ space_seq: 1 });
  });

  it.each([true, false])(
    "is an outcome to be looked up when the log cannot be asked (durable: %s)",
    async (durable) => {
      const name = crypto.randomUUID();
      const runtime = await openRuntime(name);
      const request = atomic("key", createPerson("Alice"));
      failNextCommit({ durable });
      vi.spyOn(NexusStore.prototype, "commitAt").mockRejectedValueOnce(new Error("the connection is gone"));
      const lost = await runtime.request(request);
      expect(lost).toMatchObject({ status: "outcome_unknown", error: { code: "OutcomeUnknown" } });
      const tab = await openRuntime(name);
      expect(codeOf(await byKey(tab, "key"))).toBe(durable ? undefined : "TransactionUnknown");
      const again = await tab.request(request);
      expect(again.receipt).toMatchObject({ status: "committed", space_seq: 1 });
      expect(await people(tab)).toEqual([1]);
    },
  );

  it("in a sequence is told with its own operation, and what follows is not begun", async () => {
    const runtime = await openRuntime();
    failNextCommit({ durable: true });
    vi.spyOn(NexusStore.prototype, "commitAt").mockRejectedValueOnce(new Error("the connection is gone"));
    const response = await runtime.request({
      kip: "2.0",
      execution: { mode: "sequence" },
      operations: [{ command: createPerson("Alice") }, { command: createPerson("Bob") }],
    });
    expect(response.status).toBe("outcome_unknown");
    expect(response.results.map(({ status, error }) => [status, error?.code])).toEqual([
      ["failed", "OutcomeUnknown"],
      ["skipped", undefined],
    ]);
  });
});
