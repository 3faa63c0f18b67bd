import type { Concept, Element, ElementId, JsonObject } from "../model/index.js";
import { lineageOf } from "../schema/index.js";

/**
 * The lineage of a symbol of the Cognitive Memory Profile (§20.14). What the engine does for the Profile goes by these,
 * so that a Space without it has none of that, whatever other packages call their own symbols.
 */
export function memorySymbol(name: string): string {
  return `kip://profiles/cognitive-memory/${name}`;
}

/** Cognition compiled from other cognition, which is unverifiable until its Activity says from what (Profile §8.2). */
export const DERIVED_ARTIFACTS: ReadonlySet<string> = new Set(
  ["Insight", "Skill", "SkillRevision", "SelfModel", "WorkingState"].map(memorySymbol),
);

/** Whether an element is a Concept of a type of the Profile, in any of its versions. */
export function isMemoryConcept(element: Element, type: string): element is Concept {
  return element.kind === "concept" && lineageOf(element.schema_ref) === memorySymbol(type);
}

/** The value of a Facet of the Profile on an element, in any of its versions; undefined without it. */
export function memoryFacet({ facets }: Pick<Element, "facets">, name: string): JsonObject | undefined {
  const lineage = memorySymbol(name);
  return Object.entries(facets).find(([ref]) => lineageOf(ref) === lineage)?.[1];
}

/** What a Concept refers to in a field of the Profile, in stored order. */
export function memoryReferences(
  { structural }: Pick<Concept, "structural">,
  name: string,
): readonly ElementId[] {
  const lineage = memorySymbol(name);
  return Object.entries(structural)
    .filter(([ref]) => lineageOf(ref) === lineage)
    .flatMap(([, targets]) => targets.map(({ id }) => id));
}

/** The ids a member of a record holds: a list of them, a single one, or none where it is null or absent. */
export function idsIn(record: JsonObject, member: string): readonly ElementId[] {
  const value = record[member];
  if (typeof value === "string") return [value as ElementId];
  return Array.isArray(value) ? (value.filter((item) => typeof item === "string") as ElementId[]) : [];
}
