import { afterEach, describe, expect, it, vi } from "vitest";
import {
  type JsonObject,
  joinFrames,
  type RequestEnvelope,
  type ResponseEnvelope,
  type StreamFrame,
} from "../model/index.js";
import { NexusStore } from "../store/index.js";
import { createPerson, onlyResult, openRuntime, people } from "./nexus.fixture.js";
import type { NexusRuntime } from "./nexus-runtime.js";

afterEach(() => {
  vi.restoreAllMocks();
});

type Streaming = Pick<NexusRuntime, "stream">;

/** Every frame of a request; `react` is told of each and may hold the next rows back. */
async function framesOf(
  nexus: Streaming,
  request: Partial<RequestEnvelope>,
  react: (frame: StreamFrame, control: AbortController) => void | Promise<void> = () => undefined,
): Promise<readonly StreamFrame[]> {
  const frames: StreamFrame[] = [];
  const control = new AbortController();
  const send = (frame: StreamFrame) => {
    // What is sent crosses to another thread.
    frames.push(structuredClone(frame));
    return react(frame, control);
  };
  await nexus.stream({ kip: "2.0", operations: [], ...request }, send, control.signal);
  return frames;
}

const kinds = (frames: readonly StreamFrame[]) => frames.map(({ frame }) => frame);
const dataOf = (frames: readonly StreamFrame[]) =>
  frames.flatMap((frame) => (frame.frame === "data" && "rows" in frame ? [frame] : []));

async function crowd(size: number): Promise<NexusRuntime> {
  const nexus = await openRuntime(undefined, { durability: "relaxed" });
  for (let from = 0; from < size; from += 2000) {
    const some = Array.from({ length: Math.min(2000, size - from) }, (_, at) => `p${from + at}`);
    const clauses = some.map((name) => createPerson(name).replace("?c", `?${name}`));
    onlyResult(await nexus.executeKip({ command: `MUTATE { ${clauses.join(" ")} }` }));
  }
  return nexus;
}

const ALL = 'FIND(?p.name) WHERE { ?p {type: "Person"} } ORDER BY ?p.name';

/** A response without what is made anew for every one. */
const comparable = ({ snapshot: _, results, ...response }: ResponseEnvelope) => ({
  ...response,
  results: results.map(({ next_cursor, ...result }) => ({ ...result, goesOn: next_cursor !== undefined })),
});

describe("a streamed response", () => {
  it("begins with start, ends with final, is numbered, and makes up what the request is answered without a stream", async () => {
    const nexus = await crowd(3);
    const requests: readonly Partial<RequestEnvelope>[] = [
      { request_id: "r1", operations: [{ op_id: "all", command: ALL }] },
      { operations: [{ command: `${ALL} LIMIT 2` }] },
      { operations: [{ command: 'FIND(?p) WHERE { ?p {type: "Topic"} }' }] },
      { operations: [{ command: "HISTORY SPACE" }] },
      { operations: [{ command: "CHANGES AFTER SEQ 0" }] },
      { operations: [{ command: "LIST TYPES LIMIT 3" }] },
      { operations: [{ command: "DESCRIBE SPACE" }] },
      { operations: [{ command: 'SEARCH CONCEPT "p1"' }] },
      { operations: [{ command: ALL }], options: { dry_run: true } },
      {
        execution: { mode: "independent" },
        operations: [{ command: ALL }, { command: "FIND(" }, { command: 'DESCRIBE TYPE "Ship"' }],
      },
      { execution: { mode: "atomic" }, operations: [{ command: ALL }, { command: ALL }] },
      { kip: "3.0" as never, request_id: "r2" },
      { operations: [{ command: ALL }], requires: { telepathy: true } },
      { operations: [{ command: ALL }], requires: { streaming: true } },
    ];
    for (const request of requests) {
      const frames = await framesOf(nexus, request);
      expect(frames.map(({ sequence }) => sequence)).toEqual(frames.map((_, at) => at));
      const plain = await nexus.request({ kip: "2.0", operations: [], ...request });
      const failedWhole = plain.error !== undefined;
      expect(frames.at(-1)?.frame).toBe(failedWhole ? "error" : "final");
      if (!failedWhole) expect(frames[0]?.frame).toBe("start");
      if (request.request_id !== undefined) {
        expect(frames.every(({ request_id }) => request_id === request.request_id)).toBe(true);
      }
      expect(comparable(joinFrames(frames))).toEqual(comparable(plain));
      expect(kinds(frames).filter((kind) => kind === "final" || kind === "error")).toHaveLength(1);
    }
  });

  it("is whole where a response would be cut into pages, and tells how far it is", async () => {
    const nexus = await crowd(1200);
    for (let at = 0; at < 205; at++)
      await nexus.executeKip({ command: 'UPDATE "C-1" SET FIELDS {name: :n}', parameters: { n: `n${at}` } });
    const found = await framesOf(nexus, { operations: [{ op_id: "q", command: ALL }] });
    const data = dataOf(found);
    expect(data.map(({ offset, rows }) => [offset, rows.length])).toEqual([
      [0, 500],
      [500, 500],
      [1000, 200],
    ]);
    expect(found).toContainEqual(
      expect.objectContaining({
        frame: "progress",
        op_id: "q",
        stage: "delivering",
        rows: { sent: 500, total: 1200 },
      }),
    );
    expect(found.at(-1)).toMatchObject({ streamed: [{ operation: 0, rows: 1200 }] });
    expect(found.at(-1)).not.toHaveProperty("response.results.0.result");
    const history = joinFrames(await framesOf(nexus, { operations: [{ command: "HISTORY SPACE" }] }));
    expect(history.results[0]?.result).toHaveLength(206);
    expect(history.results[0]).not.toHaveProperty("next_cursor");
    expect(history.results[0]).not.toHaveProperty("warnings");
    const limited = joinFrames(
      await framesOf(nexus, { operations: [{ command: "HISTORY SPACE LIMIT 10" }] }),
    );
    expect(limited.results[0]).toMatchObject({ result: { length: 10 }, next_cursor: expect.any(String) });
    const changes = joinFrames(await framesOf(nexus, { operations: [{ command: "CHANGES AFTER SEQ 3" }] }));
    expect(changes.results[0]?.result).toHaveLength(203);
  });

  it("sends no more rows than there is room for, and holds nobody else up meanwhile", async () => {
    const nexus = await crowd(1200);
    let makeRoom: () => void = () => undefined;
    const whole = framesOf(nexus, { operations: [{ command: ALL }] }, (frame) =>
      frame.frame === "data" && "rows" in frame && frame.offset === 0
        ? new Promise<void>((resolve) => (makeRoom = resolve))
        : undefined,
    );
    let frames: readonly StreamFrame[] | null = null;
    void whole.then((all) => (frames = all));
    expect((await nexus.executeKip({ command: createPerson("other") })).status).toBe("succeeded");
    expect(await people(nexus)).toEqual([1201]);
    expect(frames).toBeNull();
    makeRoom();
    // What was found is what was there when it was asked for.
    expect(joinFrames(await whole).results[0]?.result).toHaveLength(1200);
  });

  it("gives what a cancelled read has sent, with the cursor of the rest", async () => {
    const nexus = await crowd(1200);
    const request = { operations: [{ command: ALL }] };
    const cancelled = joinFrames(
      await framesOf(nexus, request, (frame, control) => {
        if (frame.frame === "data") control.abort();
      }),
    );
    const [first] = cancelled.results;
    expect(first).toMatchObject({
      status: "succeeded",
      warnings: [{ code: "StreamCut", details: { rows: 500 } }],
    });
    await nexus.executeKip({ command: createPerson("aaa") });
    const rest = await nexus.executeKipReadonly({
      command: `${ALL} CURSOR :cursor`,
      parameters: { cursor: first?.next_cursor ?? "" },
    });
    const names = [...((first?.result ?? []) as string[]), ...(onlyResult(rest) as string[])];
    expect(new Set(names).size).toBe(1200);
    expect(names).toHaveLength(1200);
  });

  it("does not send what was hidden from its reader on the way", async () => {
    const nexus = await crowd(1200);
    const governance = await nexus.governance();
    await governance.change({ op: "add_principal", id: "reader" });
    await governance.change({ op: "grant", principal: "reader", permissions: ["discover", "read"] });
    const reader = await nexus.endpoint({ principal: "reader" });
    const frames = await framesOf(reader, { operations: [{ command: ALL }] }, async (frame) => {
      if (frame.frame !== "data" || !("rows" in frame)) return;
      await governance.change({ op: "suspend_principal", id: "reader" });
    });
    expect(dataOf(frames)).toHaveLength(1);
    expect(joinFrames(frames).results[0]).toMatchObject({
      status: "failed",
      error: { code: "Unauthenticated" },
    });
    await governance.change({ op: "resume_principal", id: "reader" });
    const narrowed = await framesOf(reader, { operations: [{ command: ALL }] }, async (frame) => {
      if (frame.frame !== "data" || !("rows" in frame)) return;
      await governance.change({
        op: "deny",
        principal: "reader",
        permissions: ["read"],
        scope: { elements: ["C-1"] },
      });
    });
    expect(joinFrames(narrowed).results[0]).toMatchObject({
      status: "failed",
      error: { code: "CursorExpired", details: { reason: "access_revoked" } },
    });
  });
});

describe("a streamed write", () => {
  const batch = (mode: "sequence" | "atomic", more: JsonObject = {}): Partial<RequestEnvelope> => ({
    execution: { mode, ...more },
    operations: ["A", "B", "C"].map((name) => ({ op_id: name, command: createPerson(name) })),
  });

  it("tells of each operation once it is durable", async () => {
    const nexus = await openRuntime();
    const durable: number[] = [];
    const { view } = await nexus.readingSession();
    const frames = await framesOf(nexus, batch("sequence"), (frame) => {
      if (frame.frame === "data") durable.push(view.seq);
    });
    expect(durable).toEqual([1, 2, 3]);
    expect(kinds(frames)[0]).toBe("start");
    const outcomes = frames.flatMap((frame) => (frame.frame === "data" && "outcome" in frame ? [frame] : []));
    expect(outcomes.map(({ op_id, outcome }) => [op_id, outcome.receipt?.space_seq])).toEqual([
      ["A", 1],
      ["B", 2],
      ["C", 3],
    ]);
    const stages = frames.flatMap((frame) =>
      frame.frame === "progress" && frame.operation === 0 ? [frame.stage] : [],
    );
    expect(stages).toEqual(["waiting", "evaluating", "committing"]);
  });

  it("of one transaction tells nothing of what it did before all of it is durable", async () => {
    const nexus = await openRuntime();
    const frames = await framesOf(nexus, batch("atomic", { idempotency_key: "k" }));
    expect(kinds(frames).filter((kind) => kind === "data")).toEqual([]);
    expect(frames.at(-1)).toMatchObject({
      frame: "final",
      response: { status: "succeeded", receipt: { space_seq: 1 }, execution: { idempotency_key: "k" } },
    });
    const bad = batch("atomic");
    const failing = {
      ...bad,
      operations: [...(bad.operations ?? []), { command: 'CREATE CONCEPT ?x {TYPE "Ship"}' }],
    };
    const failed = await framesOf(nexus, failing);
    expect(kinds(failed).filter((kind) => kind === "data")).toEqual([]);
    expect(joinFrames(failed).results.map(({ status }) => status)).toEqual([
      ...["rolled_back", "rolled_back", "rolled_back", "failed"],
    ]);
  });

  it("that is cancelled begins nothing new, and what was being committed is told as what it is", async () => {
    const nexus = await openRuntime();
    const frames = await framesOf(nexus, batch("sequence"), (frame, control) => {
      if (frame.frame === "progress" && frame.stage === "committing") control.abort();
    });
    const { status, results } = joinFrames(frames);
    expect(status).toBe("partial");
    expect(results.map(({ status: each, error }) => [each, error?.code, error?.details.reason])).toEqual([
      ["succeeded", undefined, undefined],
      ["failed", "ExecutionTimeout", "cancelled"],
      ["skipped", undefined, undefined],
    ]);
    expect(await people(nexus)).toEqual([1]);
  });

  it("that is cancelled while it waits for another writer is not committed", async () => {
    const nexus = await openRuntime();
    const commit = NexusStore.prototype.commit;
    let letThrough: () => void = () => undefined;
    vi.spyOn(NexusStore.prototype, "commit").mockImplementationOnce(async function (
      this: NexusStore,
      ...args
    ) {
      await new Promise<void>((resolve) => (letThrough = resolve));
      return commit.apply(this, args);
    });
    const first = nexus.executeKip({ command: createPerson("first") });
    const frames = await framesOf(nexus, batch("atomic"), (frame, control) => {
      if (frame.frame === "progress" && frame.stage === "waiting") setTimeout(() => control.abort());
    });
    expect(joinFrames(frames)).toMatchObject({ status: "failed", error: { code: "ExecutionTimeout" } });
    letThrough();
    expect((await first).status).toBe("succeeded");
    expect((await nexus.executeKip({ command: createPerson("last") })).results[0]?.receipt).toMatchObject({
      space_seq: 2,
    });
    expect(await people(nexus)).toEqual([2]);
  });

  it("on a readonly endpoint is refused like any other", async () => {
    const nexus = await openRuntime();
    const reader = await nexus.endpoint({ principal: "agent", access: "readonly" });
    const refused = joinFrames(await framesOf(reader, batch("sequence")));
    expect(refused.results[0]?.error?.code).toBe("ReadonlyViolation");
    expect(await people(nexus)).toEqual([0]);
  });
});

describe("frames that are not a whole stream", () => {
  it("make up no response", async () => {
    const nexus = await openRuntime();
    const frames = await framesOf(nexus, { operations: [{ command: ALL }] });
    expect(() => joinFrames(frames.slice(0, -1))).toThrow(TypeError);
    expect(() => joinFrames(frames.toSpliced(1, 1))).toThrow(TypeError);
    expect(() => joinFrames([])).toThrow(TypeError);
  });
});
