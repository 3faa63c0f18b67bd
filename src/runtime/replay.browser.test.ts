import { describe, expect, it } from "vitest";
import type { JsonObject, RequestEnvelope, ResponseEnvelope } from "../model/index.js";
import { codeOf, countPeople, createPerson, onlyResult, openRuntime, people } from "./nexus.fixture.js";
import type { NexusRuntime } from "./nexus-runtime.js";

type Operations = RequestEnvelope["operations"];

const MADE = `MUTATE {
  CREATE CONCEPT ?alice {TYPE "Person" NAME "Alice" SET FIELDS {key: "alice"}}
  CREATE EVIDENCE ?said {SET FIELDS {evidence_class: "message", payload: "the secret"}}
  ASSERT (?alice, "timezone", "Europe/Lisbon") {by: ?alice, mode: "stated", evidence: ?said}
}`;

const READS = [
  'FIND(?c.name, ?e.payload.inline) WHERE { ?c {type: "Person"} ?e EVIDENCE {} }',
  'FIND(?slot.accepted_values) WHERE { ?c {type: "Person", key: "alice"} ?slot BELIEF SLOT (?c, "timezone") }',
];

const keyed = (
  mode: "atomic" | "sequence" | "independent",
  key: string,
  commands: readonly string[],
): RequestEnvelope => ({
  kip: "2.0",
  execution: { mode, idempotency_key: key },
  operations: commands.map((command) => ({ command })),
});

const statuses = ({ results }: ResponseEnvelope) => results.map(({ status, error }) => error?.code ?? status);

async function byKey(runtime: NexusRuntime, key: string): Promise<ResponseEnvelope> {
  return runtime.request({
    kip: "2.0",
    operations: [{ command: "DESCRIBE TRANSACTION BY IDEMPOTENCY KEY :key", parameters: { key } }],
  });
}

/** A writer that made and read a secret under a key, its request, and what the owner decides. */
async function writer() {
  const runtime = await openRuntime();
  const governance = await runtime.governance();
  await governance.change({ op: "add_principal", id: "writer" });
  await governance.change({
    op: "grant",
    principal: "writer",
    permissions: [
      ...["discover", "read", "search", "project", "create", "update", "assert"],
      "record_attributed_assertion",
    ],
  });
  const endpoint = await runtime.endpoint({ principal: "writer" });
  const request = keyed("atomic", "K", [MADE, ...READS]);
  const first = await endpoint.request(request);
  expect(first.status).toBe("succeeded");
  expect(JSON.stringify(first.results)).toContain("the secret");
  return { runtime, governance, endpoint, request, first };
}

describe("a resend", () => {
  it("is answered alike while nothing has changed of what its Principal may see", async () => {
    const { endpoint, request, first, runtime } = await writer();
    await runtime.executeKip({ command: createPerson("Bob") });
    expect((await endpoint.request(request)).results).toEqual(first.results);
  });

  it.each([
    [
      "that its Principal may not discover",
      { op: "deny", permissions: ["discover"], scope: { types: ["Person"] } },
    ],
    ["that its Principal may not project", { op: "deny", permissions: ["project"] }],
    ["that its Principal may not read", { op: "deny", permissions: ["read"] }],
  ])("tells nothing %s by now, and the truth of its commit", async (_, change) => {
    const { governance, endpoint, request, first } = await writer();
    await governance.change({ principal: "writer", ...change } as never);
    const again = await endpoint.request(request);
    expect(again.receipt).toEqual(first.receipt);
    expect(again.results.slice(1)).toMatchObject([
      { status: "succeeded", result: [], warnings: [{ code: "AnswerWithheld" }] },
      { status: "succeeded", result: [], warnings: [{ code: "AnswerWithheld" }] },
    ]);
    expect(JSON.stringify(again)).not.toMatch(/the secret|Lisbon|Alice/);
  });

  it("names no element that is hidden by now", async () => {
    const { governance, endpoint, request, first } = await writer();
    const { handles } = onlyResult(first) as unknown as { handles: { alice: string; said: string } };
    await governance.change({
      op: "deny",
      principal: "writer",
      permissions: ["discover"],
      scope: { elements: [handles.alice] },
    } as never);
    const [written] = (await endpoint.request(request)).results;
    expect(written?.warnings).toMatchObject([{ code: "AnswerWithheld" }]);
    const { handles: shown, created_ids } = (written?.result ?? {}) as {
      handles?: JsonObject;
      created_ids?: readonly string[];
    };
    expect(shown).toEqual({ said: handles.said });
    expect(created_ids).not.toContain(handles.alice);
    expect(created_ids).toContain(handles.said);
  });

  it("of a Principal that is suspended is answered with nothing, not even whether its key was spent", async () => {
    const { governance, endpoint, request, first } = await writer();
    await governance.change({ op: "suspend_principal", id: "writer" });
    for (const sent of [request, { ...request, operations: [{ command: createPerson("Other") }] }]) {
      const again = await endpoint.request(sent);
      expect(codeOf(again)).toBe("Unauthenticated");
      expect(JSON.stringify(again)).not.toContain(first.receipt?.tx_id);
    }
  });

  it("of reads whose content was purged since has an empty collection and says why", async () => {
    const { runtime } = await writer();
    const request = keyed("atomic", "O", [createPerson("Bob"), ...READS, "DESCRIBE SPACE"]);
    await runtime.request(request);
    await runtime.executeKip({ command: 'PURGE PAYLOAD ?e WHERE { ?e EVIDENCE {} } CONFIRM "PURGE"' });
    const again = await runtime.request(request);
    expect(again.results.slice(1).map(({ result }) => result)).toEqual([[], [], null]);
    expect(again.results[1]?.warnings).toMatchObject([{ code: "AnswerErased" }]);
  });
});

describe("one key", () => {
  const [a, b, c] = [createPerson("A"), createPerson("B"), createPerson("C")];

  it.each<readonly [string, RequestEnvelope]>([
    ["more operations", keyed("sequence", "S", [a, countPeople, b, c])],
    ["fewer operations", keyed("sequence", "S", [a])],
    ["another order", keyed("sequence", "S", [b, countPeople, a])],
    ["other reads", keyed("sequence", "S", [a, READS[0] ?? "", b])],
    ["another mode", keyed("independent", "S", [a, countPeople, b])],
    ["one transaction", keyed("atomic", "S", [a, countPeople, b])],
    [
      "going on after errors",
      {
        ...keyed("sequence", "S", [a, countPeople, b]),
        execution: { mode: "sequence", idempotency_key: "S", on_error: "continue" },
      },
    ],
  ])("of a batch is refused to a request with %s", async (_, other) => {
    const runtime = await openRuntime();
    const request = keyed("sequence", "S", [a, countPeople, b]);
    const first = await runtime.request(request);
    expect(codeOf(await runtime.request(other))).toBe("IdempotencyConflict");
    expect(await people(runtime)).toEqual([2]);
    expect((await runtime.request(request)).results[0]).toEqual(first.results[0]);
    expect(await people(runtime)).toEqual([2]);
  });

  it("of a transaction is refused to a batch of the same operations", async () => {
    const runtime = await openRuntime();
    await runtime.request(keyed("atomic", "K", [a, b]));
    expect(statuses(await runtime.request(keyed("sequence", "K", [a, b])))).toEqual([
      "IdempotencyConflict",
      "skipped",
    ]);
    expect(await people(runtime)).toEqual([2]);
  });

  it("is not that of another's place in a batch, whatever text it is", async () => {
    const runtime = await openRuntime();
    await runtime.request(keyed("sequence", "K", [a, b]));
    for (const key of ["K#0", "K#1", "\u00000\u0000K", "\u0000x\u0000K"]) {
      expect((await runtime.request(keyed("atomic", key, [a]))).status).toBe("succeeded");
      expect((await runtime.request(keyed("atomic", key, [a]))).status).toBe("succeeded");
    }
    expect(await people(runtime)).toEqual([6]);
  });

  it("goes on with a batch that came half-way when the same request is sent again", async () => {
    const runtime = await openRuntime();
    const needs = (name: string) =>
      `MUTATE { UPDATE ?t SET FIELDS {name: "T"} WHERE { ?t {type: "Topic", key: "t"} } ${createPerson(name)} CREATE ACTIVITY ?x {SET FIELDS {activity_class: "c", status: "completed"} SET STRUCTURAL {("inputs", {type: "Topic", key: "t"})}} }`;
    const request = keyed("sequence", "half", [a, needs("B"), c]);
    expect(statuses(await runtime.request(request))[0]).toBe("succeeded");
    expect(await people(runtime)).toEqual([1]);
    expect((await byKey(runtime, "half")).results[0]?.result).toMatchObject({
      ...{ idempotency_key: "half", mode: "sequence", status: "partial" },
      transactions: [
        { operation: 0, status: "committed", space_seq: 1 },
        { operation: 1, status: "not_finalized" },
        { operation: 2, status: "not_finalized" },
      ],
    });
    await runtime.executeKip({
      command: 'CREATE CONCEPT ?t {TYPE "Topic" NAME "t" SET FIELDS {key: "t"}}',
    });
    const second = await runtime.request(request);
    expect(statuses(second)).toEqual(["succeeded", "succeeded", "succeeded"]);
    expect(second.execution).toMatchObject({ idempotency_key: "half" });
    expect(await people(runtime)).toEqual([3]);
    expect((await byKey(runtime, "half")).results[0]?.result).toMatchObject({
      status: "committed",
      transactions: second.results.map(({ receipt }, operation) => ({ operation, tx_id: receipt?.tx_id })),
    });
  });

  it("of a batch that failed before anything was finalized is free", async () => {
    const runtime = await openRuntime();
    const wrong = createPerson("A").replace("Person", "Robot");
    await runtime.request(keyed("sequence", "free", [wrong, b]));
    expect((await runtime.request(keyed("sequence", "free", [a, b]))).status).toBe("succeeded");
  });
});

describe("an operation's own key in an atomic request", () => {
  const own = (...keys: readonly string[]): RequestEnvelope => ({
    kip: "2.0",
    execution: { mode: "atomic" },
    operations: keys.map((idempotency_key, n) => ({ command: createPerson(`p${n}`), idempotency_key })),
  });

  it("makes the transaction be done once, and finds it", async () => {
    const runtime = await openRuntime();
    const first = await runtime.request(own("one", "two"));
    const second = await runtime.request(own("one", "two"));
    expect([second.results, second.receipt]).toEqual([first.results, first.receipt]);
    expect(await people(runtime)).toEqual([2]);
    for (const key of ["one", "two"]) {
      expect((await byKey(runtime, key)).results[0]?.result).toMatchObject({ tx_id: first.receipt?.tx_id });
    }
  });

  it("stands for the whole transaction: other work beside it is refused", async () => {
    const runtime = await openRuntime();
    await runtime.request(own("one", "two"));
    for (const other of [own("one"), own("three", "two", "one"), own("same", "same")]) {
      expect(codeOf(await runtime.request(other))).toBe("IdempotencyConflict");
    }
    expect(await people(runtime)).toEqual([2]);
  });

  it("that is null is none", async () => {
    const runtime = await openRuntime();
    const operations: Operations = [{ command: createPerson("A"), idempotency_key: null }];
    for (const _ of [1, 2]) {
      expect((await runtime.request({ kip: "2.0", operations })).status).toBe("succeeded");
    }
    expect(await people(runtime)).toEqual([2]);
  });
});

describe("an observation", () => {
  const WRITE =
    'CREATE ACTIVITY ?x {SET FIELDS {activity_class: "c", status: "completed"} SET STRUCTURAL {("inputs", :msg)}}';
  const READ = "FIND(?e.payload.inline) WHERE { ?e EVIDENCE {id: :msg} }";
  const MESSAGE = { key: "msg", evidence_class: "user_statement" };

  it("is named and counted by the write that mints it", async () => {
    const runtime = await openRuntime();
    const ingest = { evidence: [{ ...MESSAGE, payload: "hi", client_key: "m" }] };
    const operations = [{ command: WRITE }, { command: WRITE }];
    const { results } = await runtime.request({
      kip: "2.0",
      execution: { mode: "sequence" },
      ingest,
      operations,
    });
    expect(results.map(({ result }) => result)).toMatchObject([
      { ingested: { msg: "E-1" }, created: 2, created_ids: ["E-1", "X-1"] },
      { ingested: { msg: "E-1" }, created: 1, created_ids: ["X-2"] },
    ]);
    expect(results[0]?.receipt?.change_summary).toEqual({ create: 2 });
  });

  it("is cited by a resend as it was, also without a client key", async () => {
    const runtime = await openRuntime();
    const request = {
      ...keyed("sequence", "S", [WRITE, READ]),
      ingest: { evidence: [{ ...MESSAGE, payload: "hi" }] },
    };
    const first = await runtime.request(request);
    expect(first.results[1]?.result).toEqual(["hi"]);
    expect((await runtime.request(request)).results).toEqual(first.results);
  });

  it.each(["atomic", "sequence"] as const)(
    "by handle makes a resend (%s) known when it is staged anew, or no longer",
    async (mode) => {
      const runtime = await openRuntime();
      const request = (handle: string) => ({
        ...keyed(mode, "S", [WRITE, READ]),
        ingest: { evidence: [{ ...MESSAGE, payload_artifact: handle }] },
      });
      const { handle } = runtime.stageArtifact("a long log");
      const first = await runtime.request(request(handle));
      expect(first.results[1]?.result).toEqual(["a long log"]);
      expect((await runtime.request(request(runtime.stageArtifact("a long log").handle))).results).toEqual(
        first.results,
      );
      runtime.releaseArtifact(handle);
      expect((await runtime.request(request(handle))).results).toEqual(first.results);
      const other = request(runtime.stageArtifact("another log").handle);
      expect(codeOf(await runtime.request(other))).toBe("IdempotencyConflict");
      const unkeyed = { ...request(handle), execution: { mode } };
      expect(codeOf(await runtime.request(unkeyed))).toBe("ArtifactUnavailable");
    },
  );
});

describe("a snapshot token", () => {
  it("binds the reads of an atomic request, as it does in every mode", async () => {
    const runtime = await openRuntime();
    const before = await runtime.executeKip({ command: createPerson("Bob") });
    const read = { snapshot_token: before.snapshot?.snapshot_token ?? "" };
    await runtime.executeKip({ command: 'UPDATE ?c SET FIELDS {name: "Bobby"} WHERE { ?c {name: "Bob"} }' });
    const operations = [
      { command: 'FIND(?c.name) WHERE { ?c {type: "Person"} }' },
      { command: 'SEARCH CONCEPT "Bob"' },
    ];
    for (const mode of ["atomic", "sequence", "independent"] as const) {
      const answered = await runtime.request({ kip: "2.0", execution: { mode }, read, operations });
      expect(answered.results[0], mode).toMatchObject({ result: ["Bob"], context: { snapshot_seq: 1 } });
      expect(answered.snapshot).toMatchObject({ snapshot_seq: 1 });
      const late = await runtime.request({
        ...{ kip: "2.0", execution: { mode }, read, operations },
        preconditions: { space_seq: 2 },
      });
      expect(late.error ?? late.results[0]?.error).toMatchObject({
        code: "PreconditionFailed",
        message: "read.snapshot_token binds the request to sequence 1, not 2",
      });
      expect(late.execution).toEqual({ mode });
    }
  });
});

describe("the key of a request", () => {
  it("comes back also where the request failed as a whole", async () => {
    const runtime = await openRuntime();
    await runtime.request(keyed("atomic", "K", [createPerson("A")]));
    const conflict = await runtime.request(keyed("atomic", "K", [createPerson("B")]));
    expect(conflict).toMatchObject({
      ...{ status: "failed", results: [], error: { code: "IdempotencyConflict" } },
      execution: { mode: "atomic", idempotency_key: "K" },
    });
  });
});
