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
    ["DELETE :x", 'PURGE :id CONFIRM "PURGE"'],
    ["DELETE ATTRIBUTES {a} FROM ?x", "UNSET ATTRIBUTES"],
    ["RETRACT :a", 'TRANSITION :id TO "retracted"'],
    ["MUTATE { SUPERSEDE :a BY :b }", 'TO "superseded" BY'],
    ["CORRECT :e BY :f", 'TO "corrected" BY'],
    ["ARCHIVE ?x WHERE { ?x {} }", 'TO "archived"'],
    ["TOMBSTONE :x", 'TO "tombstoned"'],
    ["COMPLETE :act", 'TO "completed"'],
    [`${inWhere("")} AS OF TIME "2026-01-01T00:00:00.000Z"`, "FOR TIME :t"],
    [`${inWhere("")} AS OF TX :tx`, "FOR TIME :t"],
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
    ["FIND(...) WHERE {}", "Dots stand for what was left out"],
    ["ASSERT (:a, …, :b)", "Dots stand for"],
    ["DESCRIBE TYPE <type name>", "<type name> stands for something"],
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
    [inFilter('?x.a IN ["b"]'), 'IN(?x.a, ["b"])'],
    [inFilter('?x.a LIKE "b%"'), 'STARTS_WITH(?x.a, "b")'],
    [inFilter('?x.a LIKE "%b"'), 'ENDS_WITH(?x.a, "b")'],
    [inFilter('?x.a LIKE "%b%"'), 'CONTAINS(?x.a, "b")'],
    [inFilter('?x.name CONTAINS "b"'), 'CONTAINS(?x.name, "b")'],
    [inFilter("?x.a.b IS NULL"), "IS_NULL(?x.a.b)"],
    [inFilter("?x.a.b IS NOT NULL"), "IS_NOT_NULL(?x.a.b)"],
    [inFilter("?x.a NOT IN [1]"), "!IN(?x.a, [1])"],
    [inFilter("not ?x.a == 1"), "!(…)"],
    [inFilter("!!?x.a"), "leave both out"],
    [inFilter("?x.a =< 1"), "<="],
    [inFilter("?x.a === 1"), "=="],
    [inFilter("?x.a !== 1"), "!="],
    [inFilter("?x.a BETWEEN 1 AND 2"), "?x.a >= 1 &&"],
    [inFilter("?x.a + 1 == 2"), ":parameter"],
    [inFilter('?x.a == "b" + ?x.c'), ":parameter"],
    [inFilter('CONTAINS(?x.a, "b" + ?x.c)'), ":parameter"],
    [inFilter("?x.a == :b * 2"), ":parameter"],
    [inFilter("?x->a == 1"), "dots"],
    [inFilter('?x.name.startsWith("a")'), "CONTAINS(?x.name"],
    [inFilter("?x.a == 1; ?x.b == 2"), "&&"],
    [inFilter("?x.a == 1 ?x.b == 2"), "&&"],
    [inFilter("?x.0 == 1"), "array"],
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
    ["FIND(?x)\u00a0WHERE { ?x {} }", "invisible"],
    ["\ufeffDESCRIBE PRIMER", "invisible"],
  ])("%s gets the form of KIP", (text, advice) => {
    const { hint = "", code } = refused(text);
    expect(code).toBe("InvalidSyntax");
    expect(hint).toContain(advice);
  });
});

describe("forms that are nearly right", () => {
  it.each([
    [inWhere('FILTER ?x.key == "a"'), 'FILTER(?x.key == "a")'],
    [inWhere("FILTER !IS_NULL(?x.a) FILTER(true)"), "FILTER(!IS_NULL(?x.a))."],
    ["FIND(DISTINCT ?x.key) WHERE { ?x {} }", "COUNT(DISTINCT ?x.key)"],
    ["FIND DISTINCT ?x WHERE { ?x {} }", "COUNT(DISTINCT ?x)"],
    ["FIND ?x WHERE { ?x {} }", "FIND(?x)"],
    ["FIND() WHERE { ?x {} }", "FIND(?x)"],
    ["FIND(COUNT(*)) WHERE { ?x {} }", "COUNT(?x)"],
    ["FIND(?x AS ?y) WHERE { ?x {} }", "leave AS out"],
    ["FIND(?x, WHERE { ?x {} }", "missing before WHERE"],
    ["FIND('?x') WHERE { ?x {} }", "?x."],
    ["FIND(?x) WHERE ?x {}", "WHERE { … }"],
    ["FIND(?x) { ?x {} }", "WHERE"],
    ["FIND(?x)", "WHERE"],
    [`${inWhere("")} ORDER BY ?x DESCENDING`, "DESC."],
    [`${inWhere("")} SORT BY ?x`, "ORDER BY"],
    [`${inWhere("")} TOP 5`, "LIMIT 5"],
    [`${inWhere("")} LIMIT(5)`, "without parentheses"],
    [`${inWhere("")} LIMIT = 5`, "has no ="],
    [`${inWhere("")} GO`, "leave out what follows"],
    [inWhere("AND ?y {}"), "leave it out"],
    [inWhere("OR ?y {}"), "UNION"],
    [inWhere('?x.name == "a"'), "FILTER(?x.name == …)"],
    [inWhere('?x "knows" ?y'), '(?x, "knows", ?y)'],
    [inWhere('?y {name == "a"}'), "colon"],
    ['UPDATE :x SET {"a": 1}', "SET ATTRIBUTES"],
    ['CREATE CONCEPT ?x {"type": "T"}', "clauses, not members"],
    ['CREATE CONCEPT ?x {type: "T"}', "has no :"],
    ['CREATE CONCEPT ?x { TYPE "T" ATTRIBUTES {a: 1} }', "SET ATTRIBUTES"],
    ['FIND(?x."name") WHERE { ?x {} }', '?x["name"]'],
    ['ASSERT ?a "p" ?b', "ASSERT (?subject"],
    ["MUTATE { FIND(?x) WHERE { ?x {} } }", "operation of its own"],
    ["SET ATTRIBUTES {a: 1}", "UPDATE :id SET"],
  ])("%s gets the form of KIP", (text, advice) => {
    expect(refused(text).hint).toContain(advice);
  });
});

describe("what stands around a command", () => {
  it.each([
    ["```kip\nDESCRIBE PRIMER\n```", "fence"],
    ["DESCRIBE PRIMER\n```", "fence"],
    ["`DESCRIBE PRIMER`", "without quotes"],
    ["'DESCRIBE PRIMER'", "without quotes"],
    ['"DESCRIBE PRIMER"', "without quotes"],
    ['{"command": "DESCRIBE PRIMER"}', "not JSON"],
    ["kip\nDESCRIBE PRIMER", "before DESCRIBE"],
    ["KIP: FIND(?x) WHERE { ?x {} }", "before FIND"],
  ])("is to be left out: %s", (text, advice) => {
    expect(refused(text).hint).toContain(advice);
  });
});

describe("open brackets", () => {
  it.each([
    ["FIND(?x WHERE { ?x {} }", "Close the ( of line 1, column 5 with ) before WHERE."],
    ["FIND(COUNT(?x) WHERE { ?x {} }", "Close the ( of line 1, column 5 with ) before WHERE."],
    ["FIND(?x)\nWHERE {\n  ?x {}\nLIMIT 5", "Close the { of line 2, column 7 with } before LIMIT."],
    ["FIND(?x)\rWHERE {\r  ?x {}\rLIMIT 5", "Close the { of line 2, column 7 with } before LIMIT."],
    [
      "FIND(?x) WHERE { ?x {a: 1 ORDER BY ?x",
      "Close the { of line 1, column 21 and the { of line 1, column 16 with }} before ORDER.",
    ],
    [
      'FIND(?x) WHERE { ?x {type: "T" FILTER(true) }',
      "Close the { of line 1, column 21 with } before FILTER.",
    ],
    ["FIND(?x) WHERE { ?x {a: [1, 2 } }", "Close the [ of line 1, column 25 with ] before }."],
    [
      inFilter("(?x.a == 1 || ?x.b == 2").replace(") }", " }"),
      "Close the ( of line 1, column 31 and the ( of",
    ],
    ['ASSERT (?a, "p", ?b {by: ?a}', "Close the ( of line 1, column 8 with ) before {."],
    [
      "UPDATE :x SET ATTRIBUTES {a: 1 EXPECT VERSION 1",
      "Close the { of line 1, column 26 with } before EXPECT.",
    ],
    [
      'MUTATE { CREATE CONCEPT ?x { TYPE "T" CREATE',
      "Close the { of line 1, column 28 with } before CREATE.",
    ],
    [inWhere("").slice(0, -1), "Close the { of line 1, column 16 with }."],
    [`${inWhere("")} }`, "No bracket is open here"],
  ])("are named where they are missed: %s", (text, advice) => {
    expect(refused(text).hint).toContain(advice);
  });

  it.each([
    ['CREATE CONCEPT ?x { TYPE "T" SET ATTRIBUTES {a: 1 name: "n"} }', "put one before name"],
    ["FIND(?x ?y) WHERE { ?x {} }", "put one before ?y"],
    ['ASSERT (?a "p" ?b) {by: ?a}', 'put one before "p"'],
    [inWhere("?y {a: [1 2]}"), "put one before 2"],
  ])("are not blamed for a missing comma: %s", (text, advice) => {
    expect(refused(text).hint).toContain(advice);
  });
});

describe("advice", () => {
  const sources = import.meta.glob<string>(["./*.ts", "!./*.test.ts", "!./order.ts"], {
    query: "?raw",
    import: "default",
    eager: true,
  });
  const unexecuted = /\b(?:EXPORT CAPSULE|IMPORT CAPSULE|(?:DESCRIBE|VERIFY|VALIDATE) CAPSULE|IMPORT PLAN)\b/;

  it("recommends no statement the engine does not execute, or says so", () => {
    for (const [file, source] of Object.entries(sources)) {
      for (const [text] of source.matchAll(/"(?:[^"\\\n]|\\.){20,}"|'[^'\n]{20,}'|`[^`]{20,}`/g)) {
        if (unexecuted.test(text)) expect(text, file).toMatch(/not execute/);
      }
    }
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
    [`${inWhere("")} FOR TIME :t AS OF SEQ 1`, "FIND"],
    ["UPDATE :x EXPECT VERSION 1 SET ATTRIBUTES {a: 1}", "UPDATE"],
    ['SEARCH CONCEPT "x" LIMIT 5 MODE "keyword"', "SEARCH"],
    ['SEARCH CONCEPT "x" WITH PREDICATE "p" WITH TYPE "T"', "SEARCH"],
    ['TRANSITION :x WHERE {} TO "archived"', "TRANSITION"],
    ['PURGE ?x CONFIRM "PURGE" WHERE { ?x {} }', "PURGE"],
  ])("%s gets the order of %s", (text, statement) => {
    expect(refused(text).hint).toContain(`The clauses of ${statement} come in this order`);
  });
});
