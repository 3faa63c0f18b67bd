import { describe, expect, it } from "vitest";
import { refused } from "../verdict.fixture.js";

const inWhere = (clause: string) => `FIND(?x) WHERE { ?x {} ${clause} }`;
const inFilter = (condition: string) => inWhere(`FILTER(${condition})`);
const inValue = (value: string) => `CREATE CONCEPT ?x { TYPE "T" SET ATTRIBUTES {a: ${value}} }`;

describe("forms of KIP 1.x", () => {
  it.each([
    ['UPSERT { CONCEPT ?d { {type: "Drug", name: "A"} } }', "UPSERT CONCEPT ?x { MATCH"],
    ["MUTATE { UPSERT PROPOSITION ?p {} }", "ENSURE PROPOSITION"],
    ['MUTATE { CREATE CONCEPT ?x { TYPE "T" } WITH METADATA {source: "s"} }', "ASSERT"],
    ['CREATE CONCEPT ?x { TYPE "T" METADATA {a: 1} }', "no metadata block"],
    ['CREATE CONCEPT ?x { TYPE "T" SET PROPOSITIONS { ("treats", ?y) } }', "ASSERT (?s"],
    ["DELETE CONCEPT ?x DETACH WHERE { ?x {} }", "TRANSITION"],
    ["DELETE ATTRIBUTES {a} FROM ?x", "UNSET ATTRIBUTES"],
    ["RETRACT :a", 'TRANSITION :assertion TO "retracted"'],
    ["MUTATE { SUPERSEDE :a BY :b }", 'TO "superseded" BY'],
    ["CORRECT :e BY :f", 'TO "corrected" BY'],
    ["ARCHIVE ?x WHERE { ?x {} }", 'TO "archived"'],
    ["TOMBSTONE :x", 'TO "tombstoned"'],
    ["COMPLETE :act", 'TO "completed"'],
    [`${inWhere("")} AS OF TIME "2026-01-01T00:00:00.000Z"`, "DESCRIBE SNAPSHOT AT TIME"],
    [`${inWhere("")} AS OF TX :tx`, "DESCRIBE TRANSACTION"],
    ['TRANSITION :a TO "archived" EXPECT STATE "active"', "EXPECT VERSION"],
    ['SEARCH COGNITION "x"', "one kind"],
    ["DESCRIBE EXECUTION CONTEXT", "DESCRIBE PRIMER"],
    ['DESCRIBE CONCEPT TYPE "Drug"', "DESCRIBE TYPE"],
    ["UPDATE :x UNSET FIELDS {name}", "UNSET takes"],
  ])("%s gets the form of 2.0", (text, advice) => {
    expect(refused(text).code).toBe("InvalidSyntax");
    expect(refused(text).hint).toContain(advice);
  });
});

describe("habits of other languages", () => {
  it.each([
    ["SELECT ?x WHERE { ?x {} }", "FIND("],
    ["INSERT CONCEPT ?x {}", "CREATE"],
    [`${inWhere("")} OFFSET 10`, "CURSOR"],
    [`${inWhere("")} GROUP BY ?x`, "implicit"],
    [`${inWhere("")};`, "semicolon"],
    [inFilter('?x.a = "b"'), "=="],
    [inFilter("?x.a => 1"), ">="],
    [inFilter("?x.a == 1 AND ?x.b == 2"), "&&"],
    [inFilter("?x.a == 1 or ?x.b == 2"), "||"],
    [inFilter("?x.a <> 1"), "Write"],
    [inFilter('?x.a IN ["b"]'), "IN(?x.name"],
    [inFilter('?x.a LIKE "b%"'), "CONTAINS("],
    [inFilter("?x.a IS NULL"), "IS_NULL("],
    [inWhere("?y {name = 1}"), "colon"],
    [inWhere(", ?y {}"), "white space"],
    [inWhere('?y {type: "T" name: "n"}'), "commas"],
    [inWhere('?y {type: "T",}'), "comma"],
    [inValue("'text'"), '"text"'],
    [inValue("`text`"), '"text"'],
    [inValue("True"), "true in lower case"],
    [inValue("NULL"), "null in lower case"],
    [inValue("None"), "null"],
    [inValue("$param"), ":param"],
    [inValue("{{param}}"), ":param"],
    [inValue("@param"), ":param"],
    [inValue("active"), '"active"'],
    ["/* note */ DESCRIBE PRIMER", "//"],
    ["DESCRIBE PRIMER # note", "//"],
    ["DESCRIBE PRIMER -- note", "//"],
    ["CREATE CONCEPT x {}", "?x"],
    ["FIND(x) WHERE { ?x {} }", "?x"],
    ["CREATE CONCEPT ?x { TYPE Person }", '"Person"'],
    [inWhere("(?x, prefers, ?y)"), '"prefers"'],
    [inValue('"two\nlines"'), "\\n"],
    [inValue('"open'), "double quote"],
    ["FIND(?x) WHERE {\n  ?x {}\n", "Close the { of line 1"],
    ["FIND(?x WHERE { ?x {} }", ""],
    ["FIND(?x)\u00a0WHERE { ?x {} }", "invisible"],
    ["\ufeffDESCRIBE PRIMER", "invisible"],
  ])("%s gets the form of KIP", (text, advice) => {
    const { hint = "", code } = refused(text);
    expect(code).toBe("InvalidSyntax");
    expect(hint).toContain(advice);
  });
});

describe("misspelt keywords", () => {
  it.each([
    ["FND(?x) WHERE { ?x {} }", "FIND"],
    ["FIND(?x) WHRE { ?x {} }", "WHERE"],
    [`${inWhere("")} LIMT 5`, "LIMIT"],
    [`${inWhere("")} ODRER BY ?x`, "ORDER"],
    [inWhere("FLITER(?x.a == 1)"), "FILTER"],
    ["DESCRIBE PRIMRE", "PRIMER"],
    ["LIST PREDICATE", "PREDICATES"],
    ['TRANSTION :a TO "archived"', "TRANSITION"],
    ['SEARCH CONCEPTS "x"', "CONCEPT"],
    ['PURGE :x CONFRM "PURGE"', "CONFIRM"],
  ])("%s means %s", (text, keyword) => {
    expect(refused(text).hint).toContain(`Did you mean ${keyword}?`);
  });

  it("are not guessed from far away", () => {
    expect(refused("hello world").hint).toBeUndefined();
  });
});

describe("clauses out of order", () => {
  it.each([
    ["FIND(?x) LIMIT 5 WHERE { ?x {} }", "FIND"],
    [`${inWhere("")} LIMIT 5 ORDER BY ?x`, "FIND"],
    [`${inWhere("")} FOR TIME :t AS OF SEQ 1`, "FIND"],
    ["UPDATE :x EXPECT VERSION 1 SET ATTRIBUTES {a: 1}", "UPDATE"],
    ["UPDATE ?x WHERE { ?x {} } SET ATTRIBUTES {a: 1}", "UPDATE"],
    ['SEARCH CONCEPT "x" LIMIT 5 MODE "keyword"', "SEARCH"],
    ['SEARCH CONCEPT "x" WITH PREDICATE "p" WITH TYPE "T"', "SEARCH"],
    ['TRANSITION :x WHERE {} TO "archived"', "TRANSITION"],
    ['PURGE ?x CONFIRM "PURGE" WHERE { ?x {} }', "PURGE"],
    ["EXPORT CAPSULE ?x WITH {} WHERE { ?x {} }", "EXPORT"],
  ])("%s gets the order of %s", (text, statement) => {
    expect(refused(text).hint).toContain(`The clauses of ${statement} come in this order`);
  });
});
