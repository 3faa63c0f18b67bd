import { describe, expect, it } from "vitest";
import { parse } from "../parse.js";
import { refused } from "../verdict.fixture.js";

/**
 * What somebody writes who has read only the syntax card and knows other languages, and the command with its hint
 * applied. What the hint has to contain word for word stands between « and ».
 */
const MISTAKES: readonly (readonly [wrong: string, applied: string])[] = [
  ['UPDATE CONCEPT "C-1" SET ATTRIBUTES {a: 1}', '«UPDATE "C-1"» SET ATTRIBUTES {a: 1}'],
  ['PURGE CONCEPT "C-1" CONFIRM "PURGE"', '«PURGE "C-1"» CONFIRM "PURGE"'],
  ['TRANSITION ASSERTION "A-1" TO "retracted"', '«TRANSITION "A-1"» TO "retracted"'],
  ["SET RETENTION EVIDENCE :e {legal_hold: true}", "SET «RETENTION :e» {legal_hold: true}"],
  ['MERGE CONCEPT "C-1" INTO CONCEPT "C-2"', 'MERGE CONCEPT "C-1" «INTO "C-2"»'],
  [
    'PURGE PAYLOAD "E-1" REFERENCE POLICY "deny_if_referenced" CONFIRM "PURGE"',
    '«PURGE PAYLOAD "E-1" CONFIRM "PURGE"»',
  ],
  ['PURGE PAYLOAD OF "E-1" CONFIRM "PURGE"', 'PURGE «PAYLOAD "E-1"» CONFIRM "PURGE"'],
  ['PURGE "C-1"', 'PURGE "C-1" «CONFIRM "PURGE"»'],
  ['PURGE ?x WHERE { ?x {key: "a"} }', 'PURGE ?x WHERE { ?x {key: "a"} } «CONFIRM "PURGE"»'],
  ['PURGE "C-1" FORCE', 'PURGE "C-1" «CONFIRM "PURGE"»'],
  ['PURGE "C-1" CONFIRM PURGE', 'PURGE "C-1" «CONFIRM "PURGE"»'],
  ['PURGE "C-1" CONFIRM "yes"', 'PURGE "C-1" «CONFIRM "PURGE"»'],
  [
    'PURGE "C-1" REFERENCE POLICY deny CONFIRM "PURGE"',
    'PURGE "C-1" «REFERENCE POLICY "deny_if_referenced"» CONFIRM "PURGE"',
  ],
  ['UPDATE "C-1" UNSET ATTRIBUTES ["a"]', 'UPDATE "C-1" «UNSET ATTRIBUTES {"a"}»'],
  ['UPDATE "C-1" UNSET ATTRIBUTES a, b', 'UPDATE "C-1" «UNSET ATTRIBUTES {a, b}»'],
  ['UPDATE "C-1" UNSET ATTRIBUTES {a: null}', 'UPDATE "C-1" «UNSET ATTRIBUTES {a}»'],
  ['UPDATE "C-1" UNSET a', 'UPDATE "C-1" «UNSET ATTRIBUTES {a}»'],
  ['MERGE CONCEPT "C-1" WITH "C-2"', '«MERGE CONCEPT "C-1" INTO "C-2"»'],
  ['MERGE (a:Person {name: "Alice"})', '«UPSERT CONCEPT ?x { MATCH {type: "Person", key: "alice"} }»'],
  ['UPDATE "C-1" SET name = "x"', 'UPDATE "C-1" «SET FIELDS {name: "x"}»'],
  ["UPDATE \"C-1\" SET goal = 'x'", 'UPDATE "C-1" «SET ATTRIBUTES {goal: "x"}»'],
  ['UPDATE "C-1" SET {name: "x"}', 'UPDATE "C-1" «SET FIELDS {name: "x"}»'],
  ['UPDATE "C-1" {goal: "x"}', 'UPDATE "C-1" «SET ATTRIBUTES {goal: "x"}»'],
  ['UPDATE "C-1" SET ATTRIBUTES name = "x"', 'UPDATE "C-1" «SET FIELDS {name: "x"}»'],
  ['UPDATE "C-1" ADD ATTRIBUTES {a: 1}', 'UPDATE "C-1" «SET ATTRIBUTES» {a: 1}'],
  [
    'UPDATE ?x SET ?x.attributes.n = 1 WHERE { ?x {key: "a"} }',
    'UPDATE ?x «SET ATTRIBUTES {n: 1}» WHERE { ?x {key: "a"} }',
  ],
  [
    'UPDATE ?x WHERE { ?x {key: "a"} } SET ATTRIBUTES {n: 1}',
    '«UPDATE ?x SET ATTRIBUTES {n: 1} WHERE { ?x {key: "a"} }»',
  ],
  [
    'UPDATE Person SET name = "x" WHERE key = "alice"',
    'UPDATE ?x SET FIELDS {name: "x"} «WHERE { ?x {type: "Person", key: :key} }»',
  ],
  [
    'UPDATE ?x SET ATTRIBUTES {n: ?x.attributes.n + 1} WHERE { ?x {key: "a"} }',
    'UPDATE ?x SET ATTRIBUTES {n: «ADD(?x.attributes.n, 1)»} WHERE { ?x {key: "a"} }',
  ],
  [
    'UPDATE ?x SET ATTRIBUTES {n: n - 1} WHERE { ?x {key: "a"} }',
    'UPDATE ?x SET ATTRIBUTES {n: «ADD(?x.attributes.n, -1)»} WHERE { ?x {key: "a"} }',
  ],
  [
    'UPDATE ?x SET ATTRIBUTES {n: ?x.attributes.n * 2} WHERE { ?x {key: "a"} }',
    'UPDATE ?x SET ATTRIBUTES {n: «MUL(?x.attributes.n, 2)»} WHERE { ?x {key: "a"} }',
  ],
  [
    'UPDATE ?x SET ATTRIBUTES {n += 1} WHERE { ?x {key: "a"} }',
    'UPDATE ?x SET ATTRIBUTES {n: «ADD(?x.attributes.n, 1)»} WHERE { ?x {key: "a"} }',
  ],
  [
    'UPDATE "C-1" SET FACETS {MnemonicState: {salience: 1}}',
    'UPDATE "C-1" «SET FACET "MnemonicState" {salience: 1}»',
  ],
  ['UPDATE "C-1" SET STRUCTURAL {has_step: "C-2"}', 'UPDATE "C-1" «SET STRUCTURAL {("has_step", "C-2")}»'],
  ['TRANSITION "A-1" TO RETRACTED', 'TRANSITION "A-1" «TO "retracted"»'],
  ['TRANSITION "A-1" SET STATE "retracted"', '«TRANSITION "A-1" TO "retracted"»'],
  ['TRANSITION "A-1" "retracted"', 'TRANSITION "A-1" «TO» "retracted"'],
  ['TRANSITION "A-1" TO "superseded" WITH "A-2"', 'TRANSITION "A-1" TO "superseded" «BY "A-2"»'],
  ['RETRACT "A-1"', '«TRANSITION :id TO "retracted"»'],
  ['SET RETENTION {legal_hold: true} FOR "C-1"', '«SET RETENTION "C-1" {legal_hold: true}»'],
  ["DELETE FROM Person WHERE name = 'x'", '«TRANSITION :id TO "archived"»'],
  ['DROP CONCEPT "C-1"', '«PURGE :id CONFIRM "PURGE"»'],

  ['ASSERT ("C-1", "p", "C-2") BY "C-1"', 'ASSERT ("C-1", "p", "C-2") «{by: "C-1", mode: "stated"}»'],
  [
    'ASSERT ("C-1", "p", "C-2") {mode: "stated"} BY "C-1"',
    'ASSERT ("C-1", "p", "C-2") «{by: "C-1", mode: "stated"}»',
  ],
  ['ASSERT ("C-1", "p", "C-2")', 'ASSERT ("C-1", "p", "C-2") «{by: :actor, mode: "stated"}»'],
  [
    'ASSERT ("C-1", "p", "C-2") {by: :a, mode: "stated"} SUPERSEDES "A-1"',
    'ASSERT ("C-1", "p", "C-2") {by: :a, mode: "stated"} «SUPERSEDING "A-1"»',
  ],
  [
    'ASSERT ("C-1", "p", "C-2") {by: :a, mode: "stated", supersedes: :old}',
    'ASSERT ("C-1", "p", "C-2") {by: :a, mode: "stated"} «SUPERSEDING :old»',
  ],
  [
    'ASSERT ("C-1", "p", "C-2") {by: :a mode: "stated"}',
    'ASSERT ("C-1", "p", "C-2") {by: :a, «mode»: "stated"}',
  ],
  ['ASSERT ("C-1", "p") {by: :a, mode: "stated"}', 'ASSERT «("C-1", "p", :object)» {by: :a, mode: "stated"}'],
  [
    'ASSERT (?a, "p", "x") {by: ?a, mode: "stated"} WHERE { ?a {key: "alice"} }',
    '«MUTATE { UPSERT CONCEPT ?x { MATCH {type: "Person", key: "alice"} } ASSERT (?x, "knows", :o) {by: ?x, mode: "stated"} }»',
  ],
  ['CREATE PROPOSITION ?p ("C-1", "p", "C-2")', '«ENSURE PROPOSITION ?p ("C-1", "p", "C-2")»'],
  [
    'CREATE ASSERTION ?a ("C-1", "p", "C-2") {by: :a}',
    '«ASSERT ?a ("C-1", "p", "C-2") {by: :actor, mode: "stated"}»',
  ],
  [
    'ASSERT NOT ("C-1", "p", "C-2") {by: :a, mode: "stated"}',
    'ASSERT ("C-1", "p", "C-2") {by: :a, mode: "stated", «stance: "reject"»}',
  ],
  [
    'ASSERT ("C-1", "p", ["C-2", "C-3"]) {by: :a, mode: "stated"}',
    'MUTATE { «ASSERT ("C-1", "p", "C-2") {»by: :a, mode: "stated"} ASSERT ("C-1", "p", "C-3") {by: :a, mode: "stated"} }',
  ],
  ['CREATE RELATION ("C-1", "p", "C-2")', '«ASSERT ("C-1", "p", "C-2") {by: :actor, mode: "stated"}»'],

  [
    'CREATE CONCEPT ?x { TYPE "Person" KEY "alice" }',
    'CREATE CONCEPT ?x { TYPE "Person" «SET FIELDS {key: "alice"}» }',
  ],
  ['UPSERT CONCEPT ?x { KEY "alice" }', 'UPSERT CONCEPT ?x { «MATCH {type: "Person", key: "alice"}» }'],
  [
    'UPSERT CONCEPT ?x { MATCH {type: "Person", key: "a"} NAME "A" }',
    'UPSERT CONCEPT ?x { MATCH {type: "Person", key: "a"} «SET FIELDS {name: "A"}» }',
  ],
  ['UPSERT CONCEPT {type: "Person"}', '«UPSERT CONCEPT ?x { MATCH {type: "Person", key: "alice"} }»'],
  ['UPSERT PERSON ?x { MATCH {key: "a"} }', '«UPSERT CONCEPT ?x { MATCH {type: "Person", key: "alice"} }»'],
  ['CREATE (a:Person {name: "Alice"})', '«CREATE CONCEPT ?x { TYPE "Person" NAME "…" }»'],
  ['CREATE CONCEPT "Person" {name: "Alice"}', '«CREATE CONCEPT ?x { TYPE "Person" NAME "Alice" }»'],
  ['CREATE Person ?a { NAME "Alice" }', '«CREATE CONCEPT ?a { TYPE "Person" }»'],
  [
    'CREATE CONCEPT ?x { TYPE "Person" CLIENT_KEY "a" }',
    'CREATE CONCEPT ?x { TYPE "Person" «CLIENT KEY "a"» }',
  ],
  [
    'CREATE CONCEPT ?x { TYPE "Person" WITH ATTRIBUTES {a: 1} }',
    'CREATE CONCEPT ?x { TYPE "Person" «SET ATTRIBUTES» {a: 1} }',
  ],
  [
    'CREATE EVIDENCE ?e {evidence_class: "user_statement", payload: "hi"}',
    'CREATE EVIDENCE ?e { «SET FIELDS {evidence_class: "user_statement", payload: :payload}» }',
  ],
  ["INSERT INTO Person VALUES ('a')", '«ASSERT (:s, "predicate", :o) {by: :actor, mode: "stated"}»'],
  ['DEFINE TYPE "Book" {description: "A book."}', '«DEFINE CONCEPT TYPE "Book"» {description: "A book."}'],
  ['DEFINE RELATION "mentors" {description: "x"}', '«DEFINE PREDICATE "mentors"» {description: "x"}'],
  ['CREATE TYPE "Book"', '«DEFINE CONCEPT TYPE "Book"» {description: "A book."}'],
  ['DEFINE PREDICATE "mentors"', 'DEFINE PREDICATE "mentors" «{description: "…"}»'],
  ['MUTATE [ PURGE :x CONFIRM "PURGE" ]', 'MUTATE «{» PURGE :x CONFIRM "PURGE" }'],

  ["SELECT name FROM Person WHERE name = 'Alice'", '«FIND(?x.name) WHERE { ?x {type: "Person"} }»'],
  ["MATCH (n:Person) RETURN n", '«FIND(?x.name) WHERE { ?x {type: "Person"} }»'],
  ['query { person(name: "Alice") { name } }', '«FIND(?x.name) WHERE { ?x {type: "Person"} }»'],
  ['GET "C-1"', '«FIND(?x) WHERE { ?x {id: "C-1"} }»'],
  ['FIND ?x WHERE { ?x {type: "Person"} }', '«FIND(?x)» WHERE { ?x {type: "Person"} }'],
  ["FIND(name) WHERE { ?x {} }", "FIND(«?x.name») WHERE { ?x {} }"],
  ["FIND(COUNT(*)) WHERE { ?x {} }", "«FIND(COUNT(?x))» WHERE { ?x {} }"],
  ["FIND(?x) FROM Person", 'FIND(?x) «WHERE { ?x {type: "Person"} }»'],
  ["FIND DISTINCT(?x.name) WHERE { ?x {} }", "«FIND(?x.name, COUNT(?x))» WHERE { ?x {} }"],
  [
    "FIND(?x) WHERE { ?x {} } LIMIT 5 ORDER BY ?x.name",
    "FIND(?x) WHERE { ?x {} } «ORDER BY ?x.name LIMIT 5»",
  ],
  ["FIND(?x) WHERE { ?x {} } ORDER BY DESC ?x.name", "FIND(?x) WHERE { ?x {} } «ORDER BY ?x.name DESC»"],
  ["FIND(?x) WHERE { ?x {} } SKIP 10", "FIND(?x) WHERE { ?x {} } «CURSOR :next_cursor»"],
  ["FIND(?x) WHERE { ?x {} } LIMIT 5, 10", "FIND(?x) WHERE { ?x {} } LIMIT 5 «CURSOR :next_cursor»"],
  ['FIND(?x) WHERE { ?x a "Person" . }', 'FIND(?x) WHERE { «?x {type: "Person"}» }'],
  ["FIND(?x) WHERE { ?x:Person }", 'FIND(?x) WHERE { «?x {type: "Person"}» }'],
  ['FIND(?x) WHERE { {type: "Person"} }', 'FIND(?x) WHERE { «?x {type: "Person"}» }'],
  ['FIND(?x) WHERE { CONCEPT ?x {type: "Person"} }', 'FIND(?x) WHERE { «?x CONCEPT {type: "Person"}» }'],
  ['FIND(?x) WHERE { ?x = "C-1" }', 'FIND(?x) WHERE { «?x {id: "C-1"}» }'],
  ["FIND(?x) WHERE { ?x prefers ?y }", 'FIND(?x) WHERE { «(?x, "prefers", ?y)» }'],
  ["FIND(?y) WHERE { (?x)-[:prefers]->(?y) }", 'FIND(?y) WHERE { «(?x, "prefers", ?y)» }'],
  ['FIND(?x) WHERE { (?x, "knows"*, ?y) }', 'FIND(?x) WHERE { (?x, "knows"«{0,}», ?y) }'],
  ['FIND(?x) WHERE { (?x, ["a", "b"], ?y) }', 'FIND(?x) WHERE { (?x, «"a" | "b"», ?y) }'],
  ['FIND(?p) WHERE { ?p PROPOSITION {id: "P-1"} }', 'FIND(?p) WHERE { ?p PROPOSITION «(id: "P-1")» }'],
  [
    'FIND(?b) WHERE { ?p ("C-1", "p", ?o) ?b BELIEF ?p }',
    'FIND(?b) WHERE { ?p ("C-1", "p", ?o) ?b «BELIEF (?p)» }',
  ],
  ['BELIEF ("C-1", "p", ?o)', '«FIND(?b.status) WHERE { ?b BELIEF ("C-1", "p", ?o) }»'],
  [
    "FIND(?a) WHERE { ?a ASSERTION {confidence: >= 0.5} }",
    "FIND(?a) WHERE { ?a ASSERTION {} «FILTER(?a.confidence >= 0.5)» }",
  ],
  ['FIND(?x) WHERE { ?x {} } FILTER(?x.name == "A")', 'FIND(?x) WHERE { ?x {} «FILTER(?x.name == "A") }»'],
  ["FIND(COUNT ?x) WHERE { ?x {} }", "FIND(«COUNT(?x)») WHERE { ?x {} }"],
  ['FIND(?b) WHERE { BELIEF ?b ("C-1", "p", ?y) }', 'FIND(?b) WHERE { «?b BELIEF ("C-1", "p", ?y)» }'],
  ['FIND(?b) WHERE { ?b BELIEF SLOT ("C-1", "p", ?y) }', 'FIND(?b) WHERE { «?b BELIEF SLOT ("C-1", "p")» }'],
  [
    'FIND(?a) WHERE { ?a ASSERTION (?s, "p", ?o) }',
    'FIND(?a) WHERE { «?p (?s, "p", ?o) ?a ASSERTION {proposition: ?p}» }',
  ],
  ['FIND(?x) WHERE { SEARCH CONCEPT "a" LIMIT 5 }', 'FIND(?x) WHERE { «?x SEARCH CONCEPT "a" LIMIT 5» }'],
  [
    'FIND(?x) WHERE { ?x {} NOT EXISTS { (?x, "p", ?y) } }',
    'FIND(?x) WHERE { ?x {} «NOT { (?x, "p", ?y) }» }',
  ],
  [
    'FIND(?x) WHERE { ?x {} OPTIONAL (?x, "p", ?y) }',
    'FIND(?x) WHERE { ?x {} «OPTIONAL { (?x, "p", ?y) }» }',
  ],
  ['FIND(?x) WHERE { ?x {name: CONTAINS "a"} }', 'FIND(?x) WHERE { ?x {} «FILTER(CONTAINS(?x.name, "a"))» }'],
  ['FIND(?x) WHERE { ?x {name: "A" OR "B"} }', 'FIND(?x) WHERE { ?x {} «FILTER(IN(?x.name, ["A", "B"]))» }'],
  ["FIND(?x) WHERE { ?x {age: > 3} }", "FIND(?x) WHERE { ?x {} «FILTER(?x.attributes.age > 3)» }"],
  ['FIND(?x) WHERE { ?x {} FILTER(?x.name = "A") }', 'FIND(?x) WHERE { ?x {} FILTER(?x.name «==» "A") }'],
  [
    "FIND(?x) WHERE { ?x {} FILTER(?x.name LIKE '%a%') }",
    'FIND(?x) WHERE { ?x {} FILTER(«CONTAINS(?x.name, "a")») }',
  ],
  ['FIND(?x) WHERE { ?x {} FILTER ?x.name == "A" }', 'FIND(?x) WHERE { ?x {} «FILTER(?x.name == "A")» }'],
  [
    'FIND(?x) WHERE { ?x {} FILTER(LOWER(?x.name) == "alice") }',
    'FIND(?x) WHERE { ?x {} FILTER(«REGEX(?x.name, "(?i)^alice$")») }',
  ],
  [
    'FIND(?x) WHERE { ?x {} } EPISTEMIC {risk: "low"}',
    'FIND(?x) WHERE { ?x {} } «WITH EPISTEMIC {»risk: "low"}',
  ],
  [
    'FIND(?x) WHERE { ?x {} } AS OF "2026-01-01T00:00:00.000Z"',
    'FIND(?x) WHERE { ?x {} } «FOR TIME "2026-01-01T00:00:00.000Z"»',
  ],
  ["FIND(?x) WHERE { ?x {name: 'Alice'} }", 'FIND(?x) WHERE { ?x {name: «"Alice"»} }'],

  ['SEARCH "alice"', '«SEARCH CONCEPT "alice"»'],
  ['SEARCH CONCEPTS "alice"', '«SEARCH CONCEPT "alice"»'],
  ['SEARCH CONCEPT "alice" TYPE "Person"', 'SEARCH CONCEPT "alice" «WITH TYPE "Person"»'],
  ["DESCRIBE Person", '«DESCRIBE TYPE "Person"»'],
  ['DESCRIBE ELEMENT "C-1"', '«FIND(?x) WHERE { ?x {id: "C-1"} }»'],
  ["DESCRIBE TYPES", "«LIST TYPES»"],
  ["DESCRIBE SELF", "«DESCRIBE PRIMER»"],
  ["LIST CONCEPTS", "«FIND(?x) WHERE { ?x CONCEPT {} } LIMIT 20»"],
  ["SHOW TYPES", "«LIST TYPES»"],
  ['HISTORY "C-1"', '«HISTORY ELEMENT "C-1"»'],
  ['HISTORY ELEMENT "C-1" SINCE 5', 'HISTORY ELEMENT "C-1" «FROM SEQ 5»'],
  ["CHANGES 5", "«CHANGES AFTER SEQ 5»"],
];

describe("a hint holds the fragment that mends the command", () => {
  it.each(MISTAKES)("%s", (wrong, applied) => {
    const { hint, code } = refused(wrong);
    expect(code).toBe("InvalidSyntax");
    expect(hint).toContain(/«([^»]*)»/.exec(applied)?.[1]);
    expect(parse(applied.replace(/[«»]/g, "")).diagnostics).toEqual([]);
  });

  it("and is found in bounded time beside long texts", () => {
    for (const filler of ["{", "(", '"', "a ", "?x ", ", "]) {
      refused(`UPDATE "C-1" SET ${filler.repeat(1000)} = 1`);
      refused(`CREATE ${filler.repeat(1000)}`);
    }
  });
});
