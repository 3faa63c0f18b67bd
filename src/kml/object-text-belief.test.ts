import { describe, expect, test } from "vitest";
import { TestSpace } from "./test/space.js";

/** Two people, of whom the first is said to know the second, named by their ids as plain text. */
function memory(): TestSpace {
  const space = new TestSpace();
  for (const name of ["A", "B"]) {
    space.run(`CREATE CONCEPT ?p { TYPE "Option" NAME "${name}" }`);
  }
  space.run(`ASSERT (:a, "relates", :b) {by: :a, mode: "stated"}`, IDS);
  return space;
}

const IDS = { a: "C-1", b: "C-2" };

describe("belief in a tuple whose object is an id as plain text", () => {
  test.each([":b", '"C-2"', '{id: "C-2"}'])("is about what was asserted, asked for by %s", (object) => {
    const text = `FIND(?b.status, ?b.proposition_id) WHERE { ?b BELIEF (:a, "relates", ${object}) }`;
    expect(memory().find(text, IDS)).toEqual([["accepted", "P-1"]]);
  });

  test("agrees with the belief about its slot", () => {
    const text = `FIND(?b.proposition_id, ?s) WHERE { ?b BELIEF (:a, "relates", :b) ?s BELIEF SLOT (:a, "relates") }`;
    const [[proposition, slot]] = memory().find(text, IDS) as unknown as [[string, object]];
    expect(proposition).toBe("P-1");
    expect(JSON.stringify(slot)).toContain('"P-1"');
  });
});
