import { describe, expect, it } from "vitest";
import type { Concept, Element, ElementId, JsonObject, JsonValue } from "../model/index.js";
import { ENVIRONMENT, GovernedMemory } from "./memory.fixture.js";
import { type RedactionRules, redact, requiredReferences } from "./redact.js";

function memory(): GovernedMemory {
  const governed = new GovernedMemory();
  governed.write(`MUTATE {
    CREATE CONCEPT ?alice { TYPE "Person" NAME "Alice" }
    CREATE CONCEPT ?mole { TYPE "Person" NAME "Mole" }
    CREATE EVIDENCE ?note { SET FIELDS {evidence_class: "document", payload: "a note"} }
    CREATE EVIDENCE ?file { SET FIELDS {evidence_class: "document", payload: "a file"} }
    CREATE CONCEPT ?box { TYPE "Option" NAME "Box" SET STRUCTURAL { ("items", ?mole) ("items", ?alice) } }
    CREATE CONCEPT ?crate { TYPE "Option" NAME "Crate" SET STRUCTURAL { ("items", ?mole) } }
    ENSURE PROPOSITION ?meets (?alice, "relates", ?mole)
    ASSERT ?said (?alice, "timezone", "+01:00") {by: ?alice, mode: "stated", evidence: [?file, ?note], context: [?box]}
    CREATE ACTIVITY ?work {
      SET FIELDS {activity_class: "inference", status: "completed"}
      SET STRUCTURAL { ("inputs", ?note) ("inputs", ?file) ("outputs", ?box) }
    }
  }`);
  return governed;
}

/** A Facet of the memory profile that refers to an element, by the first of its paths. */
function referringFacet(id: ElementId): Record<string, JsonObject> {
  const names = ["DecisionRecord", "DependencyBasis", "AttemptRecord", "TrialRecord", "EvaluationRecord"];
  const definition = names
    .map((name) => ENVIRONMENT.resolve("FacetDefinition", name))
    .find(({ referencePaths }) => referencePaths.length > 0);
  if (!definition) throw new Error("no Facet refers to anything");
  const value = (definition.referencePaths[0]?.segments ?? []).reduceRight<JsonValue>(
    (inner, segment) => (segment === "*" ? [inner] : { [segment]: inner }),
    id,
  );
  return { [definition.ref]: value as JsonObject };
}

const hiding = (governed: GovernedMemory, ...hidden: readonly string[]): RedactionRules => {
  const gone = new Set(hidden.map((handle) => governed.id(handle)));
  return { environment: ENVIRONMENT, isThere: (id) => !gone.has(id), showsRawReferences: false };
};

describe("a redacted element", () => {
  it("is the very same where it refers to nothing that is hidden", () => {
    const governed = memory();
    const rules = hiding(governed, "mole");
    for (const handle of ["alice", "note", "said", "work"]) {
      const element = governed.element(handle);
      expect(redact(element, rules), handle).toBe(element);
    }
  });

  it("has lost what is hidden from its lists, and their order and its other members are as they were", () => {
    const governed = memory();
    const [box, rules] = [governed.element("box") as Concept, hiding(governed, "mole")];
    const shown = redact(box, rules);
    expect(Object.values(shown.structural)).toEqual([[{ id: governed.id("alice") }]]);
    expect(Object.keys(shown)).toEqual(Object.keys(box));
    expect({ ...shown, structural: box.structural }).toEqual(box);
    const work = redact(governed.element("work"), hiding(governed, "file", "box"));
    expect(work).toMatchObject({ inputs: [{ id: governed.id("note") }], outputs: [] });
    expect(JSON.stringify(work)).not.toContain(governed.id("file"));
    expect(JSON.stringify(work)).not.toContain(governed.id("box"));
  });

  it("does not count what is hidden: neither references that are all gone nor a Facet that is", () => {
    const governed = memory();
    const crate = redact(governed.element("crate") as Concept, hiding(governed, "mole"));
    expect(crate.structural).toEqual({});
    expect(crate._system.plane_versions).toEqual({ attributes: 1 });
    const note = governed.element("note");
    const noted = (facets: Record<string, JsonObject>): Element => ({
      ...note,
      facets,
      _system: {
        ...note._system,
        plane_versions: { facets: Object.fromEntries(Object.keys(facets).map((ref) => [ref, 1])) },
      },
    });
    const [referring, plain] = [referringFacet(governed.id("mole")), { some_facet: { strength: 1 } }];
    const shown = (facets: Record<string, JsonObject>) => redact(noted(facets), hiding(governed, "mole"));
    expect(shown({ ...referring, ...plain })).toEqual(noted(plain));
    expect(shown(referring)).toMatchObject({ facets: {}, _system: { plane_versions: {} } });
    expect(shown(referring)._system.plane_versions).toEqual({});
  });

  it("keeps references that were erased: whom they named is nobody's to hide", () => {
    const governed = memory();
    const evidence = { ...governed.element("note"), generated_by: { id: "erased" as ElementId } } as Element;
    const rules = { ...hiding(governed), isThere: (id: string) => id !== "erased" };
    expect(["erased", null]).toContain(
      (redact(evidence, rules) as { generated_by: { id: string } | null }).generated_by?.id ?? null,
    );
  });
});

describe("what an element says nothing without", () => {
  it("is a tuple's ends, a claim's Proposition, actor and contexts, and nothing of the others", () => {
    const governed = memory();
    const needs = (handle: string) => requiredReferences(governed.element(handle));
    expect(needs("meets")).toEqual(["alice", "mole"].map((handle) => governed.id(handle)));
    expect(needs("said")).toEqual(expect.arrayContaining([governed.id("alice"), governed.id("box")]));
    expect(needs("said")).toHaveLength(3);
    expect(["box", "note", "work"].flatMap(needs)).toEqual([]);
  });

  it("is nothing for a stub", () => {
    const governed = memory();
    governed.write('PURGE :meets CONFIRM "PURGE"');
    expect(requiredReferences(governed.element("meets"))).toEqual([]);
  });
});
