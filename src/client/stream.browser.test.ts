import { afterEach, describe, expect, it } from "vitest";
import {
  connectEndpoint,
  deleteNexus,
  type EndpointApi,
  joinFrames,
  KipError,
  type NexusApi,
  openNexus,
  type RequestEnvelope,
  type StreamFrame,
} from "./index.js";

const open: NexusApi[] = [];
const names = new Set<string>();

afterEach(async () => {
  await Promise.all(open.splice(0).map((nexus) => nexus.close()));
  await Promise.all([...names].map(deleteNexus));
  names.clear();
});

const PEOPLE = 'FIND(?p.name) WHERE { ?p {type: "Person"} } ORDER BY ?p.name';
/** More rows than one page, and more frames of them than may be on their way. */
const MANY = 10_500;

async function memory(people = 0): Promise<NexusApi> {
  const name = crypto.randomUUID();
  names.add(name);
  const nexus = await openNexus({ name, durability: "relaxed" });
  open.push(nexus);
  for (let from = 0; from < people; from += 4000) {
    const clauses = Array.from(
      { length: Math.min(4000, people - from) },
      (_, at) => `CREATE CONCEPT ?c${at} {TYPE "Person" NAME "p${from + at}"}`,
    );
    expect((await nexus.executeKip({ command: `MUTATE {${clauses.join(" ")}}` })).status).toBe("succeeded");
  }
  return nexus;
}

const asking = (command: string, more: Partial<RequestEnvelope> = {}): RequestEnvelope => ({
  kip: "2.0",
  operations: [{ command }],
  ...more,
});

/** How many rows the first operation of a stream answered. */
function rowsIn(frames: readonly StreamFrame[]): number {
  const result = joinFrames(frames).results[0]?.result;
  return Array.isArray(result) ? result.length : -1;
}

async function all(frames: AsyncIterable<StreamFrame>): Promise<readonly StreamFrame[]> {
  const read: StreamFrame[] = [];
  for await (const frame of frames) read.push(frame);
  return read;
}

describe("a response that is streamed to a page", () => {
  it("is read whole, in frames, while other requests are answered", async () => {
    const nexus = await memory(MANY);
    const agent = await nexus.endpoint({ principal: "agent" });
    for (const from of [nexus, agent] satisfies Pick<EndpointApi, "stream">[]) {
      const frames: StreamFrame[] = [];
      let answered = 0;
      for await (const frame of from.stream(asking(PEOPLE, { request_id: "r" }))) {
        frames.push(frame);
        if (frames.length !== 5) continue;
        // A reader that reads nothing holds back its own stream, and nobody else.
        answered = (await nexus.executeKipReadonly({ command: 'DESCRIBE TYPE "Person"' })).results.length;
      }
      const { request_id, status, results } = joinFrames(frames);
      expect({ request_id, status, rows: rowsIn(frames) }).toEqual({
        ...{ request_id: "r", status: "succeeded", rows: MANY },
      });
      expect(results[0]).not.toHaveProperty("next_cursor");
      expect(answered).toBe(1);
    }
  });

  it("is cancelled by a signal, and says how far it came", async () => {
    const nexus = await memory(MANY);
    const control = new AbortController();
    const frames: StreamFrame[] = [];
    for await (const frame of nexus.stream(asking(PEOPLE), { signal: control.signal })) {
      frames.push(frame);
      if (frame.frame === "data") control.abort();
    }
    const [result] = joinFrames(frames).results;
    const rows = rowsIn(frames);
    expect(rows).toBeLessThan(MANY);
    expect(result).toMatchObject({
      status: "succeeded",
      warnings: [{ code: "StreamCut", details: { rows } }],
    });
    const rest = await all(
      nexus.stream(asking(`${PEOPLE} CURSOR :cursor`, { parameters: { cursor: result?.next_cursor ?? "" } })),
    );
    // A cursor belongs to its Principal, whichever way it came.
    expect(rowsIn(rest)).toBe(MANY - rows);
  });

  it("is given up by who stops reading, as often as they like", async () => {
    const nexus = await memory(MANY);
    const agent = await nexus.endpoint({ principal: "agent" });
    for (let at = 0; at < 8; at++) {
      for await (const { frame } of agent.stream(asking(PEOPLE))) if (frame === "data") break;
    }
    expect(joinFrames(await all(agent.stream(asking("DESCRIBE SPACE")))).status).toBe("succeeded");
  });

  it("is an error frame where there is nothing to stream", async () => {
    const nexus = await memory();
    const agent = await nexus.endpoint({ principal: "agent", access: "readonly" });
    const write = 'CREATE CONCEPT ?c { TYPE "Person" NAME "Eve" }';
    const readonly = joinFrames(await all(agent.stream(asking(write))));
    expect(readonly.results[0]?.error?.code).toBe("ReadonlyViolation");
    for (const wrong of [null, 7, { kip: "2.0" }, { kip: "2.0", operations: [] }]) {
      const [frame, ...more] = await all(agent.stream(wrong as never));
      expect(frame).toMatchObject({ frame: "error", sequence: 0, error: { code: "InvalidRequestEnvelope" } });
      expect(more).toEqual([]);
    }
    const uncloneable = await all(nexus.stream({ kip: "2.0", operations: () => 1 } as never));
    expect(uncloneable).toMatchObject([{ frame: "error", error: { code: "TypeMismatch" } }]);
    await nexus.close();
    const closed = await all(nexus.stream(asking("DESCRIBE SPACE")));
    expect(closed).toMatchObject([{ frame: "error", error: { code: "InternalError" } }]);
  });

  it("that is lost on the way is no failure of what was asked for", async () => {
    const nexus = await memory(MANY);
    const agent = connectEndpoint(await nexus.endpointPort({ principal: "agent" }));
    const frames = agent.stream(asking(PEOPLE));
    for (let at = 0; at < 3; at++) await frames.next();
    agent.close();
    const lost = await all(frames).catch((thrown: unknown) => thrown);
    expect(lost).toBeInstanceOf(KipError);
    expect(lost).toMatchObject({ code: "OutcomeUnknown" });
  });
});

/** The other end of a port, held by code that keeps to no rule. */
describe("a port that asks for a stream", () => {
  it("is not sent rows faster than it says it reads, whatever it claims", async () => {
    const nexus = await memory(MANY);
    const port = await nexus.endpointPort({ principal: "agent" });
    const rows: number[] = [];
    const codes: unknown[] = [];
    port.onmessage = ({ data }) => {
      if (data.frame?.rows) rows.push(data.frame.rows.length);
      if (data.answer && !data.answer.ok) codes.push(data.answer.error.code);
    };
    port.postMessage({ id: 1, call: "stream", argument: asking(PEOPLE) });
    port.postMessage({ id: 1, call: "stream", argument: asking(PEOPLE) });
    await expect.poll(() => codes).toEqual(["InvalidRequestEnvelope"]);
    await expect.poll(() => rows.length).toBeGreaterThan(3);
    const claims = [-1, "many", null, Number.NaN, 2 ** 60];
    for (const frames of claims) port.postMessage({ id: 2, call: "more", argument: { stream: 9, frames } });
    const held = rows.length;
    expect(held).toBeLessThan(17);
    port.postMessage({ id: 3, call: "more", argument: { stream: 1, frames: 1_000_000 } });
    await expect.poll(() => rows.length).toBeGreaterThan(held);
    port.postMessage({ id: 99, call: "close" });
    expect((await nexus.executeKipReadonly({ command: "DESCRIBE SPACE" })).status).toBe("succeeded");
  });
});
