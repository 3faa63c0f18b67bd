import { describe, expect, it } from "vitest";
import { asElementId, commitTxId, digestOfText, type ElementId, type JsonValue } from "../model/index.js";
import { type RepairScope, repairRecording } from "./repair-recording.js";
import { codeOf, errorOf, TestSpace } from "./test/space.js";

const SAID = "I never drink tea.";
const OBSERVED = "2026-09-01T08:00:00.000Z";

/** E-1 is what Alice (C-1) said; A-1 has her prefer Tea (C-3), which she never said. Bob is C-2. */
function misheard(): TestSpace {
  const made = new TestSpace();
  made.run(
    `MUTATE {
      CREATE CONCEPT ?alice { TYPE "Person" NAME "Alice" }
      CREATE CONCEPT ?bob { TYPE "Person" NAME "Bob" }
      CREATE CONCEPT ?tea { TYPE "Option" NAME "Tea" }
      CREATE EVIDENCE ?e { SET FIELDS {evidence_class: "message", payload: :said, observed_at: :observed} }
      ASSERT (?alice, "prefers", ?tea) {by: ?alice, mode: "stated", evidence: ?e, at: :observed}
    }`,
    { said: SAID, observed: OBSERVED },
  );
  return made;
}

const REPAIR = {
  source_ref: "E-1",
  source_digest: digestOfText(SAID),
  source_locator: "bytes=0-17",
  invalidated_refs: ["A-1"],
  replacement_refs: [],
  reason: "extraction_error",
  expected_versions: { "A-1": 1 },
} as const;

interface RepairOptions {
  readonly replacement?: string;
  readonly principal?: string;
  readonly scope?: RepairScope;
}

function repair(made: TestSpace, parts: Record<string, JsonValue> = {}, options: RepairOptions = {}) {
  const overlay = made.begin();
  const handles = new Map<string, ElementId>();
  if (options.replacement !== undefined) {
    const { summary } = made.execute(overlay, options.replacement, { observed: OBSERVED });
    for (const [name, id] of Object.entries(summary.handles as Record<string, string>)) {
      handles.set(name, asElementId(id));
    }
  }
  const outcome = repairRecording(
    overlay,
    { ...REPAIR, ...parts },
    {
      parameters: {},
      now: made.now,
      txId: commitTxId(overlay.spaceId, overlay.seq + 1),
      nextSeq: overlay.seq + 1,
      origin: { principal_id: options.principal ?? "owner", channel: "local", import_id: null },
    },
    { scope: options.scope ?? "own", handles },
  );
  made.commit(overlay);
  return outcome;
}

const RIGHT =
  'ASSERT ?right ("C-1", "prefers", "C-3") {by: "C-1", mode: "stated", stance: "reject", evidence: "E-1", at: :observed}';

describe("A recording repair", () => {
  it("invalidates the extraction and keeps what it says, its actor's lifecycle and its source", () => {
    const made = misheard();
    const [wrong, source] = [made.get("assertion", "A-1"), made.get("evidence", "E-1")];
    const { summary, changes } = repair(made);
    const { _system, ...content } = made.get("assertion", "A-1");
    const { _system: earlier, ...before } = wrong;
    expect(content).toEqual(before);
    expect(_system).toMatchObject({
      version: 2,
      state: earlier.state,
      plane_versions: earlier.plane_versions,
      recording_validity: { status: "invalidated", repair_ref: "X-1" },
    });
    expect(made.get("evidence", "E-1")).toEqual(source);
    expect(summary).toMatchObject({ repair: "X-1", invalidated: ["A-1"], replaced_by: [] });
    expect(changes).toEqual([
      expect.objectContaining({ op: "create", kind: "activity", id: "X-1" }),
      expect.objectContaining({ op: "update", id: "A-1", touched: ["_system.recording_validity"] }),
    ]);
    expect(made.get("activity", "X-1")).toMatchObject({
      activity_class: "recording_repair",
      status: "completed",
      inputs: [{ id: "E-1" }, { id: "A-1" }],
      outputs: [],
      facets: { "kip://profiles/cognitive-memory@2.0.0/RecordingRepair": REPAIR },
    });
  });

  it("records what was really said in the same transaction, at the time it was said", () => {
    const made = misheard();
    const { summary } = repair(made, { replacement_refs: ["?right"] }, { replacement: RIGHT });
    expect(summary).toMatchObject({ replaced_by: ["A-2"] });
    expect(made.get("activity", "X-1")).toMatchObject({
      outputs: [{ id: "A-2" }],
      _system: { output_versions: { "A-2": 1 } },
    });
    const belief = 'FIND(?b.status) WHERE { ?b BELIEF ("C-1", "prefers", :tea) }';
    expect(made.find(belief, { tea: { id: "C-3" } })).toEqual(["rejected"]);
  });

  it.each([
    ["another digest", { source_digest: digestOfText("x") }, "DigestMismatch"],
    ["a place outside the source", { source_locator: "bytes=0-18" }, "ConstraintViolation"],
    ["a pointer into a text", { source_locator: "/turns/0" }, "ConstraintViolation"],
    ["a locator of no known form", { source_locator: "line 1" }, "ConstraintViolation"],
    ["a source that is no Evidence", { source_ref: "C-1" }, "TypeMismatch"],
    ["a source that is not there", { source_ref: "E-9" }, "NotFoundOrNotVisible"],
    ["a version that moved", { expected_versions: { "A-1": 2 } }, "VersionConflict"],
    ["no version", { expected_versions: { "E-1": 1 } }, "ConstraintViolation"],
    ["nothing to invalidate", { invalidated_refs: [] }, "ConstraintViolation"],
    ["something not taken from the source", { invalidated_refs: ["C-2"] }, "ConstraintViolation"],
    ["the source itself", { invalidated_refs: ["E-1"] }, "ConstraintViolation"],
    ["an unknown reason", { reason: "regret" }, "ConstraintViolation"],
    ["an unknown member", { note: "x" }, "SchemaFieldNotFound"],
  ] as const)("is refused with %s", (_what, parts, code) => {
    const made = misheard();
    const before = made.all();
    expect(codeOf(() => repair(made, parts as unknown as Record<string, JsonValue>))).toBe(code);
    expect(made.all()).toEqual(before);
  });

  it.each([
    [
      "claims to have been made at the time of the repair",
      RIGHT.replace(", at: :observed", ""),
      "original claim",
    ],
    ["does not cite the source", RIGHT.replace('evidence: "E-1", ', ""), "cite it"],
    ["is another actor's", RIGHT.replace('by: "C-1"', 'by: "C-2"'), "attribution_error"],
    ["was withdrawn in the same breath", `MUTATE { ${RIGHT} TRANSITION ?right TO "retracted" }`, "anew"],
    ["supersedes what it replaces", `${RIGHT} SUPERSEDING "A-1"`, "SUPERSEDING"],
  ])("refuses a replacement that %s", (_what, replacement, hint) => {
    const made = misheard();
    const error = errorOf(() => repair(made, { replacement_refs: ["?right"] }, { replacement }));
    expect(error).toMatchObject({ code: "ConstraintViolation" });
    expect(error?.hint).toContain(hint);
  });

  it("lets a wrong attribution change the actor", () => {
    const made = misheard();
    const replacement = RIGHT.replace('by: "C-1"', 'by: "C-2"');
    const parts = { replacement_refs: ["?right"], reason: "attribution_error" };
    expect(repair(made, parts, { replacement }).effect).toBe(true);
  });

  it("is for the recorder's own recordings, unless a broader grant says otherwise", () => {
    expect(codeOf(() => repair(misheard(), {}, { principal: "agent" }))).toBe("NotAuthorized");
    expect(repair(misheard(), {}, { principal: "agent", scope: "any" }).effect).toBe(true);
  });

  it("is final", () => {
    const made = misheard();
    repair(made);
    expect(codeOf(() => repair(made, { expected_versions: { "A-1": 2 } }))).toBe(
      "InvalidLifecycleTransition",
    );
  });

  it("needs the bytes of the source", () => {
    const made = misheard();
    made.run('PURGE PAYLOAD "E-1" CONFIRM "PURGE"');
    expect(codeOf(() => repair(made))).toBe("BlobUnavailable");
  });

  it("finds its place in JSON, and what a process or another Evidence took from there", () => {
    const made = new TestSpace();
    made.run(
      `MUTATE {
        CREATE CONCEPT ?alice { TYPE "Person" NAME "Alice" }
        CREATE EVIDENCE ?log { SET FIELDS {evidence_class: "message", payload: :log, observed_at: :observed} }
        CREATE EVIDENCE ?copy { SET FIELDS {evidence_class: "derived_result", payload: "tea"} SET STRUCTURAL {("source", ?log)} }
        CREATE CONCEPT ?topic { TYPE "Option" NAME "Tea" }
        CREATE ACTIVITY ?x {
          SET FIELDS {activity_class: "extraction", status: "completed"}
          SET STRUCTURAL {("inputs", ?log) ("outputs", ?topic)}
        }
      }`,
      { log: { turns: [{ "a/b": "tea?" }] }, observed: OBSERVED },
    );
    const { content_digest } = made.get("evidence", "E-1");
    const parts = {
      source_digest: content_digest,
      source_locator: "/turns/0/a~1b",
      invalidated_refs: ["E-2", "C-2"],
      expected_versions: { "E-2": 1, "C-2": 1 },
    };
    expect(repair(made, parts).summary).toMatchObject({ invalidated: ["E-2", "C-2"], updated: 2 });
    expect(
      made.find(
        'FIND(?c.id) WHERE { ?c {type: "Option"} FILTER(?c._system.recording_validity.status == "invalidated") }',
      ),
    ).toEqual(["C-2"]);
  });
});
