import { describe, expect, it } from "vitest";
import {
  builtInPackages,
  describeSymbol,
  listSymbols,
  SchemaEnvironment,
  summarizeEnvironment,
} from "./index.js";
import { packageOf } from "./package.fixture.js";

const environment = SchemaEnvironment.core.activate(builtInPackages());

describe("The summary of an environment", () => {
  const summary = summarizeEnvironment(environment);
  const takes = (list: readonly { name: string; takes: string }[], name: string) =>
    list.find((line) => line.name === name)?.takes;

  it("says in one line what each symbol takes", () => {
    expect(takes(summary.predicates, "lives_in")).toBe("Person → Place, one at a time");
    expect(takes(summary.predicates, "prefers")).toBe("Person → Concept, one of each type at a time");
    expect(takes(summary.predicates, "speaks")).toBe("Person → string");
    expect(takes(summary.types, "WorkingState")).toContain("summary*: string");
    expect(takes(summary.facets, "GradingState")).toBe("on Skill: computed");
    expect(takes(summary.structural_fields, "has_step")).toBe("Experience → ExperienceStep, ordered");
    expect(takes(summary.structural_fields, "generated_by")).toBe("Evidence → Activity, at most 1");
  });

  it("names every package in force, Core first", () => {
    expect(summary.packages.map(({ ref }) => ref)).toEqual([
      "kip://core@2.0.0",
      "kip://profiles/cognitive-memory@2.0.0",
      "kip://domains/general@1.0.0",
    ]);
  });
});

describe("A list of symbols", () => {
  it("is ordered by reference and tells what writes bind to from what can only be read and what has ended", () => {
    const before = SchemaEnvironment.core.activate([
      packageOf("kip://test/a", "1.0.0", { concept_types: { B: {}, A: {} } }),
    ]);
    const after = before.activate([packageOf("kip://test/a", "1.1.0", { concept_types: { A: {} } })]);
    expect(listSymbols(after, "ConceptType").map(({ ref, status }) => [ref, status])).toEqual([
      ["kip://test/a@1.0.0/A", "readable"],
      ["kip://test/a@1.0.0/B", "retired"],
      ["kip://test/a@1.1.0/A", "active"],
    ]);
  });

  it("describes a symbol by its exact reference and its own definition", () => {
    expect(describeSymbol(environment, environment.resolvePredicate("timezone"))).toMatchObject({
      ref: "kip://domains/general@1.0.0/timezone",
      local_name: "timezone",
      package_ref: "kip://domains/general@1.0.0",
      status: "active",
      kind: "PredicateType",
      lineage: "kip://domains/general/timezone",
      definition: { functional: true },
    });
  });

  it("says what continues a symbol that was renamed", () => {
    const renamed = SchemaEnvironment.core
      .activate([packageOf("kip://test/a", "1.0.0", { concept_types: { A: {} } })])
      .activate([
        packageOf(
          "kip://test/a",
          "2.0.0",
          { concept_types: { B: {} } },
          { migrations: [{ op: "rename", symbol_kind: "ConceptType", from: "A", to: "B" }] },
        ),
      ]);
    const old = renamed.resolveConceptType("kip://test/a@1.0.0/A");
    expect(describeSymbol(renamed, old)).toMatchObject({
      ref: "kip://test/a@1.0.0/A",
      status: "readable",
      lineage: "kip://test/a/A",
      continued_by: "kip://test/a/B",
    });
    expect(describeSymbol(renamed, renamed.resolveConceptType("A"))).not.toHaveProperty("continued_by");
  });
});
