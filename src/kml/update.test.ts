import { describe, expect, it } from "vitest";
import { codeOf, errorOf, TestSpace } from "./test/space.js";

function counters(): TestSpace {
  const space = new TestSpace();
  space.run(`MUTATE {
    CREATE CONCEPT ?a { TYPE "Counter" NAME "a" SET FIELDS {key: "a"} SET ATTRIBUTES {count: 1, serial: "s"} }
    CREATE CONCEPT ?b { TYPE "Counter" NAME "b" SET FIELDS {key: "b"} SET ATTRIBUTES {count: 2} }
    CREATE CONCEPT ?m { TYPE "Experience" SET ATTRIBUTES {goal: "g", outcome_status: "success"}
      SET FACET "MnemonicState" {memory_strength: 0.8, salience: 0.2} }
    CREATE CONCEPT ?p { TYPE "Person" NAME "P" }
    CREATE CONCEPT ?q { TYPE "Person" NAME "Q" }
    CREATE CONCEPT ?r { TYPE "Person" NAME "R" }
  }`);
  return space;
}

describe("UPDATE", () => {
  it("replaces named keys and keeps the others", () => {
    const space = counters();
    space.run(
      'UPDATE "C-4" SET ATTRIBUTES {settings: {theme: "dark", density: "compact"}, tags: ["a"], note: "old"}',
    );
    space.run(
      'UPDATE "C-4" SET ATTRIBUTES {settings: {theme: "light"}, tags: ["c"]} SET FIELDS {aliases: ["PP"]}',
    );
    expect(space.get("concept", "C-4")).toMatchObject({
      name: "P",
      aliases: ["PP"],
      attributes: { settings: { theme: "light" }, tags: ["c"], note: "old" },
    });
    expect(space.get("concept", "C-4").attributes.settings).toEqual({ theme: "light" });
    space.run('UPDATE "C-4" SET ATTRIBUTES {note: null}');
    expect(space.get("concept", "C-4").attributes).toHaveProperty("note", null);
    space.run('UPDATE "C-4" UNSET ATTRIBUTES {note}');
    expect(space.get("concept", "C-4").attributes).not.toHaveProperty("note");
    expect(space.run('UPDATE "C-4" UNSET ATTRIBUTES {note}').effect).toBe(false);
  });

  it("reads every input as it was before, whatever the order of assignments", () => {
    const space = counters();
    space.run(`UPDATE ?m SET FACET "MnemonicState" {
      memory_strength: MUL(?m.facets["MnemonicState"].memory_strength, 0.5),
      salience: ADD(?m.facets["MnemonicState"].memory_strength, 0.1)
    } WHERE { ?m CONCEPT {type: "Experience"} }`);
    const facet = space.get("concept", "C-3").facets["kip://profiles/cognitive-memory@2.0.0/MnemonicState"];
    expect(facet).toEqual({ memory_strength: 0.4, salience: 0.9 });
    expect(space.get("concept", "C-3")._system).toMatchObject({
      version: 2,
      plane_versions: { attributes: 1, facets: { MnemonicState: 2 } },
    });
  });

  it("skips a key whose expression has no numeric result, and fails on one out of range", () => {
    const space = counters();
    const set = (assignment: string) =>
      space.run(`UPDATE ?c SET ATTRIBUTES {${assignment}} WHERE { ?c CONCEPT {key: "a"} }`);
    expect(set("count: ADD(?c.attributes.missing, 1)").effect).toBe(false);
    expect(set('count: ADD(?c.attributes.serial, 1), label: "x"').effect).toBe(true);
    expect(space.get("concept", "C-1").attributes).toEqual({ count: 1, serial: "s", label: "x" });
    expect(set("count: ADD(COALESCE(?c.attributes.missing, 5), ?c.attributes.count)").effect).toBe(true);
    expect(space.get("concept", "C-1").attributes.count).toBe(6);
    expect(set("count: CLAMP(?c.attributes.count, 0, 3)").effect).toBe(true);
    expect(space.get("concept", "C-1").attributes.count).toBe(3);
    expect(codeOf(() => set("count: CLAMP(?c.attributes.count, 3, 0)"))).toBe("ConstraintViolation");
    expect(codeOf(() => set("count: ADD(9007199254740991, 1)"))).toBe("ConstraintViolation");
    expect(codeOf(() => set("count: MUL(1e-300, 1e-300)"))).toBe("ConstraintViolation");
    expect(codeOf(() => set("count: ADD(:n, 1)"))).toBe("ReferenceError");
  });

  it("updates each target once, in the order of ids, and caps targets rather than rows", () => {
    const space = counters();
    space.run(`MUTATE {
      ENSURE PROPOSITION ("C-1", "relates", "C-4")
      ENSURE PROPOSITION ("C-1", "relates", "C-5")
      ENSURE PROPOSITION ("C-2", "relates", "C-4")
    }`);
    const sweep = (tail: string) =>
      space.run(`UPDATE ?c SET ATTRIBUTES {count: ADD(?c.attributes.count, 10)}
        WHERE { ?c CONCEPT {type: "Counter"} ?p (?c, "relates", ?o) } ${tail}`);
    expect(sweep("LIMIT 0").effect).toBe(false);
    expect(sweep("LIMIT 1").summary).toMatchObject({ matched: 1, updated: 1 });
    expect(space.get("concept", "C-1").attributes.count).toBe(11);
    expect(space.get("concept", "C-2").attributes.count).toBe(2);
    expect(sweep("").summary).toMatchObject({ matched: 2, updated: 2 });
    expect(space.get("concept", "C-1")._system.version).toBe(3);
    expect(codeOf(() => sweep("LIMIT -1"))).not.toBeNull();
    expect(
      codeOf(() =>
        space.run('UPDATE ?c SET FIELDS {name: "x"} WHERE { ?c {key: "a"} } LIMIT :n', { n: 1.5 }),
      ),
    ).toBe("TypeMismatch");
  });

  it("changes all targets or none", () => {
    const space = counters();
    const sweep =
      'UPDATE ?c SET ATTRIBUTES {count: :v} WHERE { ?c CONCEPT {type: "Counter"} } EXPECT VERSION 1';
    space.run('UPDATE "C-2" SET ATTRIBUTES {label: "b"}');
    expect(codeOf(() => space.run(sweep, { v: 5 }))).toBe("VersionConflict");
    expect(space.get("concept", "C-1").attributes.count).toBe(1);
  });

  it("guards one plane without minding the others", () => {
    const space = counters();
    space.run(
      'UPDATE "C-3" SET FACET "MnemonicState" {salience: 0.3} EXPECT VERSION 1 OF FACET "MnemonicState"',
    );
    expect(
      space.run('UPDATE "C-3" SET ATTRIBUTES {outcome_summary: "x"} EXPECT VERSION 1 OF ATTRIBUTES').effect,
    ).toBe(true);
    const error = errorOf(() =>
      space.run('UPDATE "C-3" SET ATTRIBUTES {goal: "h"} EXPECT VERSION 1 OF ATTRIBUTES'),
    );
    expect(error).toMatchObject({
      code: "VersionConflict",
      details: { plane: "attributes", expected: 1, actual: 2 },
    });
    expect(codeOf(() => space.run('UPDATE "C-3" SET ATTRIBUTES {goal: "h"} EXPECT VERSION 1'))).toBe(
      "VersionConflict",
    );
    expect(
      codeOf(() =>
        space.run(
          'UPDATE "C-1" SET FACET "MnemonicState" {salience: 0.3} EXPECT VERSION 0 OF FACET "MnemonicState"',
        ),
      ),
    ).toBeNull();
    expect(
      codeOf(() =>
        space.run(
          'UPDATE "C-1" SET FACET "MnemonicState" {salience: 0.4} EXPECT VERSION 0 OF FACET "MnemonicState"',
        ),
      ),
    ).toBe("VersionConflict");
    expect(space.get("concept", "C-3")._system).toMatchObject({
      version: 3,
      plane_versions: { attributes: 2, facets: { MnemonicState: 2 } },
    });
  });

  it.each([
    [
      "a Proposition",
      'UPDATE ?p SET ATTRIBUTES {note: "x"} WHERE { ?p PROPOSITION (?s, "timezone", ?o) }',
      "ImmutableField",
      "ASSERT",
    ],
    [
      "an Assertion",
      'UPDATE ?a SET FIELDS {name: "x"} WHERE { ?a ASSERTION {} }',
      "EpistemicRevisionRequired",
      "SUPERSEDING",
    ],
    [
      "an Assertion's lifecycle",
      'UPDATE "A-1" SET FIELDS {lifecycle: {status: "expired"}}',
      "ImmutableField",
      'TRANSITION "A-1" TO "retracted"',
    ],
    ["an Assertion's status", 'UPDATE "A-1" SET FIELDS {status: "expired"}', "ImmutableField", "computed"],
    [
      "an Assertion's lifecycle beside what it says",
      'UPDATE "A-1" SET FIELDS {status: "active", confidence: 1}',
      "EpistemicRevisionRequired",
      "SUPERSEDING",
    ],
    [
      "the lifecycle of Evidence",
      'UPDATE "E-1" SET FIELDS {lifecycle: {status: "corrected"}}',
      "ImmutableField",
      'TO "corrected"',
    ],
    [
      "an Assertion's citations",
      'UPDATE "A-1" SET STRUCTURAL {("evidence", "E-1")}',
      "EpistemicRevisionRequired",
      "ASSERT",
    ],
    ["Evidence", 'UPDATE "E-1" SET FIELDS {payload: "y"}', "EvidenceCorrectionRequired", '"corrected"'],
    [
      "a finished Activity",
      'UPDATE "X-1" SET FIELDS {ended_at: null}',
      "ActivityTerminal",
      "another Activity",
    ],
    ["an open Activity", 'UPDATE "X-2" SET STRUCTURAL {("inputs", "E-1")}', "ImmutableField", "TRANSITION"],
    ["a key", 'UPDATE "C-1" SET FIELDS {key: "z"}', "ImmutableField", "key"],
    [
      "a canonical identity",
      'UPDATE "C-1" SET FIELDS {canonical_id: "urn:x"}',
      "ProtectedGovernanceField",
      "same_as",
    ],
    [
      "an immutable attribute",
      'UPDATE "C-1" SET ATTRIBUTES {serial: "t"}',
      "ConstraintViolation",
      "fixed at creation",
    ],
    [
      "an immutable attribute afterwards",
      'UPDATE "C-2" SET ATTRIBUTES {serial: "t"}',
      "ImmutableField",
      "fixed at creation",
    ],
    [
      "a computed reference",
      'UPDATE "C-3" SET STRUCTURAL {("derived_from", "E-1")}',
      "ConstraintViolation",
      "Activity",
    ],
  ])("never rewrites %s and says what to do instead", (_, command, code, hint) => {
    const space = counters();
    space.run(`MUTATE {
      ASSERT ("C-4", "timezone", "+08:00") {by: "C-4", mode: "stated"}
      CREATE EVIDENCE ?e { SET FIELDS {evidence_class: "message", payload: "x"} }
      CREATE ACTIVITY ?x { SET FIELDS {activity_class: "inference", status: "completed"} }
      CREATE ACTIVITY ?y { SET FIELDS {activity_class: "inference"} }
    }`);
    const error = errorOf(() => space.run(command));
    expect(error?.code).toBe(code);
    expect(error?.hint).toContain(hint);
    expect(space.state.seq).toBe(2);
  });

  it("removes a Facet with its last member, unless a member has to stay", () => {
    const space = counters();
    space.run('UPDATE "C-3" UNSET FACET "MnemonicState" {memory_strength, salience}');
    expect(space.get("concept", "C-3")).toMatchObject({
      facets: {},
      _system: { plane_versions: { facets: { MnemonicState: 2 } } },
    });
    space.run(`CREATE EVIDENCE ?e {
      SET FIELDS {evidence_class: "outcome", payload: "ok"}
      SET FACET "MemoryScope" {task_ref: null, context_refs: []}
    }`);
    expect(codeOf(() => space.run('UPDATE "E-1" UNSET FACET "MemoryScope" {task_ref, context_refs}'))).toBe(
      "ConstraintViolation",
    );
  });
});

describe("SET and UNSET STRUCTURAL", () => {
  const items = "kip://test/kml@1.0.0/items";
  const owner = "kip://test/kml@1.0.0/owner";

  it("appends in order, places by index, and stays dense", () => {
    const space = counters();
    space.run('UPDATE "C-1" SET STRUCTURAL {("items", "C-4") ("items", "C-5")}');
    space.run('UPDATE "C-1" SET STRUCTURAL {("items", "C-6") {index: 0}}');
    expect(space.get("concept", "C-1").structural[items]).toEqual([
      { id: "C-6" },
      { id: "C-4" },
      { id: "C-5" },
    ]);
    space.run('UPDATE "C-1" UNSET STRUCTURAL {("items", "C-4")}');
    expect(space.get("concept", "C-1").structural[items]).toEqual([{ id: "C-6" }, { id: "C-5" }]);
    expect(space.run('UPDATE "C-1" UNSET STRUCTURAL {("items", "C-4")}').effect).toBe(false);
    expect(space.run('UPDATE "C-1" SET STRUCTURAL {("items", "C-5")}').effect).toBe(false);
    expect(codeOf(() => space.run('UPDATE "C-1" SET STRUCTURAL {("items", "C-4") {index: 7}}'))).toBe(
      "ConstraintViolation",
    );
    expect(
      codeOf(() =>
        space.run('UPDATE "C-1" SET STRUCTURAL {("items", "C-2") {index: 0} ("items", "C-4") {index: 0}}'),
      ),
    ).toBe("DuplicateMutationTarget");
  });

  it("replaces the reference of a field that holds one", () => {
    const space = counters();
    space.run('UPDATE "C-1" SET STRUCTURAL {("owner", "C-4")}');
    space.run('UPDATE "C-1" SET STRUCTURAL {("owner", "C-5")}');
    expect(space.get("concept", "C-1").structural[owner]).toEqual([{ id: "C-5" }]);
    expect(codeOf(() => space.run('UPDATE "C-1" SET STRUCTURAL {("owner", "C-4") ("owner", "C-5")}'))).toBe(
      "DuplicateMutationTarget",
    );
    expect(codeOf(() => space.run('UPDATE "C-1" SET STRUCTURAL {("owner", "C-4") {index: 0}}'))).toBe(
      "ConstraintViolation",
    );
  });

  it("validates holders, targets and required references", () => {
    const space = counters();
    expect(codeOf(() => space.run('UPDATE "C-4" SET STRUCTURAL {("items", "C-5")}'))).toBe(
      "StructuralReferenceInvalid",
    );
    expect(codeOf(() => space.run('UPDATE "C-1" SET STRUCTURAL {("nothing", "C-5")}'))).toBe(
      "SchemaSymbolNotFound",
    );
    expect(codeOf(() => space.run('UPDATE "C-1" SET STRUCTURAL {("items", "C-99")}'))).toBe(
      "NotFoundOrNotVisible",
    );
    expect(
      codeOf(() =>
        space.run(
          'CREATE CONCEPT ?s { TYPE "Skill" SET ATTRIBUTES {skill_class: "workflow", summary: "s", status: "proposed"} }',
        ),
      ),
    ).toBe("ConstraintViolation");
  });
});

describe("A Facet whose keys are all skipped", () => {
  it("is not attached, and is left as it is where it was attached", () => {
    const space = new TestSpace();
    space.run('CREATE CONCEPT ?a { TYPE "Person" }');
    const raise =
      'UPDATE ?x SET FACET "MnemonicState" {salience: ADD(?x.facets["MnemonicState"].salience, 0.1)} WHERE { ?x CONCEPT {type: "Person"} }';
    expect(space.run(raise).effect).toBe(false);
    expect(space.get("concept", "C-1").facets).toEqual({});
    space.run('UPDATE "C-1" SET FACET "MnemonicState" {utility: 0.5}');
    expect(space.run(raise).effect).toBe(false);
  });
});

describe("UPSERT CONCEPT", () => {
  it("creates under its type and key, then resolves, and keeps what it does not name", () => {
    const space = new TestSpace();
    const first = space.run(
      'UPSERT CONCEPT ?p { MATCH {type: "Person", key: "k"} SET FIELDS {name: "One"} SET ATTRIBUTES {a: 1} }',
    );
    expect(first.summary).toMatchObject({ handles: { p: "C-1" }, created: 1 });
    const second = space.run(
      'UPSERT CONCEPT ?p { MATCH {type: "Person", key: "k"} SET FIELDS {name: "Two"} }',
    );
    expect(second.summary).toMatchObject({
      handles: { p: "C-1" },
      created: 0,
      updated: 1,
      resolved_ids: ["C-1"],
    });
    expect(space.get("concept", "C-1")).toMatchObject({ key: "k", name: "Two", attributes: { a: 1 } });
    expect(
      space.run('UPSERT CONCEPT ?p { MATCH {type: "Person", key: "k"} SET FIELDS {name: "Two"} }').effect,
    ).toBe(false);
  });

  it("reads its own values through its handle", () => {
    const space = new TestSpace();
    const upsert =
      'UPSERT CONCEPT ?c { MATCH {type: "Counter", key: "n"} SET ATTRIBUTES {count: ADD(COALESCE(?c.attributes.count, 0), 1)} }';
    space.run(upsert);
    space.run(upsert);
    expect(space.get("concept", "C-1").attributes.count).toBe(2);
  });

  it("guards creation and versions", () => {
    const space = new TestSpace();
    const upsert =
      'UPSERT CONCEPT ?p { MATCH {type: "Person", key: "k"} SET FIELDS {name: "One"} } EXPECT VERSION';
    expect(codeOf(() => space.run(`${upsert} 1`))).toBe("VersionConflict");
    expect(codeOf(() => space.run(`${upsert} 0`))).toBeNull();
    expect(codeOf(() => space.run(`${upsert} 0`))).toBe("VersionConflict");
    expect(codeOf(() => space.run(`${upsert} 1`))).toBeNull();
  });

  it("never leads from one identity to another", () => {
    const space = new TestSpace();
    space.run('CREATE CONCEPT ?a { TYPE "Person" NAME "A" SET FIELDS {key: "a"} }');
    const match = (selector: string) => () =>
      space.run(`UPSERT CONCEPT ?x { MATCH {${selector}} SET FIELDS {name: "N"} }`);
    expect(codeOf(match('id: "C-1", type: "Option"'))).toBe("NotFoundOrNotVisible");
    expect(codeOf(match('id: "C-9", type: "Person", key: "a"'))).toBe("NotFoundOrNotVisible");
    expect(codeOf(match('id: "C-1", key: "b"'))).toBe("NotFoundOrNotVisible");
    expect(codeOf(match('type: "Person", key: "a", name: "B"'))).toBe("IdentityConflict");
    expect(codeOf(match('key: "unknown"'))).toBe("SchemaSymbolNotFound");
    expect(codeOf(match('type: "Person", key: "a", name: "A"'))).toBeNull();
  });
});
