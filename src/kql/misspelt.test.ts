import { describe, expect, test } from "vitest";
import type { KipError } from "../model/index.js";
import { find, Memory, rows } from "./memory.fixture.js";

const memory = new Memory();
const ann = memory.concept("Person", "Ann", { attributes: { age: 40 } });
memory.concept("Box", "Crate", { attributes: { size: 1 } });
memory.proposition(ann, "likes", "tea");
const view = memory.view();
const nothing = new Memory().view();

/** What a query is refused with: in an empty memory too, because nothing has to be read to know. */
function refusal(text: string, parameters = {}): KipError {
  try {
    find(nothing, text, parameters);
  } catch (error) {
    return error as KipError;
  }
  throw new Error(`answered: ${text}`);
}

/** The part of a query its refusal points at. */
function blamed(text: string, parameters = {}): string {
  const { from, to } = refusal(text, parameters).details;
  return text.slice(from as number, to as number);
}

const where = (patterns: string, path: string) => `FIND(${path}) WHERE { ${patterns} }`;

describe("a path to what nothing has", () => {
  test.each([
    ["?x {}", "?x.nmae", "?x.name"],
    ["?x {}", "?x.type", "?x.schema_ref"],
    ["?x {}", "?x.created_at", "?x._system.created_at"],
    ["?x {}", "?x._system.verison", "?x._system.version"],
    ["?x {}", "?x.age", "?x.attributes.age"],
    ["?x {}", "?x.retention.legalhold", "?x.retention.legal_hold"],
    ["?a ASSERTION {}", "?a.stanse", "?a.stance"],
    ["?a ASSERTION {}", "?a.lifecycle.stauts", "?a.lifecycle.status"],
    ["?a ASSERTION {}", "?a.evidence.id", "STRUCTURAL"],
    ["?p (?s, ?r, ?o)", "?p.subject.name", "bind the element"],
    ["?p (?s, ?r, ?o)", "?p.predicate", "?p.predicate_ref"],
    ["?p (?s, ?r, ?o)", "?o.nmae", "?o.name"],
    ["?x {}", "?x.name.first", "single value"],
    ['?e STRUCTURAL (?x, "has_part", ?y)', "?e.indx", "?e.index"],
    ['?s {} ?b BELIEF SLOT (?s, "likes")', "?b.stauts", "?b.status"],
    ['?s {} ?b BELIEF SLOT (?s, "likes")', "?b.accepted", "accepted_values"],
    ['?s {} ?b BELIEF (?s, "likes", 1)', "?b.score", "?b.support.score or ?b.opposition.score"],
    ['?s {} ?b BELIEF (?s, "likes", 1)', "?b.support.scor", "?b.support.score"],
    ['?s {} ?b BELIEF (?s, "likes", 1)', "?b.basis.policy.name", "id, version"],
    ['?x {type: "Box"}', "?x.attributes.siz", "?x.attributes.size"],
    ['?x SEARCH CONCEPT "a" WITH TYPE "Box" LIMIT 1', "?x.attributes.siz", "?x.attributes.size"],
    ["?x {}", '?x.facets["Weight"].salianse', '?x.facets["Weight"].salience'],
    ['?x SEARCH CONCEPT "a" LIMIT 1', "?x.retrieval.scor", "?x.retrieval.score"],
  ])("is refused: %s %s", (patterns, path, advice) => {
    const error = refusal(where(patterns, path));
    expect(error.code).toBe("SchemaFieldNotFound");
    expect(error.hint).toContain(advice);
    expect(blamed(where(patterns, path))).toMatch(/^\.\w+$/);
  });

  test.each([
    'FIND(?x.name) WHERE { ?x {} FILTER(?x.nmae == "Ann") }',
    "FIND(?x.name) WHERE { ?x {} FILTER(!IS_NULL(?x.nmae)) }",
    "FIND(?x.name) WHERE { ?x {} NOT { FILTER(?x.nmae == 1) ?y {} } }",
    "FIND(COUNT(?x.nmae)) WHERE { ?x {} }",
    "FIND(?x.name) WHERE { ?x {} } ORDER BY ?x.nmae",
  ])("is refused wherever it stands: %s", (text) => {
    expect(refusal(text).details).toMatchObject({ field: "nmae", nearest: "name" });
    expect(blamed(text)).toBe(".nmae");
  });
});

describe("a path to what something may have", () => {
  test.each([
    ["a field of another kind", "?p (?s, ?r, ?o)", "?p.confidence"],
    ["ends after merges, of a Concept", "?x {}", "?x.canonical_subject"],
    ["how it was found, of what was not searched", "?x {}", "?x.retrieval.score"],
    ["an attribute of an open type", '?x {type: "Person"}', "?x.attributes.siz"],
    ["an attribute of any type", "?x {}", "?x.attributes.siz"],
    ["a member of an open Facet", "?x {}", '?x.facets["Mood"].levle'],
    ["anything within an attribute", '?x {type: "Box"}', "?x.attributes.size.of.what"],
    ["Governance of the host", "?x {}", "?x.governance.clearance"],
    ["anything in a value", "?x {attributes: {age: ?v}}", "?v.whatever"],
    ["anything in an explanation", '?s {} ?b BELIEF (?s, "likes", 1)', "?b.explanation.any.thing"],
  ])("is null: %s", (_, patterns, path) => {
    expect(new Set(rows(view, where(patterns, path)))).toEqual(new Set([null]));
  });

  test.each([
    ["one of two types", '?x {type: "Box"} UNION { ?x {type: "Person"} }'],
    ["typed in one branch", '?x {} UNION { ?x {type: "Box"} }'],
    ["typed where it may not match", '?x {} OPTIONAL { ?x {type: "Box"} }'],
    ["typed where it must not match", '?x {} NOT { ?x {type: "Box"} }'],
  ])("is null where the type is not certain: %s", (_, patterns) => {
    expect(rows(view, where(patterns, "?x.attributes.siz"))).toContain(null);
  });

  test.each([
    'OPTIONAL { ?x {type: "Box", name: "none"} } ?x {type: "Person"}',
    'OPTIONAL { ?x {type: "Box", name: "none"} } ?x {}',
    '?y {type: "Box"} UNION { ?x {type: "Box"} } ?x {}',
  ])("is not refused for a type that not every solution has: %s", (patterns) => {
    expect(rows(view, where(`${patterns} FILTER(?x.attributes.age == 40)`, "?x.attributes.age"))).toEqual([
      40,
    ]);
  });

  test("is looked up in each thing a variable may stand for", () => {
    const either = '?s {} ?x BELIEF SLOT (?s, "likes") UNION { ?x {} }';
    expect(find(view, where(either, "?x.accepted_values, ?x.name")).rows.length).toBeGreaterThan(0);
    expect(refusal(where(either, "?x.accepted_vlues")).hint).toContain("?x.accepted_values");
  });
});

describe("a pattern for what nothing has", () => {
  test.each([
    ['?x {type: "Box", attributes: {siz: 1}}', "siz", "Did you mean size?"],
    ['?x {attributes: {siz: 1}, type: "Box"}', "siz", "Did you mean size?"],
    ['?x {facets: {"Weight": {salianse: 1}}}', "salianse", "Did you mean salience?"],
    ['?a ASSERTION {lifecycle: {stauts: "active"}}', "stauts", "Did you mean status?"],
    ["?a ASSERTION {stanse: :stance}", "stanse", "Did you mean stance?"],
  ])("is refused: %s", (pattern, part, advice) => {
    const text = where(pattern, "?x");
    const query = pattern.startsWith("?a") ? where(pattern, "?a") : text;
    expect(refusal(query)).toMatchObject({ code: "SchemaFieldNotFound", details: { field: part } });
    expect(refusal(query).hint).toContain(advice);
    expect(blamed(query)).toBe(part);
  });

  test.each([
    ['?a ASSERTION {stance: "suport"}', '"suport"', '"support"'],
    ["?a ASSERTION {stance: :wrong}", ":wrong", '"reject"'],
    ["?a ASSERTION {stance: 1}", "1", '"uncertain"'],
    ['?a ASSERTION {mode: "observd"}', '"observd"', '"observed"'],
    ['?a ASSERTION {lifecycle: {status: "activ"}}', '"activ"', '"active"'],
    ['?a EVIDENCE {lifecycle: {status: "retracted"}}', '"retracted"', '"corrected"'],
    ["?a ASSERTION {evidence: :cited}", ":cited", '"challenge"'],
    ['?a ACTIVITY {status: "done"}', '"done"', '"completed"'],
    ['?a {state: "archive"}', '"archive"', '"archived"'],
    ['?a {type: "Box", attributes: {colour: "rde"}}', '"rde"', 'Did you mean "red"?'],
  ])("is refused where the values are registered: %s", (pattern, part, allowed) => {
    const text = where(pattern, "?a");
    const parameters = { wrong: "suport", cited: [{ id: "E-1", role: "suport" }] };
    expect(refusal(text, parameters).code).toBe("ConstraintViolation");
    expect(refusal(text, parameters).hint).toContain(allowed);
    expect(blamed(text, parameters)).toBe(part);
  });

  test.each(["support", "reject", "uncertain"])("takes every registered value: %s", (stance) => {
    expect(rows(view, where("?a ASSERTION {stance: :stance}", "?a"), { stance })).toEqual([]);
  });
});

test.each([
  ["context", "context_refs"],
  ["include_historic", "include_historical"],
  ["polic", "policy"],
])("a setting of WITH EPISTEMIC written %s is told its name", (written, meant) => {
  const { code, hint } = refusal(`FIND(?x) WHERE { ?x {} } WITH EPISTEMIC {${written}: "x"}`);
  expect([code, hint]).toEqual(["SchemaFieldNotFound", expect.stringContaining(`Did you mean ${meant}?`)]);
});

test.each([
  ["SUM", "number"],
  ["AVG", "number"],
  ["MIN", "numbers or texts"],
  ["MAX", "numbers or texts"],
])("%s over elements is told to take a path to what it can use: %s", (name, expected) => {
  const query = (argument: string) => `FIND(${name}(${argument})) WHERE { ?x {type: "Person"} }`;
  expect(() => find(view, query("?x"))).toThrow(
    expect.objectContaining({
      code: "TypeMismatch",
      hint: expect.stringContaining(`${name}(?x.attributes.age)`),
      details: expect.objectContaining({ function: name, expected }),
    }),
  );
  expect(rows(view, query("?x.attributes.age"))).toEqual([40]);
});
