import { describe, expect, it } from "vitest";
import {
  type JsonObject,
  type JsonValue,
  joinFrames,
  type RequestEnvelope,
  type ResponseEnvelope,
  type StreamFrame,
} from "../model/index.js";
import { codeOf, createPerson, onlyResult, openRuntime, people } from "./nexus.fixture.js";
import type { NexusRuntime } from "./nexus-runtime.js";

const send = (runtime: NexusRuntime, envelope: Partial<RequestEnvelope>): Promise<ResponseEnvelope> =>
  runtime.request({ kip: "2.0", operations: [], ...envelope });

const run = async (runtime: NexusRuntime, command: string): Promise<JsonValue> =>
  onlyResult(await runtime.executeKip({ command })) ?? null;

const permissions = async (runtime: NexusRuntime): Promise<JsonValue> =>
  ((await run(runtime, "DESCRIBE ACCESS")) as { permissions: { everywhere: JsonValue } }).permissions
    .everywhere;

const dots =
  'MUTATE { CREATE CONCEPT ?a {TYPE "Person" NAME "Ann"} CREATE CONCEPT ?b {TYPE "Person" NAME "Bob"} CREATE EVIDENCE ?e {SET FIELDS {evidence_class: "human_feedback", payload: "I know Bob"}} ASSERT (?a, "knows", ?b) {by: ?a, mode: "stated", evidence: ?e} }';

/** What shows that a capability is there, by its name. Each works on a Nexus of its own. */
const PROOFS: Readonly<Record<string, (runtime: NexusRuntime) => Promise<void>>> = {
  serializable_isolation: async (runtime) => {
    const execution = { mode: "independent", isolation: "serializable" } as const;
    expect(
      codeOf(await send(runtime, { operations: [{ command: createPerson("a") }], execution })),
    ).toBeUndefined();
  },
  atomic_batch: async (runtime) => {
    const operations = [createPerson("a"), createPerson("b")].map((command) => ({ command }));
    const { receipt } = await send(runtime, { operations, execution: { mode: "atomic" } });
    expect(receipt).toMatchObject({ status: "committed", space_seq: 1 });
  },
  idempotency_retention: async (runtime) => {
    const request = {
      operations: [{ command: createPerson("a") }],
      execution: { mode: "independent", idempotency_key: "k" },
    } as const;
    const receipts = [await send(runtime, request), await send(runtime, request)].map(
      ({ results }) => results[0]?.receipt,
    );
    expect(receipts[0]).toEqual(receipts[1]);
  },
  historical_reads: async (runtime) => {
    await run(runtime, createPerson("a"));
    expect(await run(runtime, "FIND(COUNT(?c)) WHERE { ?c CONCEPT {} } AS OF SEQ 0")).toEqual([0]);
  },
  historical_search: async (runtime) => {
    await run(runtime, createPerson("Ann"));
    await run(runtime, 'UPDATE "C-1" SET FIELDS {name: "Bea"}');
    expect(await run(runtime, 'SEARCH CONCEPT "Ann" AS OF SEQ 1')).toMatchObject([{ name: "Ann" }]);
    expect(await run(runtime, 'SEARCH CONCEPT "Ann"')).toEqual([]);
  },
  search_index_freshness: async (runtime) => {
    await run(runtime, createPerson("Ann"));
    const { results } = await runtime.executeKip({ command: 'SEARCH CONCEPT "Ann"' });
    expect(results[0]?.context?.search).toMatchObject({ index_seq: 1, current_space_seq: 1 });
  },
  change_stream: async (runtime) => {
    await run(runtime, createPerson("a"));
    expect(await run(runtime, "CHANGES AFTER SEQ 0")).toMatchObject([{ space_seq: 1 }]);
  },
  draft_vocabulary: async (runtime) => {
    await run(runtime, 'DEFINE PREDICATE "mentors" {description: "The subject mentors the object."}');
    expect(await run(runtime, 'DESCRIBE PREDICATE "mentors"')).toMatchObject({ status: "active" });
  },
  derive_permission: async (runtime) => expect(await permissions(runtime)).toContain("derive"),
  record_outcome_permission: async (runtime) =>
    expect(await permissions(runtime)).toContain("record_outcome"),
  identity_repair: async (runtime) => {
    await run(runtime, dots);
    await run(runtime, 'MERGE CONCEPT "C-1" INTO "C-2"');
    const { identity_version, decisions } = await runtime.identityDecisions("C-1");
    const repaired = await runtime.repairIdentity({
      ...{ decision_id: decisions[0]?.decision_id, expected_identity_version: identity_version },
      ...{ action: "withdraw", reason_evidence: "E-1" },
    });
    expect(repaired.receipt.status).toBe("committed");
  },
  recording_repair: async (runtime) => {
    await run(runtime, dots);
    const [digest] = (await run(runtime, "FIND(?e.content_digest) WHERE { ?e EVIDENCE {} }")) as string[];
    const repaired = await runtime.repairRecording({
      ...{ source_ref: "E-1", source_digest: digest, source_locator: "bytes=0-9" },
      ...{ invalidated_refs: ["A-1"], replacement_refs: [], reason: "extraction_error" },
      expected_versions: { "A-1": 1 },
    });
    expect(repaired.receipt.status).toBe("committed");
  },
  streaming: async (runtime) => {
    await run(runtime, createPerson("Ann"));
    const frames: StreamFrame[] = [];
    const command = 'FIND(?p.name) WHERE { ?p {type: "Person"} }';
    const send = (frame: StreamFrame) => void frames.push(frame);
    await runtime.stream({ kip: "2.0", operations: [{ command }] }, send, new AbortController().signal);
    expect(frames.map(({ frame }) => frame)).toEqual(["start", "progress", "data", "data", "final"]);
    expect(joinFrames(frames).results[0]?.result).toEqual(["Ann"]);
  },
  artifacts: async (runtime) => {
    const { handle } = runtime.stageArtifact("I know Bob");
    const observed = { key: "msg", evidence_class: "user_statement", payload_artifact: handle };
    const created = await send(runtime, {
      operations: [{ command: createPerson("a") }],
      ingest: { evidence: [observed] },
    });
    expect(codeOf(created)).toBeUndefined();
    expect(await run(runtime, "FIND(?e.payload.inline) WHERE { ?e EVIDENCE {} }")).toEqual(["I know Bob"]);
  },
  belief_slot: async (runtime) => {
    await run(runtime, dots);
    expect(await run(runtime, 'FIND(?b.accepted_values) WHERE { ?b BELIEF SLOT ("C-1", "knows") }')).toEqual([
      [{ id: "C-2" }],
    ]);
  },
  ingestion_context: async (runtime) => {
    const observed = { key: "msg", evidence_class: "user_statement", payload: "hello" };
    const created = await send(runtime, {
      operations: [{ command: createPerson("a") }],
      ingest: { evidence: [observed] },
    });
    expect(codeOf(created)).toBeUndefined();
  },
  list_dependents: async (runtime) => {
    await run(runtime, dots);
    await run(
      runtime,
      'CREATE ACTIVITY ?x {SET FIELDS {activity_class: "inference", status: "completed"} SET STRUCTURAL {("inputs", "C-1") ("outputs", "C-2")}}',
    );
    expect(await run(runtime, 'LIST DEPENDENTS "C-1"')).toMatchObject([{ id: "C-2", distance: 1 }]);
  },
  payload_purge: async (runtime) => {
    await run(runtime, dots);
    await run(runtime, 'PURGE PAYLOAD "E-1" CONFIRM "PURGE"');
    expect(await run(runtime, "FIND(?e.payload.mode) WHERE { ?e EVIDENCE {} }")).toEqual(["purged"]);
  },
  serializable_transactions: (runtime) => PROOFS.serializable_isolation?.(runtime) ?? Promise.reject(),
  symbol_lineage: async (runtime) => {
    await run(runtime, createPerson("a"));
    const lineage = "kip://profiles/cognitive-memory/Person";
    expect(await run(runtime, `FIND(COUNT(?c)) WHERE { ?c CONCEPT {type: "${lineage}"} }`)).toEqual([1]);
  },
  transition: async (runtime) => {
    await run(runtime, createPerson("a"));
    await run(runtime, 'TRANSITION "C-1" TO "archived"');
    expect(await people(runtime)).toEqual([0]);
  },
  version_planes: async (runtime) => {
    await run(runtime, createPerson("a"));
    const guarded = 'UPDATE "C-1" SET FIELDS {name: "b"} EXPECT VERSION 9 OF ATTRIBUTES';
    expect(codeOf(await runtime.executeKip({ command: guarded }))).toBe("VersionConflict");
  },
};

describe("DESCRIBE CAPABILITIES", () => {
  it("names nothing that is not proven here", async () => {
    const { supported, available } = (await run(await openRuntime(), "DESCRIBE CAPABILITIES")) as {
      supported: JsonObject;
      available: string[];
    };
    expect(Object.keys(PROOFS).sort()).toEqual(Object.keys(supported).sort());
    expect([...available].sort()).toEqual(Object.keys(supported).sort());
  });

  it.each(Object.entries(PROOFS))("is true about %s", async (name, proof) => {
    const runtime = await openRuntime();
    expect(
      codeOf(
        await send(runtime, { operations: [{ command: "DESCRIBE SPACE" }], requires: { [name]: true } }),
      ),
    ).toBeUndefined();
    await proof(runtime);
  });

  it("leaves the compact primer, which names what may be asked for, within 1,200 tokens of four characters", async () => {
    const runtime = await openRuntime();
    await run(runtime, 'CREATE CONCEPT ?c { TYPE "Person" NAME "The one who remembers" }');
    await (await runtime.governance()).change({ op: "designate_self", concept: "C-1" });
    const primer = await run(runtime, "DESCRIBE PRIMER");
    expect(primer).toMatchObject({ cognitive_identity: { self: { id: "C-1" } } });
    expect(JSON.stringify(primer).length / 4).toBeLessThan(1200);
  });

  it("offers a caller only what its permissions are for", async () => {
    const runtime = await openRuntime();
    const instrument = await runtime.endpoint({ principal: "instrument" });
    const { available } = onlyResult(await instrument.executeKip({ command: "DESCRIBE CAPABILITIES" })) as {
      available: string[];
    };
    expect(available).toContain("record_outcome_permission");
    for (const name of [
      "draft_vocabulary",
      "derive_permission",
      "recording_repair",
      "historical_reads",
      "historical_search",
    ]) {
      expect(available).not.toContain(name);
    }
  });
});
