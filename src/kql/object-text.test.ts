import { expect, test } from "vitest";
import { Memory, rows } from "./memory.fixture.js";

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
