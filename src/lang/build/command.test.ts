import { describe, expect, it } from "vitest";
import { accepted, blamed, refused } from "../verdict.fixture.js";

/** The AST without its places, so that a test shows what a reader of the AST cares about. */
function shape(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(shape);
  if (typeof node !== "object" || node === null) return node;
  const { from: _, to: __, nameRange: ___, ...rest } = node as Record<string, unknown>;
  if (rest.type === "Literal") delete rest.source;
  return Object.fromEntries(Object.entries(rest).map(([key, value]) => [key, shape(value)]));
}

const variable = (name: string) => ({ type: "Variable", name });
const parameter = (name: string) => ({ type: "Parameter", name });
const literal = (value: unknown) => ({ type: "Literal", value });
const member = (name: string, value: unknown) => ({ type: "ObjectMember", name, value });

function where(text: string): unknown {
  return shape(accepted(`FIND(?x) WHERE { ?x {} ${text} }`, "Find").where.clauses.slice(1));
}

function condition(text: string): unknown {
  const clauses = accepted(`FIND(?a) WHERE { (?a, ?b, ?c) FILTER(${text}) }`, "Find").where.clauses;
  const [, filter] = clauses;
  return shape(filter?.type === "FilterClause" ? filter.condition : null);
}

describe("patterns", () => {
  it("have one node each", () => {
    expect(where('?a ASSERTION {stance: "support"}')).toEqual([
      {
        type: "AssertionPattern",
        variable: variable("a"),
        pattern: {
          type: "ObjectPattern",
          members: [{ type: "PatternMember", name: "stance", value: literal("support") }],
        },
      },
    ]);
    expect(where("?e EVIDENCE {} ?y ACTIVITY {} ?c CONCEPT {}")).toMatchObject([
      { type: "EvidencePattern" },
      { type: "ActivityPattern" },
      { type: "ConceptPattern" },
    ]);
  });

  it("read a proposition with and without its variable", () => {
    expect(where('?p (?s, "knows", :o) PROPOSITION (id: "P-1")')).toEqual([
      {
        type: "PropositionPattern",
        variable: variable("p"),
        proposition: {
          type: "Triple",
          subject: variable("s"),
          predicate: literal("knows"),
          object: parameter("o"),
        },
      },
      {
        type: "PropositionPattern",
        variable: null,
        proposition: { type: "PropositionById", id: literal("P-1") },
      },
    ]);
  });

  it("read structural edges, optional variable first", () => {
    expect(where('?edge STRUCTURAL (?x, "has_step", ?y) STRUCTURAL (:x, :f, ?z)')).toEqual([
      {
        type: "StructuralPattern",
        variable: variable("edge"),
        source: variable("x"),
        field: literal("has_step"),
        target: variable("y"),
      },
      {
        type: "StructuralPattern",
        variable: null,
        source: parameter("x"),
        field: parameter("f"),
        target: variable("z"),
      },
    ]);
  });

  it("read the three operands of BELIEF and the slot", () => {
    expect(
      where(
        '?p (?s, "p", ?o) ?a BELIEF (?p) ?b BELIEF (id: :p) ?c BELIEF (?s, "p", 1) ?d BELIEF SLOT (?s, :p)',
      ),
    ).toMatchObject([
      {},
      { type: "BeliefPattern", variable: variable("a"), target: variable("p") },
      { type: "BeliefPattern", variable: variable("b"), target: { type: "PropositionById" } },
      { type: "BeliefPattern", variable: variable("c"), target: { type: "Triple", object: literal(1) } },
      {
        type: "BeliefSlotPattern",
        variable: variable("d"),
        subject: variable("s"),
        predicate: parameter("p"),
      },
    ]);
  });

  it("read every clause of a search", () => {
    expect(where('?y search concept :q WITH TYPE "T" MODE "hybrid" THRESHOLD 0.5 LIMIT 3')).toEqual([
      {
        type: "SearchPattern",
        variable: variable("y"),
        kind: "CONCEPT",
        term: parameter("q"),
        withType: literal("T"),
        withPredicate: null,
        mode: literal("hybrid"),
        threshold: literal(0.5),
        limit: literal(3),
      },
    ]);
  });

  it("tell an exact predicate from a path", () => {
    const path = (text: string) => where(`(?x, ${text}, ?y)`) as [{ proposition: { predicate: unknown } }];
    expect(path('"a"')[0].proposition.predicate).toEqual(literal("a"));
    expect(path("?p")[0].proposition.predicate).toEqual(variable("p"));
    expect(path('"a"{2}')[0].proposition.predicate).toEqual({
      type: "PredicatePath",
      alternatives: [{ predicate: literal("a"), quantifier: { min: 2, max: 2 } }],
    });
    expect(path('"a"{1,} | :b | "c"{0,5}')[0].proposition.predicate).toEqual({
      type: "PredicatePath",
      alternatives: [
        { predicate: literal("a"), quantifier: { min: 1, max: null } },
        { predicate: parameter("b"), quantifier: null },
        { predicate: literal("c"), quantifier: { min: 0, max: 5 } },
      ],
    });
  });

  it.each(['"a"{-1}', '"a"{1.5}', '"a"{1,-2}', '"a"{1e2}', '"a"{99999999999999999999}'])(
    "refuse the hops of %s",
    (path) => {
      expect(refused(`FIND(?y) WHERE { (?x, ${path}, ?y) }`)).toMatchObject({ code: "InvalidSyntax" });
    },
  );

  it("refuse an upper bound below the lower one", () => {
    expect(refused('FIND(?y) WHERE { (?x, "a"{3,1}, ?y) }').hint).toContain("{1,3}");
  });

  it.each(["?p{2}", '?p | "a"', '"a" | ?p', "?p | ?q"])("refuse the predicate variable in %s", (path) => {
    expect(blamed(`FIND(?y) WHERE { (?x, ${path}, ?y) }`)).toBe("?p");
  });

  it("refuse belief along a path", () => {
    expect(refused('FIND(?b) WHERE { ?b BELIEF (?x, "a" | "b", ?y) }').code).toBe("InvalidSyntax");
  });

  it("refuse a search without a limit, and say where it goes", () => {
    const error = refused('FIND(?y) WHERE { ?y SEARCH CONCEPT "a" MODE "keyword" }');
    expect(error).toMatchObject({
      code: "InvalidSyntax",
      hint: expect.stringContaining('MODE "keyword" LIMIT 10'),
    });
  });

  it("refuse a search mode that is none, and take any parameter", () => {
    expect(blamed('FIND(?y) WHERE { ?y SEARCH CONCEPT "a" MODE "exact" LIMIT 1 }')).toBe('"exact"');
    accepted('SEARCH CONCEPT "a" MODE :m', "Search");
  });
});

describe("expressions", () => {
  const binary = (operator: string, left: unknown, right: unknown) => ({
    type: "Binary",
    operator,
    left,
    right,
  });
  const [a, b, c] = ["a", "b", "c"].map(variable);

  it.each([
    ["?a || ?b && ?c", binary("||", a, binary("&&", b, c))],
    ["?a && ?b || ?c", binary("||", binary("&&", a, b), c)],
    ["(?a || ?b) && ?c", binary("&&", binary("||", a, b), c)],
    ["?a == ?b != ?c", binary("!=", binary("==", a, b), c)],
    ["?a == ?b < ?c", binary("==", a, binary("<", b, c))],
    ["!?a == ?b", binary("==", { type: "Unary", operator: "!", operand: a }, b)],
    ["-?a >= -1", binary(">=", { type: "Unary", operator: "-", operand: a }, literal(-1))],
    ["((?a))", a],
  ])("%s groups by precedence", (text, expected) => {
    expect(condition(text)).toEqual(expected);
  });

  it("have canonical function names and nested arguments", () => {
    expect(condition('in(literal_type(?a), ["x", :y])')).toEqual({
      type: "FunctionCall",
      name: "IN",
      args: [
        { type: "FunctionCall", name: "LITERAL_TYPE", args: [a] },
        { type: "ArrayLiteral", items: [literal("x"), parameter("y")] },
      ],
    });
  });

  it("read both forms of a path step", () => {
    expect(condition('?a.facets["F.g"]._x')).toEqual({
      type: "Path",
      root: a,
      steps: [
        { key: "facets", form: "dot" },
        { key: "F.g", form: "bracket" },
        { key: "_x", form: "dot" },
      ],
    });
  });
});

describe("FIND", () => {
  it("reads every clause", () => {
    const text =
      'FIND(?x, count(DISTINCT ?x.a)) WHERE { ?x {} } AS OF SEQ 3 FOR TIME :t WITH EPISTEMIC {risk: "low"} ORDER BY ?x, COUNT(DISTINCT ?x.a) DESC LIMIT 5 CURSOR "c"';
    expect(shape(accepted(text, "Find"))).toMatchObject({
      projections: [
        variable("x"),
        { type: "Aggregate", name: "COUNT", distinct: true, argument: { type: "Path" } },
      ],
      asOf: literal(3),
      forTime: parameter("t"),
      epistemic: { type: "ObjectLiteral", members: [member("risk", literal("low"))] },
      orderBy: [
        { type: "OrderItem", key: variable("x"), direction: "ASC" },
        { type: "OrderItem", key: { type: "Aggregate" }, direction: "DESC" },
      ],
      limit: literal(5),
      cursor: literal("c"),
    });
  });

  it.each(["COUNT()", "SUM(?x, ?x)"])("refuses %s", (aggregate) => {
    expect(blamed(`FIND(${aggregate}) WHERE { ?x {} }`)).toBe(aggregate);
  });

  it.each(["FIND(?x == COUNT(?x)) WHERE { ?x {} }", "FIND(COUNT(SUM(?x))) WHERE { ?x {} }"])(
    "refuses an aggregate inside an expression: %s",
    (text) => {
      expect(refused(text)).toMatchObject({ code: "InvalidSyntax", hint: expect.stringContaining("whole") });
    },
  );

  it("refuses DISTINCT outside an aggregate", () => {
    expect(blamed("FIND(?x) WHERE { ?x {} FILTER(IS_NULL(DISTINCT ?x.a)) }")).toBe("DISTINCT");
  });
});

describe("KML", () => {
  it("reads a creation whatever the order of its clauses", () => {
    const text =
      'CREATE CONCEPT ?x { SET FACET "F" {s: 0.5} NAME "N" SET STRUCTURAL {("f", :t) {index: 0}} TYPE :t CLIENT KEY "k" }';
    expect(shape(accepted(text, "CreateConcept"))).toEqual({
      type: "CreateConcept",
      handle: variable("x"),
      conceptType: parameter("t"),
      name: literal("N"),
      clientKey: literal("k"),
      actions: [
        { type: "SetFacet", facet: literal("F"), assignments: [member("s", literal(0.5))] },
        {
          type: "SetStructural",
          entries: [
            {
              type: "StructuralEntry",
              field: literal("f"),
              target: parameter("t"),
              options: { type: "ObjectLiteral", members: [member("index", literal(0))] },
            },
          ],
        },
      ],
    });
  });

  it.each([
    ['CREATE CONCEPT ?x { TYPE "T" TYPE "U" }', "TYPE"],
    ['CREATE CONCEPT ?x { TYPE "T" SET ATTRIBUTES {a: 1} SET ATTRIBUTES {b: 1} }', "SET ATTRIBUTES"],
    ['CREATE EVIDENCE ?e { CLIENT KEY "a" CLIENT KEY "b" }', "CLIENT KEY"],
    ['UPSERT CONCEPT ?x { MATCH {key: "a"} MATCH {key: "b"} }', "MATCH"],
  ])("refuses a clause that a body has twice: %s", (text, clause) => {
    expect(refused(text).message).toContain(`${clause} is given twice`);
  });

  it("takes several facets", () => {
    accepted('CREATE CONCEPT ?x { TYPE "T" SET FACET "A" {a: 1} SET FACET "B" {a: 1} }', "CreateConcept");
  });

  it("refuses a Concept without a type", () => {
    expect(refused('CREATE CONCEPT ?x { NAME "N" }')).toMatchObject({
      code: "InvalidSyntax",
      expected: ["TYPE"],
    });
  });

  it("reads an upsert with its guards", () => {
    const text =
      'UPSERT CONCEPT ?x { MATCH {type: "T", key: :k} UNSET FACET "F" {a, "b"} } EXPECT VERSION 0 EXPECT VERSION :v OF STRUCTURAL';
    expect(shape(accepted(text, "UpsertConcept"))).toMatchObject({
      match: { members: [{ name: "type" }, { name: "key", value: parameter("k") }] },
      actions: [
        {
          type: "UnsetFacet",
          facet: literal("F"),
          names: [
            { type: "FieldName", name: "a" },
            { type: "FieldName", name: "b" },
          ],
        },
      ],
      guards: [
        { type: "ExpectVersion", version: literal(0), plane: null },
        { type: "ExpectVersion", version: parameter("v"), plane: { kind: "structural" } },
      ],
    });
  });

  it("reads the sugar of ASSERT", () => {
    const text =
      'ASSERT ?a (:s, "p", {type: "T", key: "k"}) {by: :s, mode: "stated", valid: {from: :t}} SUPERSEDING "A-1"';
    expect(shape(accepted(text, "Assert"))).toMatchObject({
      handle: variable("a"),
      proposition: { subject: parameter("s"), predicate: literal("p"), object: { type: "ObjectPattern" } },
      members: [{ name: "by" }, { name: "mode" }, { name: "valid" }],
      superseding: literal("A-1"),
    });
    expect(accepted('ASSERT (:s, "p", 1) {by: :s, mode: "stated"}', "Assert")).toMatchObject({
      handle: null,
      superseding: null,
    });
  });

  it.each([
    'ENSURE PROPOSITION ?p (id: "P-1")',
    'ASSERT (id: :p) {by: :a, mode: "stated"}',
    "ENSURE PROPOSITION (:a, ?p, :b)",
    'ENSURE PROPOSITION (:a, "p"{2}, :b)',
    'ASSERT (:a, "p" | "q", :b) {by: :a, mode: "stated"}',
    'ENSURE PROPOSITION (:a, "says", (:b, "p"{2}, :c))',
  ])("refuses to construct what only matches: %s", (text) => {
    expect(refused(text).code).toBe("InvalidSyntax");
  });

  it("takes the id form as an endpoint", () => {
    accepted('ENSURE PROPOSITION (:a, "doubts", (id: :p))', "EnsureProposition");
  });

  it("reads an update", () => {
    const text =
      'UPDATE ?m SET FIELDS {name: "n"} UNSET STRUCTURAL {("f", "C-1")} WHERE { ?m {} } LIMIT 2 EXPECT VERSION 1 OF FACET :f';
    expect(shape(accepted(text, "Update"))).toMatchObject({
      target: variable("m"),
      actions: [
        { type: "SetFields" },
        {
          type: "UnsetStructural",
          entries: [{ field: literal("f"), target: literal("C-1"), options: null }],
        },
      ],
      where: { clauses: [{ type: "ConceptPattern" }] },
      limit: literal(2),
      guards: [{ plane: { kind: "facet", facet: parameter("f") } }],
    });
  });

  it("tells the target, the state and the successor of a transition apart", () => {
    expect(accepted('TRANSITION "A-1" TO "superseded" BY "A-2"', "Transition")).toMatchObject({
      target: literal("A-1"),
      state: literal("superseded"),
      by: literal("A-2"),
    });
    expect(accepted("TRANSITION :a TO :state BY :b", "Transition")).toMatchObject({
      target: parameter("a"),
      state: parameter("state"),
      by: parameter("b"),
    });
    expect(
      accepted('TRANSITION :act TO "completed" SET FIELDS {ended_at: :t}', "Transition").actions,
    ).toHaveLength(1);
  });

  it("reads retention, purge and merge", () => {
    expect(accepted("SET RETENTION :x {legal_hold: true} LIMIT 1", "SetRetention")).toMatchObject({
      target: parameter("x"),
      assignments: [{ name: "legal_hold" }],
    });
    expect(accepted('PURGE :x REFERENCE POLICY "authorized_cascade" CONFIRM "PURGE"', "Purge")).toMatchObject(
      {
        target: parameter("x"),
        referencePolicy: literal("authorized_cascade"),
      },
    );
    expect(accepted('PURGE PAYLOAD "E-1" CONFIRM "PURGE"', "PurgePayload").target).toMatchObject(
      literal("E-1"),
    );
    expect(accepted("MERGE CONCEPT :a INTO :b EXPECT VERSION 3", "MergeConcept")).toMatchObject({
      source: parameter("a"),
      target: parameter("b"),
      where: null,
      guards: [{}],
    });
  });

  it.each(['PURGE :x CONFIRM "purge"', 'PURGE PAYLOAD :x CONFIRM ""', 'PURGE :x CONFIRM "YES"'])(
    "takes one confirmation only: %s",
    (text) => {
      expect(refused(text)).toMatchObject({ code: "InvalidSyntax", expected: ['"PURGE"'] });
    },
  );

  it.each([
    "PURGE :x",
    'PURGE PAYLOAD :x REFERENCE POLICY "deny_if_referenced" CONFIRM "PURGE"',
    "MERGE CONCEPT :a INTO :b LIMIT 1",
  ])("refuses clauses that a statement lacks or does not have: %s", (text) => {
    expect(refused(text).code).toBe("InvalidSyntax");
  });

  it("refuses MUTATE and DEFINE inside MUTATE", () => {
    expect(refused("MUTATE { MUTATE {} }").hint).toContain("outer block");
    expect(refused('MUTATE { DEFINE PREDICATE "p" {description: "d"} }')).toMatchObject({
      code: "InvalidSyntax",
      hint: expect.stringContaining("operation of its own"),
    });
  });

  it("reads definitions", () => {
    expect(accepted('DEFINE PREDICATE "plays" {description: "d"}', "DefinePredicate").name).toMatchObject(
      literal("plays"),
    );
    expect(accepted("DEFINE CONCEPT TYPE :name {description: :d}", "DefineConceptType").name).toMatchObject(
      parameter("name"),
    );
  });
});

describe("META", () => {
  it.each([
    ['DESCRIBE PRIMER MODE "full"', "DescribePrimer", { mode: literal("full") }],
    ["DESCRIBE PRIMER", "DescribePrimer", { mode: null }],
    ["DESCRIBE SPACE :s", "DescribeSpace", { space: parameter("s") }],
    ["DESCRIBE SCHEMA ENVIRONMENT AS OF SEQ 3", "DescribeSchemaEnvironment", { asOf: literal(3) }],
    [
      'DESCRIBE COMPATIBILITY FROM "a" TO :b',
      "DescribeCompatibility",
      { fromPackage: literal("a"), toPackage: parameter("b") },
    ],
    ["DESCRIBE TRANSACTION :t", "DescribeTransaction", { transaction: parameter("t") }],
    [
      "DESCRIBE TRANSACTION BY IDEMPOTENCY KEY :k",
      "DescribeTransactionByKey",
      { idempotencyKey: parameter("k") },
    ],
    ["DESCRIBE SNAPSHOT AT TIME :t", "DescribeSnapshot", { asOf: null, atTime: parameter("t") }],
    ['DESCRIBE ACCESS WITH {operation: "purge"}', "DescribeAccess", { options: { type: "ObjectLiteral" } }],
    [
      'LIST SCHEMA PACKAGES STATUS "active" LIMIT 1 CURSOR :c',
      "ListSchemaPackages",
      { status: literal("active"), limit: literal(1), cursor: parameter("c") },
    ],
    [
      "LIST DEPENDENTS :id DEPTH 2",
      "ListDependents",
      { element: parameter("id"), depth: literal(2), limit: null },
    ],
    [
      "SEARCH EVIDENCE :q THRESHOLD 0.5 AS OF SEQ 1",
      "Search",
      { kind: "EVIDENCE", threshold: literal(0.5), asOf: literal(1), cursor: null },
    ],
    ["VERIFY SCHEMA PACKAGE :p", "Verify", { target: "SCHEMA PACKAGE", artifact: parameter("p") }],
    [
      "VALIDATE IMPORT PLAN :p WITH {}",
      "Validate",
      { target: "IMPORT PLAN", input: parameter("p"), options: { members: [] } },
    ],
    ["PREVIEW KML :c", "PreviewKml", { input: parameter("c") }],
    [
      "PREVIEW IMPORT CAPSULE :c INTO :s",
      "PreviewImportCapsule",
      { capsule: parameter("c"), into: parameter("s") },
    ],
    [
      "HISTORY ELEMENT :id FROM SEQ 1 TO SEQ 2",
      "HistoryElement",
      { element: parameter("id"), fromSeq: literal(1), toSeq: literal(2) },
    ],
    ["HISTORY SPACE", "HistorySpace", { fromSeq: null, toSeq: null, limit: null, cursor: null }],
    ["CHANGES SINCE :c LIMIT 5", "ChangesSince", { cursor: parameter("c"), limit: literal(5) }],
    ["CHANGES AFTER SEQ 9", "ChangesAfterSeq", { seq: literal(9), limit: null }],
    [
      'EXPORT CAPSULE ?r WHERE { ?r {} } WITH {closure: "closed"} AS OF SEQ 2',
      "ExportCapsule",
      { roots: variable("r"), asOf: literal(2), options: { type: "ObjectLiteral" } },
    ],
  ] as const)("%s", (text, type, expected) => {
    expect(accepted(text, type)).toMatchObject(expected);
  });

  it("refuses a mode of the primer that is none", () => {
    expect(blamed('DESCRIBE PRIMER MODE "short"')).toBe('"short"');
  });

  it("refuses both coordinates of a snapshot at once", () => {
    expect(refused("DESCRIBE SNAPSHOT AS OF SEQ 1 AT TIME :t").code).toBe("InvalidSyntax");
  });
});
