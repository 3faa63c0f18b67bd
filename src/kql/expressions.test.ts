import { describe, expect, test } from "vitest";
import { Memory, ref, rows } from "./memory.fixture.js";

const memory = new Memory();
const ann = memory.concept("Person", "Ann", {
  attributes: { n: 2, list: ["a", "b"] },
  facets: { [ref("Mood")]: { level: 1 } },
});
memory.concept("Person", "Bob", { attributes: { n: "2" } });
memory.concept("Person", "Cyn", { attributes: { n: null } });
memory.concept("Person", "Dan");
const tuple = memory.proposition(ann, "likes", "tea");
memory.proposition(ann, "knows", ann);
const view = memory.view();

/** The names of the Persons a condition keeps. */
const kept = (condition: string, parameters = {}) =>
  rows(view, `FIND(?p.name) WHERE { ?p {type: "Person"} FILTER(${condition}) } ORDER BY ?p.name`, parameters);

describe("a condition", () => {
  test.each([
    ["?p.attributes.n == 2", ["Ann"]],
    ['?p.attributes.n == "2"', ["Bob"]],
    ["?p.attributes.n != 2", ["Bob"]],
    ["!(?p.attributes.n == 2)", ["Bob"]],
    ["?p.attributes.n > 1", ["Ann"]],
    ["!(?p.attributes.n > 5)", ["Ann"]],
    ["?p.attributes.n < -(-3)", ["Ann"]],
    ['?p.name > "B" && ?p.name < "D"', ["Bob", "Cyn"]],
    ['?p.name == "Ann" || ?p.attributes.n == 7', ["Ann"]],
    ['?p.attributes.nothing == 1 || ?p.name == "Dan"', ["Dan"]],
    ["!(?p.attributes.nothing == 1)", []],
    ["?p.attributes.n == null", []],
    ["IS_NULL(?p.attributes.n)", ["Cyn", "Dan"]],
    ["IS_NOT_NULL(?p.attributes.n)", ["Ann", "Bob"]],
    ['IN(?p.name, ["Ann", "Dan"])', ["Ann", "Dan"]],
    ["IN(?p.name, [])", []],
    ["IN(?p.attributes.n, [2, null])", ["Ann"]],
    ["!IN(?p.attributes.n, [3, null])", []],
    ["IN(?p.name, :names)", ["Bob"]],
    ['IN("a", ?p.attributes.list)', ["Ann"]],
    ['CONTAINS(?p.name, "n")', ["Ann", "Cyn", "Dan"]],
    ['STARTS_WITH(?p.name, "D")', ["Dan"]],
    ['ENDS_WITH(?p.name, "b")', ["Bob"]],
    ['REGEX(?p.name, "^[AB]")', ["Ann", "Bob"]],
    ['!REGEX(?p.attributes.n, "2")', []],
    ['LITERAL_TYPE(?p.attributes.n) == "string"', ["Bob"]],
    ["IS_ELEMENT(?p)", ["Ann", "Bob", "Cyn", "Dan"]],
    ['IS_KIND(?p, "concept") && IS_LITERAL(?p.name)', ["Ann", "Bob", "Cyn", "Dan"]],
    ['?p.id == "C-1"', ["Ann"]],
    ["?p == :ann", ["Ann"]],
  ])("%s keeps %j", (condition, names) => {
    expect(kept(condition, { names: ["Bob"], ann: { id: ann } })).toEqual(names);
  });

  test.each([
    ["REGEX(?p.name, :pattern)", { pattern: "(" }, "InvalidSyntax"],
    ["CONTAINS(?p.name, :part)", { part: 7 }, "TypeMismatch"],
    ["IN(?p.name, :names)", { names: "Ann" }, "TypeMismatch"],
    ["?p.name < :bound", { bound: [1] }, "TypeMismatch"],
    ["IS_KIND(?p, :kind)", { kind: "ghost" }, "InvalidSyntax"],
    ["IS_KIND(?p, :kind)", { kind: 5 }, "TypeMismatch"],
    ["?p.name == :missing", {}, "ReferenceError"],
    ['?p.facets["Ghost"].level == 1', {}, "SchemaSymbolNotFound"],
  ])("%s with %j is refused even where nothing matches", (condition, parameters, code) => {
    const text = `FIND(?p) WHERE { ?p {name: "Nobody"} OPTIONAL { NOT { FILTER(${condition}) } } }`;
    expect(() => rows(view, text, parameters)).toThrow(expect.objectContaining({ code }));
  });

  test("with a pattern from the data fails when the pattern is wrong", () => {
    const bad = new Memory();
    bad.concept("Person", "Ann", { attributes: { pattern: "[" } });
    const text = `FIND(?p) WHERE { ?p {type: "Person"} NOT { FILTER(REGEX(?p.name, ?p.attributes.pattern)) } }`;
    expect(() => rows(bad.view(), text)).toThrow(expect.objectContaining({ code: "InvalidSyntax" }));
  });

  const liked = new Memory();
  liked.proposition(liked.concept("Person", "Ann", { attributes: { pattern: "[" } }), "likes", "tea");
  liked.concept("Person", "Bob", { attributes: { pattern: "[" } });
  liked.concept("Person", "Cyn", { attributes: { pattern: "C" } });
  const PERSON = '?p {type: "Person"}';
  const MATCHES = "FILTER(REGEX(?p.name, ?p.attributes.pattern))";
  const permutations = (parts: readonly string[]): readonly string[][] =>
    parts.length === 0
      ? [[]]
      : parts.flatMap((part, at) => permutations(parts.toSpliced(at, 1)).map((rest) => [part, ...rest]));

  test.each([
    ["another pattern leaves", ['(?p, "knows", ?q)'], []],
    ["another filter leaves", ['FILTER(?p.name > "C")'], ["Cyn"]],
    ["both leave", ['(?p, "likes", ?o)', 'FILTER(?p.name == "Dan")'], []],
  ])("that can fail is asked only of the solutions that %s, in any order", (_, others, names) => {
    for (const order of permutations([PERSON, MATCHES, ...others])) {
      expect(rows(liked.view(), `FIND(?p.name) WHERE { ${order.join(" ")} }`)).toEqual(names);
    }
  });

  test("that can fail is asked whatever another such condition answers, in any order", () => {
    const others = ['(?p, "likes", ?o)', 'FILTER(REGEX("x", ?p.name))'];
    for (const order of permutations([PERSON, MATCHES, ...others])) {
      expect(() => rows(liked.view(), `FIND(?p.name) WHERE { ${order.join(" ")} }`)).toThrow(
        expect.objectContaining({ code: "InvalidSyntax" }),
      );
    }
  });

  test("names the parameter that is missing", () => {
    expect(() => kept("?p.name == :who")).toThrow(expect.objectContaining({ message: ":who is not bound" }));
  });
});

describe("a path", () => {
  test("leads to fields, whole objects and quoted keys", () => {
    expect(
      rows(
        view,
        `FIND(?p.attributes, ?p.facets["Mood"], ?p.facets["${ref("Mood", "1.0.0")}"].level, ?p._system.version) WHERE { ?p {name: "Ann"} }`,
      ),
    ).toEqual([[{ n: 2, list: ["a", "b"] }, { level: 1 }, 1, 1]]);
  });

  test("is null where a field, a Facet or the element itself is missing", () => {
    expect(
      rows(
        view,
        `FIND(?p.confidence, ?p.facets["Mood"].level, ?p.attributes.missing.further, ?q.name) WHERE { ?p {name: "Dan"} OPTIONAL { (?p, "knows", ?q) } }`,
      ),
    ).toEqual([[null, null, null, null]]);
  });

  test("tells elements and Literals apart in one object column", () => {
    expect(
      rows(
        view,
        `FIND(IS_ELEMENT(?o), IS_LITERAL(?o), LITERAL_TYPE(?o), IS_KIND(?o, "concept")) WHERE { ?p (:ann, ?r, ?o) } ORDER BY ?p.id`,
        { ann },
      ),
    ).toEqual([
      [false, true, "string", false],
      [true, false, null, true],
    ]);
    expect(
      rows(
        view,
        `FIND(?p.canonical_object, ?p.object) WHERE { ?p {id: "x"} UNION { ?p PROPOSITION (id: :t) } }`,
        { t: tuple },
      ),
    ).toEqual([["tea", "tea"]]);
  });

  test("projects a whole element as it is stored", () => {
    expect(rows(view, `FIND(?p) WHERE { ?p {name: "Dan"} }`)).toEqual([
      expect.objectContaining({
        id: "C-4",
        kind: "concept",
        name: "Dan",
        schema_ref: ref("Person"),
        attributes: {},
      }),
    ]);
  });
});
