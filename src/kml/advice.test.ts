import { describe, expect, it } from "vitest";
import { errorOf, TestSpace } from "./test/space.js";

function hintOf(command: string, parameters = {}): string {
  const space = new TestSpace();
  space.run(`MUTATE {
    CREATE CONCEPT ?alice { TYPE "Person" NAME "Alice" SET FIELDS {key: "alice"} }
    CREATE CONCEPT ?n { TYPE "Counter" SET FIELDS {key: "n"} }
    ASSERT (?alice, "timezone", "+08:00") {by: ?alice, mode: "stated"}
  }`);
  return errorOf(() => space.run(command, parameters))?.hint ?? "accepted";
}

describe("An unknown field", () => {
  it.each([
    ['CREATE CONCEPT ?c { TYPE "Counter" SET FIELDS {nam: "x"} }', "Did you mean the field name?"],
    ['UPDATE "C-2" SET FIELDS {nam: "x"}', "Did you mean the field name?"],
    ['CREATE EVIDENCE ?e { SET FIELDS {evidence_clas: "m"} }', "Did you mean the field evidence_class?"],
    ['UPDATE "C-2" SET FIELDS {count: 1}', "Write count as an attribute: SET ATTRIBUTES {count: …}."],
    ['UPDATE "C-2" SET FIELDS {coumt: 1}', "Write count as an attribute: SET ATTRIBUTES {count: …}."],
    [
      'CREATE CONCEPT ?c { TYPE "Person" SET FIELDS {nam: "x"} }',
      "Did you mean the field name? An attribute is written with SET ATTRIBUTES {nam: …}.",
    ],
  ])("%s", (command, hint) => {
    expect(hintOf(command)).toBe(hint);
  });

  it("of a closed type is no attribute either", () => {
    expect(hintOf('UPDATE "C-2" SET FIELDS {zzz: 1}')).toBe(
      "Its fields are name, key, canonical_id, aliases.",
    );
    expect(hintOf('UPDATE "C-2" SET FIELDS {source: 1}')).not.toContain("STRUCTURAL");
  });

  it("is not taken for a reference field of another kind", () => {
    expect(hintOf('CREATE EVIDENCE ?e { SET FIELDS {source: "C-1"} }')).toContain("SET STRUCTURAL");
    expect(hintOf('CREATE ACTIVITY ?x { SET FIELDS {source: "C-1"} }')).not.toContain("SET STRUCTURAL");
  });
});

describe("Advice", () => {
  it("recommends nothing that this engine refuses", () => {
    expect(hintOf('UPDATE "C-1" SET FIELDS {key: "other"}')).not.toContain("MERGE");
    expect(hintOf('UPDATE "C-1" SET FIELDS {key: "other"}')).toContain("same_as");
  });

  it("lists the states of the target's kind", () => {
    expect(hintOf('TRANSITION "C-1" TO :s', { s: "gone" })).toBe(
      'a Concept moves to "archived", "tombstoned".',
    );
    expect(hintOf('TRANSITION ?x TO :s WHERE { ?x {key: "n"} }', { s: "gone" })).toContain(
      'Evidence moves to "corrected"',
    );
  });

  it("tells a value from an element", () => {
    for (const statement of [
      'UPDATE ?o SET FIELDS {name: "x"}',
      'TRANSITION ?o TO "archived"',
      "SET RETENTION ?o {legal_hold: true}",
    ]) {
      // The clauses of each come before its WHERE.
      const hint = hintOf(`${statement} WHERE { (?x, "timezone", ?o) }`);
      expect(hint, statement).toContain("?o stands for a value here");
    }
    expect(
      hintOf('UPDATE ?x SET FIELDS {name: "x"} WHERE { ?y {key: "n"} OPTIONAL { ?p (?y, "relates", ?x) } }'),
    ).toContain("outside OPTIONAL");
  });
});
