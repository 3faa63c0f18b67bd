import { describe, expect, test } from "vitest";
import type { ElementId } from "../model/index.js";
import { matchWhere } from "./match-where.js";
import { findOf, Memory, NOW } from "./memory.fixture.js";

const memory = new Memory();
const ann = memory.concept("Person", "Ann");
const bob = memory.concept("Person", "Bob");
memory.proposition(ann, "knows", bob);
memory.proposition(bob, "likes", "tea");
const view = memory.view();

/** The ids of the elements bound in each solution of a WHERE. */
function matched(where: string, handles: ReadonlyMap<string, ElementId> = new Map()) {
  const { clauses } = findOf(`FIND(COUNT(?x)) WHERE { ${where} }`).where;
  return matchWhere(view, clauses, { parameters: {}, now: NOW, handles }).map((solution) =>
    Object.fromEntries([...solution].map(([name, element]) => [name, element.id])),
  );
}

describe("matchWhere", () => {
  test("gives each solution's elements once, oldest first", () => {
    expect(matched(`?x {type: "Person"}`)).toEqual([{ x: ann }, { x: bob }]);
    expect(matched(`?p (?x, "knows", ?y)`)).toEqual([{ p: "P-1", x: ann, y: bob }]);
  });

  test("leaves out what is no element", () => {
    expect(matched(`(?x, "likes", ?what)`)).toEqual([{ x: bob }]);
  });

  test("starts from handles that are bound already", () => {
    expect(matched(`(?x, "knows", ?y)`, new Map([["x", ann]]))).toEqual([{ x: ann, y: bob }]);
    expect(matched(`(?x, "knows", ?y)`, new Map([["x", bob]]))).toEqual([]);
    expect(matched(`?x {}`, new Map([["gone", "C-99" as ElementId]]))).toEqual([]);
  });
});
