import { describe, expect, it } from "vitest";
import { accepted, blamed, refused } from "../verdict.fixture.js";

describe("grouping", () => {
  const find = (outputs: string, orderBy: string) =>
    `FIND(${outputs}) WHERE { ?c {type: "Person"} OPTIONAL { ?p (?c, "prefers", ?o) } } ORDER BY ${orderBy}`;

  it.each([
    ["?c.name", "?c.attributes.rank, ?o"],
    ["?c.name, COUNT(?p)", "?c.name"],
    ["?c.name, COUNT(?p)", "COUNT(?p) DESC, ?c.name"],
    ['?c["name"], COUNT(?p)', "?c.name"],
    ["COUNT(DISTINCT ?p)", "COUNT(DISTINCT ?p)"],
    ["?c.n == 1, COUNT(?p)", "?c.n == 1.0"],
  ])("FIND(%s) can be sorted by %s", (outputs, orderBy) => {
    accepted(find(outputs, orderBy), "Find");
  });

  it.each([
    ["?c.name", "COUNT(?c) DESC", "COUNT(?c)"],
    ["?c.name, COUNT(?p)", "COUNT(DISTINCT ?p)", "COUNT(DISTINCT ?p)"],
    ["?c.name, COUNT(?p)", "SUM(?p)", "SUM(?p)"],
    ["?c.name, COUNT(?p)", "?c.attributes.rank", "?c.attributes.rank"],
    ["?c, COUNT(?p)", "?c.name", "?c.name"],
    ["COUNT(?p)", "?c.name", "?c.name"],
  ])("FIND(%s) cannot be sorted by %s", (outputs, orderBy, key) => {
    expect(refused(find(outputs, orderBy)).code).toBe("InvalidSyntax");
    expect(blamed(find(outputs, orderBy))).toBe(key);
  });
});

describe("functions of a query", () => {
  const filter = (condition: string) => `FIND(?x) WHERE { ?x {} FILTER(${condition}) }`;

  it.each([
    "IN(?x.a, [])",
    'CONTAINS(?x.a, "b")',
    'STARTS_WITH(?x.a, "b")',
    'ENDS_WITH(?x.a, "b")',
    "REGEX(?x.a, :pattern)",
    "IS_NULL(?x)",
    "IS_NOT_NULL(?x.a)",
    "IS_LITERAL(?x)",
    "IS_ELEMENT(?x)",
    'IS_KIND(?x, "concept")',
    'LITERAL_TYPE(?x.a) == "string"',
  ])("%s is one", (condition) => {
    accepted(filter(condition), "Find");
  });

  it.each([
    ["IN(?x.a)", "IN(?x.a)"],
    ["IS_NULL()", "IS_NULL()"],
    ['CONTAINS(?x.a, "a", "b")', 'CONTAINS(?x.a, "a", "b")'],
    ["LOWER(?x.a)", "LOWER"],
    ["ADD(?x.a, 1) == 2", "ADD"],
    ["COUNT(?x) > 1", "COUNT"],
  ])("%s is none", (condition, part) => {
    expect(refused(filter(condition)).code).toBe("InvalidSyntax");
    expect(blamed(filter(condition))).toBe(part);
  });

  it("are checked wherever they stand", () => {
    for (const text of [
      "FIND(NOPE(?x)) WHERE { ?x {} }",
      "FIND(?x) WHERE { ?x {} NOT { ?y {} FILTER(NOPE(?y)) } }",
      "FIND(?x) WHERE { ?x {} } ORDER BY NOPE(?x)",
      "FIND(?x) WHERE { ?x {} FILTER(IN(?x.a, [1, NOPE(?x)])) }",
      "UPDATE ?x SET ATTRIBUTES {a: 1} WHERE { ?x {} FILTER(NOPE(?x)) }",
      "EXPORT CAPSULE ?x WHERE { ?x {} FILTER(NOPE(?x)) }",
    ]) {
      expect(refused(text)).toMatchObject({ code: "InvalidSyntax", found: "NOPE" });
    }
  });

  it("are suggested when the spelling is near", () => {
    expect(refused(filter('CONTAIN(?x.a, "b")')).hint).toBe("Did you mean CONTAINS?");
    expect(refused("FIND(COUN(?x)) WHERE { ?x {} }").hint).toBe("Did you mean COUNT?");
    expect(refused("UPDATE :x SET ATTRIBUTES {a: AD(1)}").hint).toBe("Did you mean ADD?");
  });

  it("are suggested under the name KIP has for them", () => {
    expect(refused("FIND(TOTAL(?x.a)) WHERE { ?x {} }").hint).toBe("Did you mean SUM?");
    expect(refused(filter("EXISTS(?x.a)")).hint).toBe("Did you mean IS_NOT_NULL?");
  });

  it("are listed for the place: aggregates first for an output, none in a condition or an update", () => {
    const [output, key, inner, condition, update] = [
      "FIND(NOPE(?x)) WHERE { ?x {} }",
      "FIND(?x) WHERE { ?x {} } ORDER BY NOPE(?x)",
      "FIND(COUNT(NOPE(?x))) WHERE { ?x {} }",
      filter("NOPE(?x)"),
      "UPDATE :x SET ATTRIBUTES {a: NOPE(1)}",
    ].map((text) => refused(text).hint);
    for (const hint of [output, key]) expect(hint).toContain("Known are COUNT, SUM, AVG, MIN, MAX, IN,");
    for (const hint of [inner, condition]) expect(hint).toContain("Known are IN, CONTAINS");
    expect(update).toBe("Known are ADD, MUL, CLAMP, COALESCE.");
    expect(refused("UPDATE :x SET ATTRIBUTES {a: COUNT(1)}").hint).toContain("aggregate of FIND");
  });

  it("have cures for DISTINCT and NOT written as one", () => {
    expect(refused("FIND(DISTINCT(?x.a)) WHERE { ?x {} }").hint).toContain("COUNT(DISTINCT");
    expect(refused(filter("NOT(?x.a == 1)")).hint).toContain("!(");
  });
});

describe("places of patterns", () => {
  const search = 'SEARCH CONCEPT "q" LIMIT 3';

  it.each([
    `NOT { ?y ${search} }`,
    `NOT { OPTIONAL { ?y ${search} } }`,
    `NOT { UNION { ?y ${search} } }`,
    `OPTIONAL { NOT { ?y ${search} } }`,
  ])("keep a search out of %s", (clause) => {
    expect(refused(`FIND(?x) WHERE { ?x {} ${clause} }`)).toMatchObject({
      code: "InvalidSyntax",
      found: "SEARCH",
    });
  });

  it.each([`OPTIONAL { ?y ${search} }`, `UNION { ?y ${search} }`, `?y ${search} NOT { (?y, "p", ?z) }`])(
    "let a search stand in %s",
    (clause) => {
      accepted(`FIND(?x) WHERE { ?x {} ${clause} }`, "Find");
    },
  );

  it.each([
    ["UPDATE", (where: string) => `UPDATE ?x SET ATTRIBUTES {a: 1} WHERE { ?x {} ${where} }`],
    ["TRANSITION", (where: string) => `TRANSITION ?x TO "archived" WHERE { ?x {} ${where} }`],
    ["SET RETENTION", (where: string) => `SET RETENTION ?x {} WHERE { ?x {} ${where} }`],
    ["PURGE", (where: string) => `PURGE ?x WHERE { ?x {} ${where} } CONFIRM "PURGE"`],
    ["PURGE PAYLOAD", (where: string) => `PURGE PAYLOAD ?x WHERE { ?x {} ${where} } CONFIRM "PURGE"`],
    ["MERGE CONCEPT", (where: string) => `MERGE CONCEPT ?x INTO :y WHERE { ?x {} ${where} }`],
    ["EXPORT CAPSULE", (where: string) => `EXPORT CAPSULE ?x WHERE { ?x {} ${where} }`],
  ])("keep out of %s what only FIND takes", (statement, write) => {
    for (const where of [
      `?y ${search}`,
      '?b BELIEF (?x, "p", ?o)',
      '?s BELIEF SLOT (?x, "p")',
      `OPTIONAL { ?y ${search} }`,
      '(?x, "p"{1,2}, ?y)',
      '?a ASSERTION {proposition: (?x, "p" | "q", ?y)}',
      'STRUCTURAL ((?x, "p"{2}, ?y), "f", ?z)',
    ]) {
      const error = refused(write(where));
      expect(error.code).toBe("InvalidSyntax");
      expect(error.message).toContain(statement);
    }
  });
});

describe("modifiers of a search", () => {
  it.each([
    ['SEARCH PROPOSITION "x" WITH TYPE "T"', "WITH TYPE"],
    ['SEARCH CONCEPT "x" WITH PREDICATE "p"', "WITH PREDICATE"],
    ['FIND(?x) WHERE { ?x SEARCH EVIDENCE "x" WITH TYPE "T" LIMIT 1 }', "WITH TYPE"],
  ])("mean something for the kind: %s", (text, modifier) => {
    expect(refused(text)).toMatchObject({ code: "InvalidSyntax", found: modifier });
  });
});

describe("paths", () => {
  it.each(['"p"{2}', '"p"{0,1}', '"p" | "q"{1,}'])("of several hops have no variable: %s", (path) => {
    expect(blamed(`FIND(?p) WHERE { ?p (?x, ${path}, ?y) }`)).toBe("?p");
  });

  it.each(['"p" | "q"', '"p"{1}', '"p"{1,1} | "q"'])("of one hop are Propositions: %s", (path) => {
    accepted(`FIND(?p) WHERE { ?p (?x, ${path}, ?y) }`, "Find");
  });
});

describe("options", () => {
  it.each([
    "FIND(?x) WHERE { ?x {} } WITH EPISTEMIC {risk: ?x}",
    "FIND(?x) WHERE { ?x {} } WITH EPISTEMIC {context_refs: [?x.id]}",
    "EXPORT CAPSULE ?x WHERE { ?x {} } WITH {depth: ADD(1, 2)}",
    "DESCRIBE ACCESS WITH {resource: ?x}",
    "VALIDATE KQL :q WITH {a: {b: ?x}}",
    'DEFINE PREDICATE "p" {description: ?x}',
  ])("are literals and parameters: %s", (text) => {
    expect(refused(text)).toMatchObject({ code: "InvalidSyntax", expected: ["a literal", "a :parameter"] });
  });
});

describe("EXPORT CAPSULE", () => {
  it.each(["", "FILTER(true)", "NOT { ?x {} }"])("needs something to select: WHERE { %s }", (where) => {
    expect(refused(`EXPORT CAPSULE :id WHERE { ${where} }`).code).toBe("InvalidSyntax");
  });
});
