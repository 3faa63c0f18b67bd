import { localNameOf, type SchemaEnvironment } from "../schema/index.js";

type Counters = Readonly<Record<string, number>>;

/**
 * The counter of a Facet's version plane (§6.3). Counters stand under the local name the Facet was written with, as the
 * specification writes them, or under its lineage where several packages export the name; a rename moves none (§20.14).
 */
export function facetCounter(environment: SchemaEnvironment, counters: Counters, ref: string): number {
  // A Facet may be called `constructor`, which every object inherits.
  const name = namesOf(environment, ref).find((candidate) => Object.hasOwn(counters, candidate));
  return name === undefined ? 0 : (counters[name] ?? 0);
}

/** Every name a Facet's counter may stand under: its lineages, and what they have been called. */
function namesOf(environment: SchemaEnvironment, ref: string): readonly string[] {
  const lineages = environment.equivalentLineages("FacetDefinition", ref);
  return [...lineages, localNameOf(ref), ...lineages.map(localNameOf)];
}

/** The counters with one Facet's moved on. A counter that a name clash made ambiguous moves under the lineage. */
export function advanceFacetCounter(
  environment: SchemaEnvironment,
  counters: Counters,
  ref: string,
): Counters {
  const next = facetCounter(environment, counters, ref) + 1;
  const names = namesOf(environment, ref);
  const others = Object.entries(counters).filter(([name]) => !names.includes(name));
  return { ...Object.fromEntries(others), [facetPlaneName(environment, ref)]: next };
}

/** The name a Facet's plane has in counters and change entries. */
export function facetPlaneName(environment: SchemaEnvironment, ref: string): string {
  const lineage = lineageKey(environment, ref);
  const name = localNameOf(ref);
  const clash = environment
    .all("FacetDefinition")
    .some((other) => other.name === name && lineageKey(environment, other.ref) !== lineage);
  return clash ? lineage : name;
}

function lineageKey(environment: SchemaEnvironment, ref: string): string {
  return environment.canonicalLineage("FacetDefinition", ref);
}
