import { describe, expect, test } from "vitest";
import type { JsonObject, JsonValue } from "../model/index.js";
import { errorOf, TestSpace } from "./test/space.js";

const PACKAGES = [
  {
    format: "KIP-Schema-Package",
    manifest: { package_id: "kip://test/read", version: "1.0.0" },
    definitions: {
      concept_types: { Firm: { kind: "ConceptType" }, Book: { kind: "ConceptType" } },
      predicates: {
        employs: { kind: "PredicateType" },
        follows: { kind: "PredicateType" },
        raised: { kind: "PredicateType" },
        motto: { kind: "PredicateType", object: { literal_types: ["string"] } },
        disputes: {
          kind: "PredicateType",
          subject: { kinds: ["Proposition"] },
          object: { kinds: ["Proposition"] },
        },
      },
      structural_fields: {
        chapter: {
          kind: "StructuralFieldDefinition",
          source: { concept_types: ["kip://test/read@1.0.0/Book"] },
          target: { kinds: ["Concept"] },
          ordered: true,
        },
      },
    },
  },
];

type Row = [query: string, answer: readonly JsonValue[] | string, parameters?: JsonObject];

/** Rows in any order, or the code of the error a query ends with. */
function answer(space: TestSpace, query: string, parameters: JsonObject = {}): readonly JsonValue[] | string {
  let rows: readonly JsonValue[] = [];
  const error = errorOf(() => {
    rows = space.find(query, parameters);
  });
  return error?.code ?? sorted(rows);
}

const sorted = (rows: readonly JsonValue[]) =>
  [...rows].sort((left, right) => (JSON.stringify(left) < JSON.stringify(right) ? -1 : 1));

function check(
  space: TestSpace,
  query: string,
  expected: readonly JsonValue[] | string,
  parameters?: JsonObject,
) {
  expect(answer(space, query, parameters)).toEqual(
    typeof expected === "string" ? expected : sorted(expected),
  );
}

describe("paths over stored Propositions (§45)", () => {
  const space = new TestSpace(PACKAGES);
  space.run(`MUTATE {
    CREATE CONCEPT ?a { TYPE "Person" NAME "A" }
    CREATE CONCEPT ?b { TYPE "Person" NAME "B" }
    CREATE CONCEPT ?c { TYPE "Person" NAME "C" }
    CREATE CONCEPT ?d { TYPE "Person" NAME "D" }
    CREATE CONCEPT ?z { TYPE "Person" NAME "Z" }
    ENSURE PROPOSITION ?p1 (?a, "follows", ?b)
    ENSURE PROPOSITION ?p2 (?b, "follows", ?c)
    ENSURE PROPOSITION ?p3 (?a, "follows", ?d)
    ENSURE PROPOSITION ?p4 (?d, "follows", ?c)
    ENSURE PROPOSITION ?p5 (?a, "raised", ?c)
    ENSURE PROPOSITION ?p6 (?d, "motto", "Dare")
  }`);
  const reach = (from: string, path: string) =>
    `FIND(?y.name) WHERE { ?x {name: "${from}"} (?x, ${path}, ?y) }`;

  test.each<Row>([
    [reach("A", '"follows"{0}'), ["A"]],
    [reach("A", '"follows"{2}'), ["C"]],
    [reach("A", '"follows"{0,2}'), ["A", "B", "C", "D"]],
    [reach("A", '"follows"{2,}'), ["C"]],
    [reach("A", '"follows"{3,}'), []],
    [reach("Z", '"follows"{0}'), ["Z"]],
    [reach("Z", '"follows"{1}'), []],
    [reach("A", '"follows" | "raised"'), ["B", "C", "D"]],
    [reach("A", '"follows"{0} | "raised"'), ["A", "C"]],
    [reach("B", '"follows" | "raised"{0}'), ["B", "C"]],
    [reach("A", ":path{2}"), ["C"], { path: "kip://test/read@1.0.0/follows" }],
    ['FIND(COUNT(?y)) WHERE { ?x {name: "A"} (?x, "follows"{1,3}, ?y) }', [3]],
    ['FIND(?x.name) WHERE { ?x {type: "Person"} (?x, "follows"{1,2}, {name: "C"}) }', ["A", "B", "D"]],
    ['FIND(?x.name) WHERE { ?x {type: "Person"} NOT { (?x, "follows"{2}, ?y) } }', ["B", "C", "D", "Z"]],
    ['FIND(?x.name) WHERE { ?x {type: "Person"} (?x, "follows"{1,}, ?x) }', []],
    ['FIND(?v) WHERE { ?x {name: "D"} (?x, "motto" | "raised", ?v) }', ["Dare"]],
  ])("%s", (query, expected, parameters) => {
    check(space, query, expected, parameters);
  });

  test("end where they have gone round in a circle", () => {
    const circle = new TestSpace(PACKAGES);
    circle.run(`MUTATE {
      CREATE CONCEPT ?a { TYPE "Person" NAME "A" }
      CREATE CONCEPT ?b { TYPE "Person" NAME "B" }
      ENSURE PROPOSITION ?p (?a, "follows", ?b)
      ENSURE PROPOSITION ?q (?b, "follows", ?a)
    }`);
    check(circle, reach("A", '"follows"{1,}'), ["A", "B"]);
    check(circle, reach("A", '"follows"{5}'), ["B"]);
    check(circle, reach("A", '"follows"{5,}'), ["A", "B"]);
  });
});

describe("statements after a chain of merges (§12.3, §43.2)", () => {
  const space = new TestSpace(PACKAGES);
  space.run(`MUTATE {
    CREATE CONCEPT ?a { TYPE "Person" NAME "A" SET FIELDS {key: "a"} }
    CREATE CONCEPT ?b { TYPE "Person" NAME "B" SET FIELDS {key: "b"} }
    CREATE CONCEPT ?c { TYPE "Person" NAME "C" SET FIELDS {key: "c"} }
    CREATE CONCEPT ?x { TYPE "Person" NAME "X" SET FIELDS {key: "x"} }
    CREATE CONCEPT ?i { TYPE "Book" NAME "I" SET STRUCTURAL { ("chapter", ?a) } }
    ENSURE PROPOSITION ?p1 (?a, "follows", ?x)
    ENSURE PROPOSITION ?p2 (?b, "follows", ?x)
    ENSURE PROPOSITION ?p3 (?x, "follows", ?a)
    ENSURE PROPOSITION ?p4 (?a, "motto", "Aa")
    ENSURE PROPOSITION ?p5 (?c, "motto", "Cc")
    CREATE ASSERTION ?s { SET FIELDS {proposition: ?p4, asserted_by: ?a, stance: "support", mode: "stated"} }
  }`);
  for (const [from, into] of ["ab", "bc"].map((pair) => [...pair])) {
    space.run(`MERGE CONCEPT ?s INTO ?t WHERE { ?s {key: "${from}"} ?t {key: "${into}"} }`);
  }

  describe.each(["C-1", "C-2", "C-3"])("asked for as %s", (s) => {
    test.each<Row>([
      ['FIND(COUNT(?p)) WHERE { ?p (:s, "follows", ?y) }', [2]],
      ['FIND(?y.name) WHERE { (:s, "follows", ?y) }', ["X"]],
      ['FIND(?y.name) WHERE { (?y, "follows", :s) }', ["X"]],
      ['FIND(?v) WHERE { (:s, "motto", ?v) }', ["Aa", "Cc"]],
      ['FIND(?y.name) WHERE { (:s, "follows"{0}, ?y) }', ["C"]],
      ['FIND(?y.name) WHERE { (:s, "follows"{0,2}, ?y) }', ["C", "X"]],
      ['FIND(?i.name) WHERE { STRUCTURAL (?i, "chapter", :s) }', ["I"]],
      ["FIND(?v) WHERE { ?a ASSERTION {asserted_by: :s, proposition: ?p} ?p (?w, ?k, ?v) }", ["Aa"]],
    ])("%s", (query, expected) => {
      check(space, query, expected, { s });
    });
  });

  test.each<Row>([
    // The stored endpoint stays what it was; the canonical one is the survivor.
    ['FIND(?p.subject.id) WHERE { ?p ("C-3", "follows", ?y) FILTER(?p.subject == "C-1") }', ["C-1"]],
    ['FIND(?p.id) WHERE { ?p ("C-1", "follows", ?y) FILTER(?p.subject == "C-3") }', []],
    [
      'FIND(COUNT(DISTINCT ?p.canonical_subject.id), COUNT(DISTINCT ?p.subject.id)) WHERE { ?p (?s, "follows", "C-4") }',
      [[1, 2]],
    ],
    ['FIND(?s.name) WHERE { (?s, "follows", "C-4") }', ["C"]],
    ['FIND(?p.name) WHERE { ?p {key: "c"} NOT { (?p, "follows", ?y) } }', []],
    ['FIND(?y.name, ?z.name) WHERE { (?y, "follows", ?x) (?x, "follows", ?z) ?y {key: "c"} }', [["C", "C"]]],
  ])("%s", (query, expected) => {
    check(space, query, expected);
  });
});

describe("records, and what refers to what", () => {
  const space = new TestSpace(PACKAGES);
  space.run(`MUTATE {
    CREATE CONCEPT ?ann { TYPE "Person" NAME "Ann" SET FIELDS {key: "ann"} }
    CREATE CONCEPT ?bob { TYPE "Person" NAME "Bob" SET FIELDS {key: "bob"} }
    CREATE CONCEPT ?mill { TYPE "Firm" NAME "Mill" }
    CREATE EVIDENCE ?said { SET FIELDS {evidence_class: "user_statement", payload: "words"} }
    CREATE EVIDENCE ?log { SET FIELDS {evidence_class: "tool_result", payload: {lines: [1, 2]}} }
    ENSURE PROPOSITION ?p1 (?mill, "employs", ?ann)
    ENSURE PROPOSITION ?p2 (?mill, "employs", ?bob)
    ENSURE PROPOSITION ?p3 (?ann, "motto", "Onward")
    ENSURE PROPOSITION ?p4 (?p1, "disputes", ?p2)
    CREATE ASSERTION ?a1 {
      SET FIELDS {proposition: ?p1, asserted_by: ?ann, stance: "support", mode: "stated", confidence: 0.9}
      SET STRUCTURAL { ("evidence", ?said) {role: "support"} ("evidence", ?log) {role: "context"} }
    }
    CREATE ASSERTION ?a2 {
      SET FIELDS {proposition: ?p1, asserted_by: ?bob, stance: "reject", mode: "inferred"}
      SET STRUCTURAL { ("evidence", ?log) {role: "challenge"} }
    }
  }`);

  test.each<Row>([
    // A statement stands where an element does, by its tuple or by its id.
    [
      'FIND(?a.name, ?b.name) WHERE { ((?f, "employs", ?a), "disputes", (?f, "employs", ?b)) }',
      [["Ann", "Bob"]],
    ],
    ['FIND(?m.kind) WHERE { ?m (?p, "disputes", (id: "P-2")) }', ["proposition"]],
    ['FIND(?m) WHERE { ?m ((?a, "motto", ?o), "disputes", ?q) }', []],
    ['FIND(?p) WHERE { ?p (id: "C-1") }', []],
    [
      'FIND(?a.stance) WHERE { ?a ASSERTION {proposition: (?f, "employs", {name: "Ann"})} }',
      ["support", "reject"],
    ],
    ['FIND(?a.mode) WHERE { ?a ASSERTION {asserted_by: {name: "Bob"}} }', ["inferred"]],
    ["FIND(?a.confidence) WHERE { ?a ASSERTION {confidence: ?c} }", [0.9]],
    // A Predicate variable is an exact ref, and a local name is no ref.
    [
      "FIND(?k, COUNT(?p)) WHERE { ?p (?s, ?k, ?o) ?s CONCEPT {} }",
      [
        ["kip://test/read@1.0.0/employs", 2],
        ["kip://test/read@1.0.0/motto", 1],
      ],
    ],
    ['FIND(?o) WHERE { ("C-1", ?k, ?o) FILTER(?k == "motto") }', []],
    // A citation is matched by its role, by what it cites, and by both.
    ['FIND(?a.mode) WHERE { ?a ASSERTION {evidence: [{role: "challenge"}]} }', ["inferred"]],
    ['FIND(?a.mode) WHERE { ?a ASSERTION {evidence: [{role: "support"}]} }', []],
    [
      "FIND(?r, ?e.evidence_class) WHERE { ?a ASSERTION {evidence: [?e, {role: ?r}]} }",
      [["context", "user_statement"]],
    ],
    [
      'FIND(?a.mode) WHERE { ?a ASSERTION {evidence: [{id: "E-2", evidence_class: "tool_result", role: "challenge"}]} }',
      ["inferred"],
    ],
    ['FIND(?a) WHERE { ?a ASSERTION {evidence: [{role: "vouches"}]} }', "ConstraintViolation"],
    ["FIND(?a) WHERE { ?a ASSERTION {evidence: [{weight: 1}]} }", "SchemaFieldNotFound"],
    // A bound object is a reference; any other object is neither an element nor a Literal.
    ['FIND(?f.name) WHERE { (?f, "employs", :v) }', ["Mill"], { v: { id: "C-1" } }],
    ['FIND(?f.name) WHERE { (?f, "employs", :v) }', ["Mill"], { v: { type: "Person", key: "ann" } }],
    ['FIND(?f.name) WHERE { (?f, "employs", :v) }', [], { v: { type: "Person", key: "eve" } }],
    ['FIND(?f) WHERE { (?f, "motto", :v) }', "TypeMismatch", { v: { value: "Onward", language: "en" } }],
    ['FIND(?f) WHERE { (?f, "employs", :v) }', "TypeMismatch", { v: {} }],
    ['FIND(?f) WHERE { (:v, "employs", ?f) }', "TypeMismatch", { v: { value: "x" } }],
    ["FIND(?a) WHERE { ?a ASSERTION {asserted_by: :v} }", "TypeMismatch", { v: { value: "x" } }],
    ['FIND(?b) WHERE { ?b BELIEF ("C-3", "employs", :v) }', "TypeMismatch", { v: { value: "x" } }],
    ['FIND(?f) WHERE { (?f, "motto", :v) }', "TypeMismatch", { v: ["Onward"] }],
  ])("%s", (query, expected, parameters) => {
    check(space, query, expected, parameters);
  });
});

describe("a clause that counts takes whole numbers from 0 on, and nothing else is of its type", () => {
  const space = new TestSpace(PACKAGES);
  space.run('CREATE CONCEPT ?b { TYPE "Book" NAME "B" }');
  const wrong = [-1, 1.5, "1", null, true];

  test.each(wrong)("%j", (n) => {
    const sweep = (tail: string) =>
      errorOf(() => space.run(`UPDATE ?b SET FIELDS {name: "C"} WHERE { ?b {type: "Book"} } ${tail}`, { n }))
        ?.code;
    expect(answer(space, 'FIND(?b) WHERE { ?b {type: "Book"} } LIMIT :n', { n })).toBe("TypeMismatch");
    expect(sweep("LIMIT :n")).toBe("TypeMismatch");
    expect(sweep("EXPECT VERSION :n")).toBe("TypeMismatch");
  });

  test("a position outside an order is a bound, also below 0", () => {
    const put = (index: JsonValue) =>
      errorOf(() =>
        space.run('UPDATE "C-1" SET STRUCTURAL { ("chapter", "C-1") {index: :index} }', { index }),
      )?.code;
    expect([put(-1), put(1), put(0.5), put("0")]).toEqual([
      "ConstraintViolation",
      "ConstraintViolation",
      "TypeMismatch",
      "TypeMismatch",
    ]);
  });
});
