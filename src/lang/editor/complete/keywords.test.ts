import { describe, expect, it } from "vitest";
import { labelsAt, offers, offersExactly, offersNone, textAfter } from "./completion.fixture.js";

describe("at the start", () => {
  it("offers every statement, the everyday ones first", () => {
    const labels = labelsAt("|");
    expect(labels.slice(0, 4)).toEqual(["FIND", "ASSERT", "MUTATE", "CREATE CONCEPT"]);
    expect(labels).toEqual(
      expect.arrayContaining(["SET RETENTION", "PURGE PAYLOAD", "DESCRIBE", "SEARCH", "EXPORT CAPSULE"]),
    );
  });

  it("does so behind comments and blank lines", () => {
    expect(labelsAt("// first\n\n|")).toContain("FIND");
    expect(labelsAt("fi|")).toContain("FIND");
  });

  it("offers no second command", () => {
    const labels = labelsAt("FIND(?x) WHERE { ?x {} }\n|");
    expect(labels).toEqual(["AS OF SEQ", "FOR TIME", "WITH EPISTEMIC", "ORDER BY", "LIMIT", "CURSOR"]);
  });
});

describe("keywords", () => {
  describe("go on with a statement", () => {
    offersExactly(
      ["FIND(?x) |", "WHERE"],
      ["FIND(?x) WHERE { ?x {} } ORDER BY ?x.name ASC LIMIT 3 |", "CURSOR"],
      ["CREATE |", "CONCEPT", "ASSERTION", "EVIDENCE", "ACTIVITY"],
      ["PURGE :x |", "WHERE", "LIMIT", "REFERENCE POLICY", "CONFIRM", "EXPECT VERSION"],
      ["UPSERT CONCEPT ?x { MATCH {id: :x} SET FIELDS {name: :n} } |", "EXPECT VERSION"],
      [
        'TRANSITION :x TO "completed" |',
        "WHERE",
        "BY",
        "LIMIT",
        "SET FIELDS",
        "SET STRUCTURAL",
        "EXPECT VERSION",
      ],
      ["UPDATE :x |", ...setClauses("FIELDS", "ATTRIBUTES", "FACET", "STRUCTURAL"), ...unsetClauses()],
      ["EXPECT|", ...labelsAt("|")],
      ["UPDATE :x SET FIELDS {} EXPECT VERSION 1 OF |", "STRUCTURAL", "ATTRIBUTES", "FACET", "RETENTION"],
      ["DESCRIBE SNAPSHOT |", "AS OF SEQ", "AT TIME"],
      ["HISTORY SPACE |", "LIMIT", "CURSOR", "TO SEQ", "FROM SEQ"],
      ["DESCRIBE COMPATIBILITY |", "FROM"],
      ["LIST DEPENDENTS :x |", "LIMIT", "CURSOR", "DEPTH"],
      ["EXPORT CAPSULE :x |", "WHERE"],
      ["EXPORT CAPSULE :x WHERE { ?y {} } |", "AS OF SEQ", "WITH"],
      [
        'SEARCH CONCEPT "a" |',
        "AS OF SEQ",
        "WITH TYPE",
        "WITH PREDICATE",
        "LIMIT",
        "CURSOR",
        "MODE",
        "THRESHOLD",
      ],
      ['SEARCH CONCEPT "a" WITH TYPE "P" WITH |', "PREDICATE"],
    );
  });

  describe("begin a clause of WHERE", () => {
    offersExactly(
      ["FIND(?x) WHERE { ?x {} | }", "?x", "PROPOSITION", "STRUCTURAL", "FILTER", "NOT", "OPTIONAL", "UNION"],
      [
        "UPDATE ?x SET FIELDS {} WHERE { | }",
        "PROPOSITION",
        "STRUCTURAL",
        "FILTER",
        "NOT",
        "OPTIONAL",
        "UNION",
      ],
    );
    offers(["FIND(?x) WHERE { ?x | }", "BELIEF", "BELIEF SLOT", "SEARCH", "STRUCTURAL", "ASSERTION"]);
  });

  describe("keep to the rules that the grammar leaves to the checks", () => {
    offersNone(
      ["FIND(?x) WHERE { NOT { ?x | } }", "SEARCH"],
      ["UPDATE ?x SET FIELDS {} WHERE { ?x | }", "SEARCH", "BELIEF", "BELIEF SLOT"],
      ["EXPORT CAPSULE ?x WHERE { ?x | }", "SEARCH", "BELIEF"],
      ["MUTATE { | }", "MUTATE", "DEFINE PREDICATE", "FIND", "DESCRIBE"],
      ['CREATE CONCEPT ?x { TYPE "Person" NAME "A" | }', "TYPE", "NAME"],
      ["CREATE CONCEPT ?x { SET FIELDS {} | }", "SET FIELDS"],
      ["CREATE EVIDENCE ?x { | }", "SET ATTRIBUTES", "TYPE"],
      [
        "FIND(?x) WHERE { NOT { ?x SEARCH CONCEPT :t LIMIT 1 } }\nLIMIT 5 |",
        "FIND",
        "SEARCH",
        "SET RETENTION",
      ],
    );
    offers(
      ["FIND(?x) WHERE { NOT { ?y {} } ?x | }", "SEARCH"],
      [
        'MUTATE { ASSERT (:a, "p", :b) {by: :a, mode: "stated"} | }',
        "SUPERSEDING",
        "ASSERT",
        "SET RETENTION",
      ],
      ["UPDATE :x SET FIELDS {} |", "SET FACET"],
    );
  });

  it("take the place of a word in any case", () => {
    expect(textAfter("FIND(?x) wh|", "WHERE")).toBe("FIND(?x) WHERE");
  });
});

function setClauses(...words: readonly string[]): string[] {
  return words.map((word) => `SET ${word}`);
}

function unsetClauses(): string[] {
  return ["UNSET ATTRIBUTES", "UNSET FACET", "UNSET STRUCTURAL"];
}
