import { describe, expect, it } from "vitest";
import { errorOf, TestSpace } from "./test/space.js";

/** Alice (C-1), Bob (C-2), a Counter (C-3), a claim and its Evidence; then the given elements are moved. */
function space(state: "tombstoned" | "archived", ...ids: readonly string[]): TestSpace {
  const made = new TestSpace();
  made.run(`MUTATE {
    CREATE CONCEPT ?alice { TYPE "Person" NAME "Alice" SET FIELDS {key: "alice"} }
    CREATE CONCEPT ?bob { TYPE "Person" NAME "Bob" SET FIELDS {key: "bob"} }
    CREATE CONCEPT ?c { TYPE "Counter" SET FIELDS {key: "n"} SET STRUCTURAL {("items", ?alice)} }
    CREATE EVIDENCE ?e { CLIENT KEY "e" SET FIELDS {evidence_class: "message", payload: "1"} }
    ASSERT (?alice, "relates", ?bob) {by: ?bob, mode: "stated", evidence: ?e, key: "a"}
  }`);
  for (const id of ids) made.run(`TRANSITION "${id}" TO "${state}"`);
  return made;
}

describe("A tombstoned element", () => {
  it.each([
    'UPDATE "C-1" SET FIELDS {name: "A"}',
    'UPDATE "C-1" SET FIELDS {name: "Alice"}',
    'UPDATE ?x SET ATTRIBUTES {a: 1} WHERE { ?x CONCEPT {state: "tombstoned"} }',
    'UPSERT CONCEPT ?x { MATCH {id: "C-1"} SET FIELDS {name: "A"} }',
    'UPSERT CONCEPT ?x { MATCH {id: "C-1"} SET FIELDS {name: "Alice"} }',
    'ASSERT ("C-1", "timezone", "x") {by: "C-2", mode: "stated"}',
    'ASSERT ("C-1", "relates", "C-2") {by: "C-2", mode: "stated"}',
    'ASSERT ("C-2", "relates", "C-1") {by: "C-2", mode: "stated"}',
    'ASSERT ("C-2", "timezone", "x") {by: "C-1", mode: "stated"}',
    'ASSERT ("C-2", "timezone", "x") {by: {type: "Person", key: "alice"}, mode: "stated"}',
    'ASSERT ("C-2", "timezone", "x") {by: "C-2", mode: "stated", context: ["C-1"]}',
    'ENSURE PROPOSITION ("C-1", "timezone", "x")',
    'UPDATE "C-3" SET STRUCTURAL {("owner", "C-1")}',
    'CREATE CONCEPT ?c { TYPE "Counter" SET STRUCTURAL {("items", "C-1")} }',
    'CREATE EVIDENCE ?e { SET FIELDS {evidence_class: "m", payload: 1} SET STRUCTURAL {("source", "C-1")} }',
    'CREATE ACTIVITY ?x { SET FIELDS {activity_class: "import"} SET STRUCTURAL {("inputs", "C-1")} }',
  ])("takes no write and no new reference: %s", (command) => {
    const made = space("tombstoned", "C-1");
    const before = made.all();
    const error = errorOf(() => made.run(command));
    expect(error).toMatchObject({
      code: "NotFoundOrNotVisible",
      details: { id: "C-1", state: "tombstoned" },
      hint: expect.stringContaining("tombstoned"),
    });
    expect(made.all()).toEqual(before);
  });

  it("is no successor, and is not corrected or superseded any more", () => {
    const made = space("tombstoned", "E-1", "A-1");
    made.run('CREATE EVIDENCE ?e { SET FIELDS {evidence_class: "message", payload: "2"} }');
    expect(errorOf(() => made.run('TRANSITION "E-2" TO "corrected" BY "E-1"'))?.code).toBe(
      "NotFoundOrNotVisible",
    );
    expect(errorOf(() => made.run('TRANSITION "E-1" TO "corrected" BY "E-2"'))?.code).toBe(
      "InvalidLifecycleTransition",
    );
    expect(
      errorOf(() => made.run('ASSERT ("C-1", "relates", "C-3") {by: "C-2", mode: "stated", evidence: "E-1"}'))
        ?.code,
    ).toBe("NotFoundOrNotVisible");
  });

  it("keeps its key for good, and the hints say to choose another", () => {
    const made = space("tombstoned", "C-1");
    for (const command of [
      'CREATE CONCEPT ?x { TYPE "Person" SET FIELDS {key: "alice"} }',
      'UPSERT CONCEPT ?x { MATCH {type: "Person", key: "alice"} SET FIELDS {name: "A"} }',
      'UPSERT CONCEPT ?x { MATCH {type: "Person", key: "alice"} }',
    ]) {
      const error = errorOf(() => made.run(command));
      expect(error, command).toMatchObject({ code: "IdentityConflict", details: { id: "C-1" } });
      expect(error?.hint).toContain("choose another key");
      expect(error?.hint).not.toContain("UPSERT");
    }
    made.run('CREATE CONCEPT ?x { TYPE "Person" SET FIELDS {key: "alice-2"} }');
  });

  it("may still lose references, have its retention decided and be tombstoned again", () => {
    const made = space("tombstoned", "C-1");
    expect(made.run('UPDATE "C-3" SET ATTRIBUTES {count: 1}').effect).toBe(true);
    expect(made.run('UPDATE "C-3" UNSET STRUCTURAL {("items", "C-1")}').effect).toBe(true);
    expect(made.run('SET RETENTION "C-1" {legal_hold: true}').effect).toBe(true);
    expect(made.run('TRANSITION "C-1" TO "tombstoned"').effect).toBe(false);
    expect(errorOf(() => made.run('TRANSITION "C-1" TO "archived"'))?.code).toBe(
      "InvalidLifecycleTransition",
    );
  });

  it("is what a retried creation resolves to", () => {
    const made = space("tombstoned", "E-1", "C-1");
    const { summary, effect } = made.run(`MUTATE {
      CREATE EVIDENCE ?e { CLIENT KEY "e" SET FIELDS {evidence_class: "message", payload: "1"} }
      ASSERT ?a ("C-1", "relates", "C-2") {by: "C-2", mode: "stated", evidence: ?e, key: "a"}
    }`);
    expect(effect).toBe(false);
    expect(summary.handles).toEqual({ e: "E-1", a: "A-1" });
  });

  it("takes its last writes in the command that tombstones it, and none in the next of the transaction", () => {
    const made = space("tombstoned");
    const overlay = made.begin();
    made.execute(
      overlay,
      'MUTATE { UPDATE "C-1" SET FIELDS {name: "gone"} TRANSITION "C-1" TO "tombstoned" }',
    );
    expect(errorOf(() => made.execute(overlay, 'UPDATE "C-1" SET FIELDS {name: "x"}'))?.code).toBe(
      "NotFoundOrNotVisible",
    );
  });
});

describe("An element that the same command tombstones", () => {
  const CITING =
    'ASSERT ("C-2", "timezone", "x") {by: "C-2", mode: "stated", evidence: "E-1"} TRANSITION "E-1" TO "tombstoned"';

  it.each([
    ["C-1", 'ASSERT ("C-1", "timezone", "x") {by: "C-2", mode: "stated"}'],
    ["C-1", 'ASSERT ("C-2", "relates", "C-1") {by: "C-2", mode: "stated"}'],
    ["C-1", 'ASSERT ("C-1", "relates", "C-2") {by: "C-2", mode: "stated"}'],
    ["C-1", 'ASSERT ("C-2", "timezone", "x") {by: "C-1", mode: "stated"}'],
    ["C-1", 'ASSERT ("C-2", "timezone", "x") {by: "C-2", mode: "stated", context: ["C-1"]}'],
    ["P-1", 'ASSERT ("C-1", "relates", "C-2") {by: "C-2", mode: "stated"}'],
    ["E-1", 'ASSERT ("C-2", "timezone", "x") {by: "C-2", mode: "stated", evidence: "E-1"}'],
    [
      "E-1",
      'CREATE EVIDENCE ?f { SET FIELDS {evidence_class: "m", payload: 1} SET STRUCTURAL {("source", "E-1")} }',
    ],
    [
      "C-1",
      'CREATE ACTIVITY ?x { SET FIELDS {activity_class: "import"} SET STRUCTURAL {("inputs", "C-1")} }',
    ],
    ["C-1", 'ENSURE PROPOSITION ("C-1", "timezone", "x")'],
    ["C-1", 'UPDATE "C-3" SET STRUCTURAL {("owner", "C-1")}'],
    ["C-1", 'MERGE CONCEPT "C-2" INTO "C-1"'],
    ["A-2", 'TRANSITION "A-1" TO "superseded" BY "A-2"'],
  ])("takes no new reference either, wherever the clauses stand: %s, %s", (id, clause) => {
    for (const order of [0, 1]) {
      const made = space("tombstoned");
      made.run('ASSERT ("C-1", "relates", "C-2") {by: "C-2", mode: "stated"}');
      const before = made.all();
      const clauses = [`TRANSITION "${id}" TO "tombstoned"`, clause];
      const error = errorOf(() => made.run(`MUTATE { ${clauses[order]} ${clauses[1 - order]} }`));
      expect(error).toMatchObject({ code: "NotFoundOrNotVisible", details: { id, state: "tombstoned" } });
      expect(error?.message).toContain("this command leaves tombstoned");
      expect(error?.hint).toContain("in one command and tombstone it in the next");
      expect(made.all()).toEqual(before);
    }
  });

  it("takes it from the command before, in the same transaction", () => {
    const made = space("tombstoned");
    const overlay = made.begin();
    for (const command of CITING.split(/ (?=TRANSITION)/)) made.execute(overlay, command);
    made.commit(overlay);
    expect(made.get("assertion", "A-2").evidence).toEqual([{ id: "E-1", role: "support" }]);
    expect(errorOf(() => space("tombstoned").run(`MUTATE { ${CITING} }`))?.code).toBe("NotFoundOrNotVisible");
  });

  it("may be one that was made in it, and one that is merged", () => {
    const made = space("tombstoned");
    made.run('MUTATE { CREATE CONCEPT ?n { TYPE "Person" NAME "N" } TRANSITION ?n TO "tombstoned" }');
    made.run('MUTATE { MERGE CONCEPT "C-1" INTO "C-2" TRANSITION "C-1" TO "tombstoned" }');
    expect(made.get("concept", "C-1")).toMatchObject({
      merged_into: { id: "C-2" },
      _system: { state: "tombstoned" },
    });
    expect(
      errorOf(() =>
        made.run(`MUTATE { CREATE CONCEPT ?n { TYPE "Person" NAME "N" } TRANSITION ?n TO "tombstoned"
          ASSERT (?n, "timezone", "x") {by: "C-2", mode: "stated"} }`),
      )?.code,
    ).toBe("NotFoundOrNotVisible");
  });

  it("may keep what referred to it, and be archived beside a claim about it", () => {
    const made = space("tombstoned");
    made.run('MUTATE { UPDATE "C-3" SET ATTRIBUTES {count: 1} TRANSITION "C-1" TO "tombstoned" }');
    made.run(
      'MUTATE { ASSERT ("C-2", "timezone", "x") {by: "C-2", mode: "stated"} TRANSITION "C-2" TO "archived" }',
    );
    expect(made.get("concept", "C-2")._system.state).toBe("archived");
  });
});

describe("An archived element", () => {
  it("is written and referred to as before", () => {
    const made = space("archived", "C-1");
    made.run('UPSERT CONCEPT ?x { MATCH {type: "Person", key: "alice"} SET FIELDS {name: "A"} }');
    made.run('ASSERT ("C-1", "timezone", "x") {by: "C-1", mode: "stated"}');
    expect(made.get("concept", "C-1")).toMatchObject({ name: "A", _system: { state: "archived" } });
  });

  it("is called archived where its key is wanted, with a way to read it that works", () => {
    const made = space("archived", "C-1");
    const error = errorOf(() => made.run('CREATE CONCEPT ?x { TYPE "Person" SET FIELDS {key: "alice"} }'));
    expect(error?.code).toBe("IdentityConflict");
    expect(error?.hint).toContain('UPSERT CONCEPT ?c { MATCH {type: "Person", key: "alice"}');
    expect(error?.hint).toContain('It is archived: ?c {id: "C-1"} reads it');
    expect(made.find('FIND(?c.name) WHERE { ?c {id: "C-1"} }')).toEqual(["Alice"]);
    expect(made.find('FIND(?c.name) WHERE { ?c {key: "alice", state: "archived"} }')).toEqual(["Alice"]);
  });

  it("satisfies further members of MATCH as any other does", () => {
    const made = space("archived", "C-1");
    const upsert = (name: string) => () =>
      made.run(`UPSERT CONCEPT ?x { MATCH {type: "Person", key: "alice", name: "${name}"} }`);
    expect(errorOf(upsert("Alice"))).toBeNull();
    expect(errorOf(upsert("Bob"))).toMatchObject({
      code: "IdentityConflict",
      hint: expect.stringContaining("archived"),
    });
  });
});
