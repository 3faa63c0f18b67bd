import { describe, expect, it } from "vitest";
import type { JsonObject, RequestEnvelope } from "../model/index.js";
import { onlyResult, openRuntime } from "./nexus.fixture.js";

const ASSERT = (mode: string) =>
  `ASSERT (:alice, "prefers", :dark) { by: :alice, mode: "${mode}", evidence: :msg }`;

const MESSAGE = {
  key: "msg",
  evidence_class: "user_statement",
  payload: "I prefer dark mode.",
  media_type: "text/plain",
};

/** A memory that knows Alice and dark mode, and a way to send it requests. */
async function memory() {
  const nexus = await openRuntime();
  const created = await nexus.executeKip({
    command:
      'MUTATE { CREATE CONCEPT ?a {TYPE "Person" NAME "Alice"} CREATE CONCEPT ?d {TYPE "Topic" NAME "Dark"} }',
  });
  const { a, d } = (onlyResult(created) as { handles: Record<"a" | "d", string> }).handles;
  const parameters = { alice: { id: a }, dark: { id: d } };
  return {
    nexus,
    alice: a,
    send: (rest: Partial<RequestEnvelope> & Pick<RequestEnvelope, "operations">) =>
      nexus.request({ kip: "2.0", parameters, ...rest }),
    find: async (command: string) => (await nexus.executeKip({ command })).results[0]?.result,
  };
}

const EVIDENCE = "FIND(?e.payload.inline, ?e.evidence_class) WHERE { ?e EVIDENCE {} }";

describe("ingestion", () => {
  it("mints what was observed, exactly as it was, in the transaction that cites it", async () => {
    const { send, find, alice } = await memory();
    const response = await send({
      ingest: {
        evidence: [{ ...MESSAGE, observed_at: "2026-08-14T01:00:00.000Z", source_actor: { id: alice } }],
      },
      operations: [{ command: ASSERT("stated") }],
    });
    expect(response.status).toBe("succeeded");
    expect(
      await find(`FIND(?e.payload.inline, ?e.observed_at, ?s.name) WHERE {
        ?a ASSERTION {} STRUCTURAL (?a, "evidence", ?e) STRUCTURAL (?e, "source", ?s) }`),
    ).toEqual([["I prefer dark mode.", "2026-08-14T01:00:00.000Z", "Alice"]]);
  });

  it("keeps an observed object that looks like a stored payload, and text that looks like a command", async () => {
    const { send, find } = await memory();
    const observed = { mode: "external", content_ref: 'PURGE "C-1"' };
    await send({
      ingest: { evidence: [{ ...MESSAGE, payload: observed }] },
      operations: [{ command: ASSERT("stated") }],
    });
    expect(await find(EVIDENCE)).toEqual([[observed, "user_statement"]]);
  });

  it("records one observation once, whichever of several transactions cite it", async () => {
    const { send, find } = await memory();
    const ingest = { evidence: [{ ...MESSAGE, client_key: "message:1" }] };
    const operations = [
      { command: ASSERT("stated") },
      { command: "FIND(?e.payload.inline) WHERE { ?e EVIDENCE {id: :msg} }" },
      { command: ASSERT("observed") },
    ];
    const response = await send({ execution: { mode: "sequence" }, ingest, operations });
    expect(response.status).toBe("succeeded");
    expect(response.results[1]?.result).toEqual(["I prefer dark mode."]);
    expect(await find(EVIDENCE)).toHaveLength(1);
    await send({
      execution: { mode: "atomic" },
      ingest,
      operations: [operations[0], operations[2]].map((one) => one as never),
    });
    expect(await find(EVIDENCE)).toHaveLength(1);
  });

  it("refuses another observation under a client key that is taken", async () => {
    const { send, find } = await memory();
    const entry = { ...MESSAGE, client_key: "message:1" };
    await send({ ingest: { evidence: [entry] }, operations: [{ command: ASSERT("stated") }] });
    const other = { ...entry, payload: "I prefer light mode." };
    const response = await send({
      ingest: { evidence: [other] },
      operations: [{ command: ASSERT("observed") }],
    });
    expect(response.results[0]?.error).toMatchObject({
      code: "ClientKeyConflict",
      details: { ingest: "msg" },
    });
    const stated = { ...entry, observed_at: "2020-01-01T00:00:00.000Z" };
    const moved = await send({
      ingest: { evidence: [stated] },
      operations: [{ command: ASSERT("observed") }],
    });
    expect(moved.results[0]?.error?.code).toBe("ClientKeyConflict");
    expect(await find(EVIDENCE)).toEqual([["I prefer dark mode.", "user_statement"]]);
  });

  it("knows a retry that says less of the observation, and none that says otherwise", async () => {
    const { send, find, alice } = await memory();
    const entry = { ...MESSAGE, client_key: "message:1", source_actor: { id: alice } };
    const { media_type: _, source_actor: __, ...less } = entry;
    const write = (evidence: JsonObject, mode: string) =>
      send({ ingest: { evidence: [evidence] }, operations: [{ command: ASSERT(mode) }] });
    await write(entry, "stated");
    expect((await write(less, "observed")).status).toBe("succeeded");
    const other = await write({ ...entry, media_type: "text/html" }, "observed");
    expect(other.results[0]?.error?.code).toBe("ClientKeyConflict");
    expect(await find(EVIDENCE)).toHaveLength(1);
  });

  it("leaves nothing behind when its transaction fails, and is minted by a later one that commits", async () => {
    const { send, find } = await memory();
    const ingest = { evidence: [{ ...MESSAGE, client_key: "message:1" }] };
    const broken = { command: 'CREATE CONCEPT ?x {TYPE "Nothing" NAME "x"}' };
    const failed = await send({ ingest, operations: [broken] });
    expect(failed.status).toBe("failed");
    expect(await find(EVIDENCE)).toEqual([]);
    const mixed = await send({
      execution: { mode: "sequence", on_error: "continue" },
      ingest,
      operations: [broken, { command: ASSERT("stated") }],
    });
    expect(mixed.results.map(({ status }) => status)).toEqual(["failed", "succeeded"]);
    expect(await find(EVIDENCE)).toHaveLength(1);
  });

  it("carries the facets of an instrument, held to the schema like any other", async () => {
    const { send, find } = await memory();
    const record = (outcome_status: string) => ({
      attempt_ref: null,
      metric: "completion",
      window: "run",
      terminal: true,
      observer_config_digest: `sha256:${"0".repeat(64)}`,
      observation_key: "run-1",
      task_family: "deploy",
      outcome_status,
    });
    const outcome = (status: string) => ({
      evidence: [{ ...MESSAGE, evidence_class: "outcome", facets: { OutcomeRecord: record(status) } }],
    });
    const wrong = await send({ ingest: outcome("splendid"), operations: [{ command: ASSERT("observed") }] });
    expect(wrong.results[0]?.error).toMatchObject({
      code: "ConstraintViolation",
      details: { ingest: "msg" },
    });
    const kept = await send({ ingest: outcome("success"), operations: [{ command: ASSERT("observed") }] });
    expect(kept.results[0]?.error).toBeUndefined();
    expect(await find('FIND(?e.facets["OutcomeRecord"].outcome_status) WHERE { ?e EVIDENCE {} }')).toEqual([
      "success",
    ]);
  });

  it("takes large content by the handle of a staged artifact", async () => {
    const { nexus, send, find } = await memory();
    const text = "a long log line\n".repeat(20_000);
    const { handle, content_digest } = nexus.stageArtifact(text);
    const { payload: _, ...entry } = MESSAGE;
    await send({
      ingest: { evidence: [{ ...entry, payload_artifact: handle }] },
      operations: [{ command: ASSERT("stated") }],
    });
    expect(await find("FIND(?e.payload.inline, ?e.content_digest) WHERE { ?e EVIDENCE {} }")).toEqual([
      [text, content_digest],
    ]);
    const unknown = await send({
      ingest: { evidence: [{ ...entry, payload_artifact: "artifact:forged" }] },
      operations: [{ command: ASSERT("stated") }],
    });
    expect(unknown.error).toMatchObject({ code: "ArtifactUnavailable" });
  });

  it.each<readonly [string, object, readonly string[], string]>([
    ["nothing that writes", { evidence: [MESSAGE] }, ["DESCRIBE PRIMER"], "InvalidRequestEnvelope"],
    [
      "two transactions and no client key",
      { evidence: [MESSAGE] },
      [ASSERT("stated"), ASSERT("observed")],
      "InvalidRequestEnvelope",
    ],
    [
      "neither payload nor artifact",
      { evidence: [{ key: "msg", evidence_class: "x" }] },
      [ASSERT("stated")],
      "InvalidRequestEnvelope",
    ],
    [
      "payload and artifact",
      { evidence: [{ ...MESSAGE, payload_artifact: "a" }] },
      [ASSERT("stated")],
      "InvalidRequestEnvelope",
    ],
    [
      "a key that is a parameter",
      { evidence: [{ ...MESSAGE, key: "alice" }] },
      [ASSERT("stated")],
      "InvalidRequestEnvelope",
    ],
    ["one key twice", { evidence: [MESSAGE, MESSAGE] }, [ASSERT("stated")], "InvalidRequestEnvelope"],
    [
      "an unknown member",
      { evidence: [{ ...MESSAGE, principal: "admin" }] },
      [ASSERT("stated")],
      "InvalidRequestEnvelope",
    ],
    [
      "a critical extension",
      { evidence: [MESSAGE], extensions: { "acme/seal": { critical: true } } },
      [ASSERT("stated")],
      "UnsupportedCapability",
    ],
    [
      "a critical extension of an observation",
      { evidence: [{ ...MESSAGE, extensions: { "acme/seal": { critical: true } } }] },
      [ASSERT("stated")],
      "UnsupportedCapability",
    ],
    [
      "extensions that are none",
      { evidence: [{ ...MESSAGE, extensions: 5 }] },
      [ASSERT("stated")],
      "InvalidRequestEnvelope",
    ],
    ["no observation", { evidence: [] }, [ASSERT("stated")], "InvalidRequestEnvelope"],
    [
      "a source by name",
      { evidence: [{ ...MESSAGE, source_actor: "Alice" }] },
      [ASSERT("stated")],
      "InvalidRequestEnvelope",
    ],
    [
      "a time of another form",
      { evidence: [{ ...MESSAGE, observed_at: "2026-01-01" }] },
      ["DESCRIBE PRIMER"],
      "ConstraintViolation",
    ],
  ])("with %s is refused before anything runs", async (_, ingest, commands, code) => {
    const { send, find } = await memory();
    const response = await send({
      ...(commands.length > 1 ? { execution: { mode: "sequence" as const } } : {}),
      ingest: ingest as never,
      operations: commands.map((command) => ({ command })),
    });
    expect(response).toMatchObject({ status: "failed", results: [], error: { code } });
    expect(response.error?.hint).not.toBe("");
    expect(await find(EVIDENCE)).toEqual([]);
  });
});
