import { describe, expect, it } from "vitest";
import { accepted, blamed, refused } from "../verdict.fixture.js";

describe("handles", () => {
  it("are declared once in a block", () => {
    const text = 'MUTATE { CREATE CONCEPT ?x { TYPE "T" } ENSURE PROPOSITION ?x (:a, "p", :b) }';
    expect(refused(text)).toMatchObject({
      code: "DuplicateLocalHandle",
      from: text.lastIndexOf("?x"),
      found: "?x",
    });
  });

  it.each([
    ["CREATE EVIDENCE", "CREATE EVIDENCE ?x {}"],
    ["CREATE ASSERTION", "CREATE ASSERTION ?x {}"],
    ["CREATE ACTIVITY", "CREATE ACTIVITY ?x {}"],
    ["UPSERT CONCEPT", 'UPSERT CONCEPT ?x { MATCH {key: "k"} }'],
    ["ASSERT", 'ASSERT ?x (:a, "p", :b) {by: :a, mode: "stated"}'],
  ])("are declared by %s", (_, statement) => {
    expect(refused(`MUTATE { ${statement} CREATE CONCEPT ?x { TYPE "T" } }`).code).toBe(
      "DuplicateLocalHandle",
    );
  });

  it("may be referred to before they are declared, and in a circle", () => {
    accepted(
      `MUTATE {
        ASSERT (?a, "knows", ?b) {by: ?a, mode: "stated", evidence: [?e]}
        CREATE EVIDENCE ?e { SET STRUCTURAL {("generated_by", ?act)} }
        CREATE ACTIVITY ?act { SET STRUCTURAL {("outputs", ?e)} }
        CREATE CONCEPT ?a { TYPE "Person" }
        CREATE CONCEPT ?b { TYPE "Person" SET ATTRIBUTES {friends: [{who: ?a}]} }
      }`,
      "Mutate",
    );
  });

  it.each([
    ["a tuple", 'ENSURE PROPOSITION (?nobody, "p", 1)'],
    ["a tuple inside a tuple", 'ENSURE PROPOSITION (:a, "p", (:b, "q", ?nobody))'],
    ["an inline match", 'ENSURE PROPOSITION ({type: "T", key: ?nobody}, "p", 1)'],
    ["a member of ASSERT", 'ASSERT (:a, "p", 1) {by: ?nobody, mode: "stated"}'],
    ["SUPERSEDING", 'ASSERT (:a, "p", 1) {by: :a, mode: "stated"} SUPERSEDING ?nobody'],
    ["a field", "CREATE ASSERTION ?a { SET FIELDS {proposition: ?nobody} }"],
    ["a nested value", "CREATE ASSERTION ?a { SET FIELDS {context_refs: [{id: ?nobody}]} }"],
    ["a structural target", 'CREATE ACTIVITY ?a { SET STRUCTURAL {("inputs", ?nobody)} }'],
    ["a structural option", 'CREATE ACTIVITY ?a { SET STRUCTURAL {("inputs", :x) {of: ?nobody}} }'],
    ["MATCH", "UPSERT CONCEPT ?x { MATCH {key: ?nobody} }"],
    ["a target without WHERE", "UPDATE ?nobody SET ATTRIBUTES {a: 1}"],
    ["a target its WHERE does not bind", "UPDATE ?nobody SET ATTRIBUTES {a: 1} WHERE { ?x {} }"],
    [
      "a target bound inside NOT only",
      'UPDATE ?nobody SET ATTRIBUTES {a: 1} WHERE { ?x {} NOT { (?x, "p", ?nobody) } }',
    ],
    ["BY", 'TRANSITION :a TO "superseded" BY ?nobody'],
    ["retention", "SET RETENTION ?nobody {}"],
    ["PURGE", 'PURGE ?nobody CONFIRM "PURGE"'],
    ["PURGE PAYLOAD", 'PURGE PAYLOAD ?nobody CONFIRM "PURGE"'],
    ["MERGE", "MERGE CONCEPT :a INTO ?nobody"],
    ["EXPORT", "EXPORT CAPSULE ?nobody WHERE { ?x {} }"],
  ])("have to exist where %s names one", (_, text) => {
    expect(refused(text)).toMatchObject({ code: "ReferenceError", found: "?nobody" });
    expect(blamed(text)).toBe("?nobody");
  });

  it("do not leak out of the WHERE of another statement", () => {
    const text = `MUTATE {
      UPDATE ?x SET ATTRIBUTES {a: 1} WHERE { ?x {} }
      TRANSITION ?x TO "archived"
    }`;
    expect(refused(text)).toMatchObject({ code: "ReferenceError", line: 3 });
  });

  it("may be a statement's own", () => {
    accepted('CREATE ACTIVITY ?a { SET STRUCTURAL {("outputs", ?a)} }', "CreateActivity");
  });

  it("may be bound by the statement's own WHERE", () => {
    accepted('UPDATE ?x SET STRUCTURAL {("about", ?t)} WHERE { ?x {} OPTIONAL { (?x, "p", ?t) } }', "Update");
    accepted("MERGE CONCEPT ?a INTO ?b WHERE { ?a {id: :a} ?b {id: :b} }", "MergeConcept");
  });

  it("are suggested when the spelling is near", () => {
    const text = 'MUTATE { CREATE CONCEPT ?alice { TYPE "Person" } ENSURE PROPOSITION (?alcie, "p", 1) }';
    expect(refused(text).hint).toBe("Did you mean ?alice?");
  });
});
