import { describe, expect, it } from "vitest";
import { asElementId } from "../model/index.js";
import {
  builtInPackages,
  SchemaEnvironment,
  type TypedElement,
  validateConcept,
  validateStructural,
} from "./index.js";
import { errorOf, lab } from "./package.fixture.js";

const environment = SchemaEnvironment.core.activate([...builtInPackages(), lab]);
const ref = (name: string) => environment.resolveConceptType(name).ref;
const facet = (name: string) => environment.resolveFacet(name).ref;
const concept = (type: string): TypedElement => ({ kind: "concept", schema_ref: ref(type) });
const digest = `sha256:${"0".repeat(64)}`;

describe("Structural References", () => {
  const elements = new Map<string, TypedElement>([
    ["C-1", concept("Note")],
    ["C-2", concept("Note")],
    ["C-3", concept("Note")],
    ["C-4", concept("Person")],
  ]);
  const check = (holder: TypedElement, references: Readonly<Record<string, readonly string[]>>) =>
    validateStructural(
      environment,
      holder,
      Object.fromEntries(
        Object.entries(references).map(([name, ids]) => [
          environment.resolveStructuralField(name, holder).ref,
          ids.map((id) => ({ id: asElementId(id) })),
        ]),
      ),
      (id) => elements.get(id),
    );

  it("must be of the declared types, as many as declared, and each once where that is declared", () => {
    check(concept("Run"), { parts: ["C-1", "C-2"], reviewed: ["C-4", "C-4"] });
    const target = errorOf(() => check(concept("Run"), { parts: ["C-4"] }));
    expect([target.code, target.hint]).toEqual(["StructuralReferenceInvalid", "parts refers to a Note."]);
    const holder = errorOf(() => check(concept("Note"), { parts: ["C-1"] }));
    expect([holder.code, holder.hint]).toEqual(["StructuralReferenceInvalid", "parts belongs on a Run."]);
    expect(errorOf(() => check(concept("Run"), { parts: ["C-1", "C-2", "C-3"] })).hint).toContain("1 to 2");
    expect(errorOf(() => check(concept("Run"), { parts: ["C-1", "C-1"] })).code).toBe("ConstraintViolation");
    expect(errorOf(() => check(concept("Run"), { parts: ["C-9"] })).code).toBe("NotFoundOrNotVisible");
  });

  it("that are required must be there, even when the field is not mentioned", () => {
    for (const references of [{}, { parts: [] }]) {
      const error = errorOf(() => check(concept("Run"), references));
      expect([error.code, error.details.field]).toEqual([
        "ConstraintViolation",
        "kip://test/lab@1.0.0/parts",
      ]);
    }
    check(concept("Note"), {});
    expect(errorOf(() => check(concept("Skill"), {})).hint).toContain(
      'SET STRUCTURAL { ("current_revision", target) }',
    );
  });

  it("that the engine computes cannot be written", () => {
    expect(errorOf(() => check(concept("Insight"), { derived_from: ["C-1"] })).message).toContain("computed");
  });

  it("may be held by records where their field says so", () => {
    check({ kind: "activity" }, { reviewed: ["C-4"] });
    expect(errorOf(() => check({ kind: "evidence" }, { reviewed: ["C-4"] })).code).toBe(
      "StructuralReferenceInvalid",
    );
  });
});

describe("A Concept", () => {
  it("is checked as a whole: attributes, Facets and references together", () => {
    const revision = {
      kind: "concept",
      schema_ref: ref("SkillRevision"),
      facets: {},
      structural: {},
    } as const;
    const behavior = {
      task_family: "deploy/pre-flight",
      procedure: "dry-run first",
      behavior_digest: digest,
    };
    const owner = environment.resolveStructuralField("revision_of", "concept").ref;
    const lookup = () => concept("Skill");
    const whole = {
      ...revision,
      attributes: behavior,
      structural: { [owner]: [{ id: asElementId("C-1") }] },
    };
    validateConcept(environment, whole, null, lookup);
    expect(errorOf(() => validateConcept(environment, { ...whole, structural: {} }, null, lookup)).code).toBe(
      "ConstraintViolation",
    );
    const misplaced = { ...whole, facets: { [facet("WatchState")]: {} } };
    expect(errorOf(() => validateConcept(environment, misplaced, null, lookup)).hint).toBe(
      "Attach WatchState to a Watch.",
    );
    const relabelled = { ...whole, attributes: { ...behavior, procedure: "ship" } };
    expect(errorOf(() => validateConcept(environment, relabelled, whole, lookup)).message).toContain(
      "procedure cannot be changed",
    );
  });
});
