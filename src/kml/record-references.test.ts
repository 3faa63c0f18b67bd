import { describe, expect, it } from "vitest";
import { codeOf, errorOf, TestSpace } from "./test/space.js";

const RECORDS = ["Assertion", "Evidence", "Activity"];

/** Fields that records hold, as a package of its own declares them. */
const PACKAGE = {
  format: "KIP-Schema-Package",
  manifest: { package_id: "kip://test/records", version: "1.0.0" },
  definitions: {
    concept_types: { Note: { kind: "ConceptType" } },
    predicates: { says: { kind: "PredicateType", object: { literal_types: ["string"] } } },
    structural_fields: {
      reviewed: {
        kind: "StructuralFieldDefinition",
        source: { kinds: ["Concept", ...RECORDS] },
        target: { kinds: ["Concept"] },
        unique: true,
      },
      ranked: {
        kind: "StructuralFieldDefinition",
        source: { kinds: RECORDS },
        target: { concept_types: ["kip://test/records@1.0.0/Note"] },
        ordered: true,
        unique: true,
      },
      lead: {
        kind: "StructuralFieldDefinition",
        source: { kinds: ["Activity"] },
        target: { kinds: ["Concept"] },
        cardinality: { min: 0, max: 1 },
      },
      notes_only: {
        kind: "StructuralFieldDefinition",
        source: { concept_types: ["kip://test/records@1.0.0/Note"] },
        target: { kinds: ["Concept"] },
      },
    },
  },
};

const ref = (field: string) => `kip://test/records@1.0.0/${field}`;

/** Three notes, C-1 to C-3, and an actor, C-4. */
function notes(): TestSpace {
  const space = new TestSpace([PACKAGE]);
  space.run(
    'MUTATE { CREATE CONCEPT ?a { TYPE "Note" } CREATE CONCEPT ?b { TYPE "Note" } CREATE CONCEPT ?c { TYPE "Note" } CREATE CONCEPT ?actor { TYPE "Person" } }',
  );
  return space;
}

const activity = (structural: string, status = "completed", key = "") =>
  `CREATE ACTIVITY ?x { ${key} SET FIELDS {activity_class: "human_review", status: "${status}"} SET STRUCTURAL {${structural}} }`;

describe("Package fields on records", () => {
  it("do not stand in the way of a move to the state that an Activity of the same block has", () => {
    const space = notes();
    space.run(`MUTATE { ${activity('("reviewed", "C-1")')} TRANSITION ?x TO "completed" }`);
    expect(space.run('TRANSITION "X-1" TO "completed" SET STRUCTURAL {("reviewed", "C-1")}').effect).toBe(
      false,
    );
    const more = () => space.run('TRANSITION "X-1" TO "completed" SET STRUCTURAL {("reviewed", "C-2")}');
    expect(codeOf(more)).toBe("ActivityTerminal");
  });

  it("are held by every kind of record, and read from both ends", () => {
    const space = notes();
    space.run(`MUTATE {
      CREATE EVIDENCE ?e { SET FIELDS {evidence_class: "message", payload: "x"} SET STRUCTURAL {("reviewed", "C-1")} }
      ENSURE PROPOSITION ?p ("C-4", "says", "x")
      CREATE ASSERTION ?a { SET FIELDS {proposition: ?p, asserted_by: "C-4", stance: "support", mode: "stated"}
        SET STRUCTURAL {("evidence", ?e) {role: "support"} ("reviewed", "C-1")} }
      ${activity('("inputs", ?e) ("reviewed", "C-1") ("reviewed", "C-2")')}
    }`);
    for (const [kind, id] of [
      ["evidence", "E-1"],
      ["assertion", "A-1"],
    ] as const) {
      expect(space.get(kind, id)).toMatchObject({
        structural: { [ref("reviewed")]: [{ id: "C-1" }] },
        _system: { plane_versions: { attributes: 1, structural: 1 } },
      });
    }
    const holders = space.find(
      'FIND(?x.id) WHERE { STRUCTURAL (?x, "reviewed", {id: "C-1"}) } ORDER BY ?x.id',
    );
    expect(holders).toEqual(["A-1", "E-1", "X-1"]);
    const edges = space.find(
      'FIND(?edge.field, ?edge.index, ?c.id) WHERE { ?edge STRUCTURAL ("X-1", "reviewed", ?c) } ORDER BY ?c.id',
    );
    expect(edges).toEqual([
      [ref("reviewed"), null, "C-1"],
      [ref("reviewed"), null, "C-2"],
    ]);
    expect(space.find('FIND(?x.structural["reviewed"]) WHERE { ?x ACTIVITY {} }')).toEqual([
      [{ id: "C-1" }, { id: "C-2" }],
    ]);
  });

  it("leave a record without them as it was before packages had any", () => {
    const space = notes();
    space.run(activity('("inputs", "C-1")'));
    expect(space.get("activity", "X-1")).not.toHaveProperty("structural");
  });

  it("keep a dense order, wherever the clauses stand", () => {
    const space = notes();
    space.run(activity('("ranked", "C-1") ("ranked", "C-2") ("ranked", "C-3") {index: 0}'));
    const order = 'FIND(?c.id) WHERE { ?edge STRUCTURAL ("X-1", "ranked", ?c) } ORDER BY ?edge.index';
    expect(space.find(order)).toEqual(["C-3", "C-1", "C-2"]);
    expect(codeOf(() => space.run(activity('("ranked", "C-1") {index: 1}')))).toBe("ConstraintViolation");
    const conflict = activity('("ranked", "C-1") {index: 0} ("ranked", "C-2") {index: 0}');
    expect(codeOf(() => space.run(conflict))).toBe("DuplicateMutationTarget");
  });

  it("are held against the field: who may hold it, what it refers to, how many, and its options", () => {
    const space = notes();
    const refused = (structural: string) => codeOf(() => space.run(activity(structural)));
    expect(refused('("notes_only", "C-1")')).toBe("StructuralReferenceInvalid");
    expect(refused('("ranked", "C-4")')).toBe("StructuralReferenceInvalid");
    expect(refused('("lead", "C-1") ("lead", "C-2")')).toBe("DuplicateMutationTarget");
    expect(refused('("reviewed", "C-1") {index: 0}')).toBe("ConstraintViolation");
    expect(refused('("reviewed", "C-9")')).toBe("NotFoundOrNotVisible");
    expect(refused('("unheard_of", "C-1")')).toBe("SchemaSymbolNotFound");
    expect(space.state.seq).toBe(1);
  });

  it("are fixed once written, except while an Activity is under way", () => {
    const space = notes();
    space.run(activity('("ranked", "C-1")', "pending"));
    space.run('TRANSITION "X-1" TO "running" SET STRUCTURAL {("ranked", "C-2")}');
    space.run(
      'TRANSITION "X-1" TO "completed" SET STRUCTURAL {("ranked", "C-3") {index: 0} ("lead", "C-4")}',
    );
    expect(space.get("activity", "X-1").structural).toEqual({
      [ref("ranked")]: [{ id: "C-3" }, { id: "C-1" }, { id: "C-2" }],
      [ref("lead")]: [{ id: "C-4" }],
    });
    const version = space.get("activity", "X-1")._system.version;
    const again = 'TRANSITION "X-1" TO "completed" SET STRUCTURAL {("reviewed", "C-1")}';
    expect(codeOf(() => space.run(again))).toBe("ActivityTerminal");
    expect(space.run('TRANSITION "X-1" TO "completed" SET STRUCTURAL {("lead", "C-4")}').effect).toBe(false);
    const update = 'UPDATE "X-1" SET STRUCTURAL {("reviewed", "C-1")}';
    expect(errorOf(() => space.run(update))).toMatchObject({ code: "ActivityTerminal" });
    const removal = 'UPDATE "X-1" UNSET STRUCTURAL {("ranked", "C-1")}';
    expect(codeOf(() => space.run(removal))).toBe("ActivityTerminal");
    expect(space.get("activity", "X-1")._system.version).toBe(version);
  });

  it("belong to what a retried creation has to say again", () => {
    const space = notes();
    const keyed = (structural: string) => activity(structural, "completed", 'CLIENT KEY "k"');
    space.run(keyed('("reviewed", "C-1")'));
    expect(space.run(keyed('("reviewed", "C-1")')).effect).toBe(false);
    expect(codeOf(() => space.run(keyed('("reviewed", "C-2")')))).toBe("ClientKeyConflict");
    const evidence = (structural: string) =>
      `CREATE EVIDENCE ?e { CLIENT KEY "e" SET FIELDS {evidence_class: "message", payload: "x"} ${structural} }`;
    space.run(evidence('SET STRUCTURAL {("reviewed", "C-1")}'));
    // Saying less agrees to what is stored; saying something else does not.
    expect(space.run(evidence("")).effect).toBe(false);
    expect(codeOf(() => space.run(evidence('SET STRUCTURAL {("reviewed", "C-2")}')))).toBe(
      "ClientKeyConflict",
    );
    expect(space.get("evidence", "E-1").structural).toEqual({ [ref("reviewed")]: [{ id: "C-1" }] });
  });

  it("announce themselves by name in the change entry", () => {
    const space = notes();
    space.run(activity("", "pending").replace("SET STRUCTURAL {}", ""));
    const { changes } = space.run('TRANSITION "X-1" TO "completed" SET STRUCTURAL {("reviewed", "C-1")}');
    expect(changes).toEqual([
      expect.objectContaining({
        op: "lifecycle",
        touched: ["fields.status", "structural.reviewed"],
        planes: { structural: 1 },
      }),
    ]);
  });
});

describe("A computed Structural Field", () => {
  it("is refused in every way of writing it, with what to write instead", () => {
    const space = new TestSpace();
    space.run(
      'MUTATE { CREATE CONCEPT ?i { TYPE "Insight" SET ATTRIBUTES {summary: "s"} } CREATE CONCEPT ?e { TYPE "Event" SET ATTRIBUTES {summary: "e"} } }',
    );
    for (const write of [
      'UPDATE "C-1" SET STRUCTURAL {("derived_from", "C-2")}',
      'UPDATE "C-1" UNSET STRUCTURAL {("derived_from", "C-2")}',
      'UPDATE "C-2" SET STRUCTURAL {("consolidated_to", "C-1")}',
      'CREATE CONCEPT ?i { TYPE "Insight" SET ATTRIBUTES {summary: "t"} SET STRUCTURAL {("derived_from", "C-2")} }',
    ]) {
      const error = errorOf(() => space.run(write));
      expect(error?.code, write).toBe("ConstraintViolation");
      expect(error?.hint).toContain("Activity");
    }
  });
});
