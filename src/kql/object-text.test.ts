import { describe, expect, test } from "vitest";
import { Memory, ref, rows } from "./memory.fixture.js";

test("an id as plain text finds, and believes in, the element that the Predicate takes it for", () => {
  const memory = new Memory();
  const ann = memory.concept("Person", "Ann");
  const bob = memory.concept("Person", "Bob");
  const known = memory.proposition(ann, "knows", bob);
  memory.assertion(known, ann);
  const view = memory.view();
  for (const object of [`"${bob}"`, ":b"]) {
    expect(rows(view, `FIND(?x.name) WHERE { (?x, "knows", ${object}) }`, { b: bob })).toEqual(["Ann"]);
    const belief = `FIND(?b.proposition_id) WHERE { ?b BELIEF ("${ann}", "knows", ${object}) }`;
    expect(rows(view, belief, { b: bob })).toEqual([known]);
  }
});

describe("under a Predicate that only matching finds out", () => {
  const memory = new Memory();
  const ann = memory.concept("Person", "Ann");
  const bob = memory.concept("Person", "Bob");
  const robert = memory.concept("Person", "Robert");
  memory.merge(bob, robert);
  memory.assertion(memory.proposition(ann, "knows", bob), ann);
  memory.assertion(memory.proposition(ann, "likes", "C-99"), ann);
  memory.proposition(ann, "likes", "tea");
  const view = memory.view();

  test.each([
    [bob, ["knows"]],
    [robert, ["knows"]],
    ["C-99", ["likes"]],
    ["tea", ["likes"]],
    [ann, []],
  ])("the text %s is read as each Predicate reads it", (object, predicates) => {
    const refs = predicates.map((name) => ref(name));
    for (const order of ['(?s, ?r, :o) ?s {name: "Ann"}', '?s {name: "Ann"} (?s, ?r, :o)']) {
      expect(rows(view, `FIND(?r) WHERE { ${order} }`, { o: object })).toEqual(refs);
    }
  });

  test.each([
    [bob, "knows"],
    ["C-99", "likes"],
  ])("and so is %s in what is believed", (object, predicate) => {
    const text = `FIND(?r, MIN(?b.status)) WHERE { ("C-1", ?r, ?any) ?b BELIEF ("C-1", ?r, :o) FILTER(?b.status == "accepted") }`;
    expect(rows(view, text, { o: object })).toEqual([[ref(predicate), "accepted"]]);
  });
});

test("the symbol a variable stands for and its ref as text are equal, whichever pattern came first", () => {
  const memory = new Memory();
  const ann = memory.concept("Person", "Ann");
  memory.proposition(ann, "knows", ann);
  memory.proposition(ann, "likes", ref("knows", "1.0.0"));
  const view = memory.view();
  for (const liked of ['(?x, "likes", ?r)', '(?x, "likes"{1,2}, ?r)']) {
    for (const where of [`(?x, ?r, ?x) ${liked}`, `${liked} (?x, ?r, ?x)`]) {
      expect(rows(view, `FIND(?x.name) WHERE { ${where} }`)).toEqual(["Ann"]);
    }
    expect(rows(view, `FIND(?x.name) WHERE { (?x, ?r, ?x) OPTIONAL {} NOT { ${liked} } }`)).toEqual([]);
  }
});
