import { describe, expect, it } from "vitest";
import { loadPackages } from "../schema/index.js";
import { TestSpace } from "./test/space.js";

/** A package whose one Structural Field has other rules in each version. */
const packageWith = (version: string, field: object) => ({
  format: "KIP-Schema-Package",
  manifest: { package_id: "kip://test/versions", version },
  definitions: {
    concept_types: { Shelf: { kind: "ConceptType" } },
    structural_fields: {
      holds: {
        kind: "StructuralFieldDefinition",
        source: { concept_types: [`kip://test/versions@${version}/Shelf`] },
        target: { kinds: ["Concept"] },
        unique: true,
        ...field,
      },
    },
  },
});

const MANY = { ordered: true, cardinality: { min: 0, max: 3 } };
const ONE = { ordered: false, cardinality: { min: 0, max: 1 } };

/** A Shelf, C-1, that holds what it is given under the first version, in a Space where the second has come since. */
function shelf(first: object, second: object, ...held: readonly string[]): TestSpace {
  const space = new TestSpace([packageWith("1.0.0", first)]);
  for (const name of ["Shelf", "a", "b", "c"]) space.run(`CREATE CONCEPT ?c {TYPE "Shelf" NAME "${name}"}`);
  for (const id of held) space.run(`UPDATE "C-1" SET STRUCTURAL {("holds", "${id}")}`);
  space.state.useEnvironment(space.state.environment.activate(loadPackages([packageWith("1.1.0", second)])));
  return space;
}

const held = (space: TestSpace, id: string) => Object.entries(space.get("concept", id).structural ?? {});

describe("References that were stored under an older version of their field", () => {
  it("are added to as that version allows, and none is lost to a newer one that allows fewer", () => {
    const space = shelf(MANY, ONE, "C-2", "C-3");
    space.run('UPDATE "C-1" SET STRUCTURAL {("holds", "C-4") {index: 0}}');
    expect(held(space, "C-1")).toEqual([
      ["kip://test/versions@1.0.0/holds", [{ id: "C-4" }, { id: "C-2" }, { id: "C-3" }]],
    ]);
  });

  it("are replaced as that version says where a newer one would add", () => {
    const space = shelf(ONE, MANY, "C-2");
    space.run('UPDATE "C-1" SET STRUCTURAL {("holds", "C-3")}');
    expect(held(space, "C-1")).toEqual([["kip://test/versions@1.0.0/holds", [{ id: "C-3" }]]]);
  });

  it("keep the order they had", () => {
    const space = shelf(MANY, ONE, "C-3", "C-2");
    const order = 'FIND(?n.name, ?e.index) WHERE {?e STRUCTURAL ("C-1", "holds", ?n)} ORDER BY ?e.index';
    expect(space.find(order)).toEqual([
      ["b", 0],
      ["a", 1],
    ]);
  });

  it("leave those of other elements to the newest version", () => {
    const space = shelf(MANY, ONE, "C-2");
    space.run('UPDATE "C-4" SET STRUCTURAL {("holds", "C-2")}');
    space.run('UPDATE "C-4" SET STRUCTURAL {("holds", "C-3")}');
    expect(held(space, "C-4")).toEqual([["kip://test/versions@1.1.0/holds", [{ id: "C-3" }]]]);
  });
});
