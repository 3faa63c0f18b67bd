import { describe, expect, test } from "vitest";
import { find, Memory, rows } from "./memory.fixture.js";

/** Ann likes tea, a word and zero, and not one; nobody says what Bob likes, though tea is on record. */
const memory = new Memory();
const ann = memory.concept("Person", "Ann");
const bob = memory.concept("Person", "Bob");
const tea = memory.concept("Stone", "Tea");
memory.assertion(memory.proposition(ann, "likes", tea), ann);
memory.assertion(memory.proposition(ann, "likes", "caf\u00e9"), ann);
memory.assertion(memory.proposition(ann, "likes", 0), ann);
memory.assertion(memory.proposition(ann, "likes", 1), bob, { stance: "reject" });
memory.proposition(bob, "likes", tea);
const view = memory.view();
const parameters = { ann, bob, tea: { id: tea }, decomposed: "cafe\u0301", negativeZero: -0 };
const ask = (text: string) => rows(view, text, parameters);

describe("a belief about a Literal", () => {
  test.each([
    [`:decomposed`, "accepted"],
    [`1e0`, "rejected"],
    [`1.0`, "rejected"],
    [`:negativeZero`, "accepted"],
    [`"1"`, "insufficient"],
    [`false`, "insufficient"],
    [`"caf\u00e9 "`, "insufficient"],
  ])("is about its value, however that is written: %s", (literal, status) => {
    expect(ask(`FIND(?b.status) WHERE { ?b BELIEF (:ann, "likes", ${literal}) }`)).toEqual([status]);
  });

  test("is about the value a pattern found elsewhere", () => {
    const joined = `FIND(?o, ?b.status, ?c.status) WHERE { ?b BELIEF (:ann, "likes", ?o) ?c BELIEF (:bob, "likes", ?o) FILTER(LITERAL_TYPE(?o) == "number") } ORDER BY ?o`;
    expect(ask(joined)).toEqual([
      [0, "accepted", "insufficient"],
      [1, "rejected", "insufficient"],
    ]);
  });
});

describe("beliefs within blocks", () => {
  test("are tested by NOT, joined by OPTIONAL and added by UNION like anything else", () => {
    const accepted = `?s BELIEF SLOT (?x, "likes") FILTER(?s.status == "accepted")`;
    expect(ask(`FIND(?x.name) WHERE { ?x {type: "Person"} NOT { ${accepted} } }`)).toEqual(["Bob"]);
    expect(
      ask(`FIND(?x.name, ?s.status) WHERE { ?x {type: "Person"} OPTIONAL { ${accepted} } } ORDER BY ?x.name`),
    ).toEqual([
      ["Ann", "accepted"],
      ["Bob", null],
    ]);
    const of = (name: string) => `?x {name: "${name}"} ?s BELIEF SLOT (?x, "likes")`;
    expect(
      ask(`FIND(?x.name, ?s.status) WHERE { ${of("Ann")} UNION { ${of("Bob")} } } ORDER BY ?x.name`),
    ).toEqual([
      ["Ann", "accepted"],
      ["Bob", "insufficient"],
    ]);
  });

  test("see no binding from beside a UNION, and name what is missing", () => {
    const branch = `FIND(?x.name, ?s.status) WHERE { ?x {name: "Ann"} UNION { ?s BELIEF SLOT (?x, "likes") } }`;
    expect(() => ask(branch)).toThrow(expect.objectContaining({ code: "ProjectionTargetUnbounded" }));
  });

  test("take what an OPTIONAL bound, and are no answer where it bound nothing", () => {
    const inside = `FIND(?x.name, ?b.status) WHERE { ?x {type: "Person"} OPTIONAL { ?p (?x, "likes", 1) ?b BELIEF (?p) } } ORDER BY ?x.name`;
    expect(ask(inside)).toEqual([
      ["Ann", "rejected"],
      ["Bob", null],
    ]);
    for (const [after, code] of [
      [`OPTIONAL { ?p (?x, "likes", 1) } ?b BELIEF (?p)`, "ProjectionTargetUnbound"],
      [`OPTIONAL { ?y {name: "Nobody"} } ?b BELIEF SLOT (?y, "likes")`, "ProjectionTargetUnbounded"],
      [`OPTIONAL { ?y {name: "Nobody"} } ?b BELIEF (?y, "likes", 1)`, "ProjectionTargetUnbounded"],
    ] as const) {
      expect(() => ask(`FIND(?b) WHERE { ?x {name: "Bob"} ${after} }`)).toThrow(
        expect.objectContaining({ code }),
      );
    }
  });
});

describe("two beliefs of one variable", () => {
  test("are the same belief or no solution", () => {
    const twice = `FIND(?x.name, ?y.name) WHERE { ?x {name: "Ann"} ?y {type: "Person"} ?b BELIEF (?x, "likes", :tea) ?b BELIEF (?y, "likes", :tea) }`;
    expect(ask(twice)).toEqual([["Ann", "Ann"]]);
    const mixed = `FIND(?b) WHERE { ?b BELIEF SLOT (:ann, "likes") ?b BELIEF (:ann, "likes", :tea) }`;
    expect(ask(mixed)).toEqual([]);
  });
});

describe("members of a belief", () => {
  test("that have no value pass no condition, sort last and are not counted", () => {
    const all = `?b BELIEF (:ann, "likes", ?o)`;
    expect(ask(`FIND(?b.status) WHERE { ${all} FILTER(?b.support.score > 0) }`)).toEqual([]);
    expect(ask(`FIND(?b.status) WHERE { ${all} FILTER(!(?b.support.score > 0)) }`)).toEqual([]);
    expect(ask(`FIND(COUNT(?b), COUNT(?b.precedence.rule), MAX(?b.support.score)) WHERE { ${all} }`)).toEqual(
      [[4, 0, null]],
    );
    expect(
      ask(`FIND(?b.status) WHERE { ${all} } ORDER BY ?b.precedence.rule DESC, ?b.leading ASC LIMIT 2`),
    ).toEqual(["rejected", "accepted"]);
  });

  test("that no belief has are named as a mistake, each for its own kind of result", () => {
    for (const text of [
      `FIND(?b.status) WHERE { ?b BELIEF (:ann, "likes", ?o) FILTER(?b.confidence > 0) }`,
      `FIND(?b.status) WHERE { ?b BELIEF (:ann, "likes", ?o) } ORDER BY ?b.confidence`,
      `FIND(?b.leading) WHERE { ?b BELIEF SLOT (:ann, "likes") }`,
      `FIND(?b.accepted_values) WHERE { ?b BELIEF (:ann, "likes", 1) }`,
    ]) {
      expect(() => ask(text), text).toThrow(expect.objectContaining({ code: "SchemaFieldNotFound" }));
    }
  });
});

describe("aggregates over beliefs", () => {
  test("count beliefs and group by their members", () => {
    const each = `?x {type: "Person"} ?b BELIEF (?x, "likes", ?o)`;
    expect(ask(`FIND(?b.status, COUNT(?b)) WHERE { ${each} } ORDER BY ?b.status`)).toEqual([
      ["accepted", 3],
      ["insufficient", 1],
      ["rejected", 1],
    ]);
    expect(ask(`FIND(COUNT(DISTINCT ?b)) WHERE { ${each} ?y {type: "Person"} }`)).toEqual([5]);
    expect(ask(`FIND(COUNT(?b)) WHERE { ?b BELIEF (:bob, "likes", ?o) FILTER(?o == 99) }`)).toEqual([0]);
    expect(ask(`FIND(COUNT(?b)) WHERE { ?b BELIEF (:bob, "likes", 99) }`)).toEqual([1]);
    expect(() => ask(`FIND(MAX(?b)) WHERE { ${each} }`)).toThrow(
      expect.objectContaining({ code: "TypeMismatch" }),
    );
  });
});

describe("a subject that is known of nowhere", () => {
  test("is answered as one about which nothing is on record, so that nobody learns which it is", () => {
    for (const target of [
      `("C-99", "likes", 1)`,
      `SLOT ("C-99", "likes")`,
      `(:ann, "likes", {id: "C-99"})`,
    ]) {
      expect(ask(`FIND(?b.status) WHERE { ?b BELIEF ${target} }`), target).toEqual(["insufficient"]);
    }
  });

  test("a Proposition that is not there yet matches nothing by its id, and its tuple is insufficient", () => {
    const before = new Memory();
    before.concept("Person", "Ann");
    const past = before.view();
    expect(rows(past, `FIND(?b) WHERE { ?b BELIEF (id: "P-1") }`)).toEqual([]);
    expect(
      rows(past, `FIND(?b.status, ?b.proposition_id) WHERE { ?b BELIEF (:ann, "likes", 1) }`, { ann }),
    ).toEqual([["insufficient", null]]);
  });
});

describe("the basis of an answer", () => {
  test("is there as soon as beliefs are asked for, found or not", () => {
    const settings = `FOR TIME "2026-12-24T00:00:00.000Z" WITH EPISTEMIC {policy: "kip:memory-default"}`;
    for (const text of [
      `FIND(?b) WHERE { ?b BELIEF (id: "P-99") } ${settings}`,
      `FIND(COUNT(?x)) WHERE { ?x {name: "Nobody"} NOT { ?b BELIEF SLOT (?x, "likes") } } ${settings}`,
    ]) {
      expect(find(view, text).basis, text).toMatchObject({
        policy: { id: "kip:memory-default" },
        valid_at: "2026-12-24T00:00:00.000Z",
        next_invalid_at: null,
      });
    }
    expect(find(view, `FIND(?x) WHERE { ?x {name: "Ann"} } ${settings}`).basis).toBeNull();
  });
});
