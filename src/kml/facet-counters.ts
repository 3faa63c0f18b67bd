import { localNameOf, type SchemaEnvironment } from "../schema/index.js";

type Counters = Readonly<Record<string, number>>;

/**
 * The counter of a Facet's version plane (§6.3). Counters stand under the Facet's local name, as the specification
 * writes them, or under its lineage where several packages export the name.
 */
export function facetCounter(environment: SchemaEnvironment, counters: Counters, ref: string): number {
  return counterAt(counters, lineageKey(environment, ref)) ?? counterAt(counters, localNameOf(ref)) ?? 0;
}

/** A Facet may be called `constructor`, which every object inherits. */
function counterAt(counters: Counters, name: string): number | undefined {
  return Object.hasOwn(counters, name) ? counters[name] : undefined;
}

/** The counters with one Facet's moved on. A counter that a name clash made ambiguous moves under the lineage. */
export function advanceFacetCounter(
  environment: SchemaEnvironment,
  counters: Counters,
  ref: string,
): Counters {
  const next = facetCounter(environment, counters, ref) + 1;
  const lineage = lineageKey(environment, ref);
  const { [lineage]: _lineage, [localNameOf(ref)]: _local, ...others } = counters;
  return { ...others, [facetPlaneName(environment, ref)]: next };
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
