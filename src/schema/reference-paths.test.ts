import { expect, it } from "vitest";
import { memoryPackage, referencesIn } from "./index.js";

const pathsOf = (facet: string) => memoryPackage().symbols.FacetDefinition.get(facet)?.referencePaths ?? [];

it("References are found where the package says they are, and nowhere else", () => {
  const basis = {
    groups: [
      {
        role: "all_of",
        pins: [
          { id: "A-1", version: 1 },
          { id: "E-2", version: 3 },
        ],
      },
      { role: "context", pins: [{ id: "A-1", version: 1 }] },
    ],
    policy_basis: { context_refs: ["C-9"] },
  };
  expect(referencesIn(pathsOf("DependencyBasis"), basis)).toEqual(["A-1", "E-2"]);
});

it("Absent and null references name nothing", () => {
  expect(referencesIn(pathsOf("MemoryScope"), { task_ref: null, context_refs: ["C-1", "C-2"] })).toEqual([
    "C-1",
    "C-2",
  ]);
  expect(referencesIn(pathsOf("OutcomeRecord"), {})).toEqual([]);
});
