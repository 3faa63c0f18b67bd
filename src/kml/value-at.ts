import { ComputedMembers } from "../derive/index.js";
import type { Path } from "../lang/index.js";
import { type Element, isJsonObject, type JsonValue, type Timestamp } from "../model/index.js";
import type { SpaceView } from "../state/index.js";

/**
 * The value at a path of an element, as an update expression evaluated at `now` reads it: stored, or computed as a query
 * would have it, so that a new base can start from the effective strength (§59, §59.1). Undefined where it leads nowhere.
 */
export function valueAt(
  view: SpaceView,
  element: Element | undefined,
  { steps }: Path,
  now: Timestamp,
): JsonValue | undefined {
  // What the validity of a derivation is made of is no number, so no expression reads it.
  const computed = new ComputedMembers(view, { now, dependencyValidity: () => null });
  const [first] = steps;
  const field = first && element && computed.field(element, first.key, steps[1]?.key ?? null);
  let value: unknown = first && field !== undefined ? { [first.key]: field } : element;
  let parent = "";
  for (const { key } of steps) {
    if (!isJsonObject(value)) return undefined;
    value = parent === "facets" ? facetNamed(view, value, key) : ownMember(value, key);
    parent = key;
  }
  return value as JsonValue | undefined;
}

function ownMember(object: object, key: string): unknown {
  return Object.hasOwn(object, key) ? (object as Record<string, unknown>)[key] : undefined;
}

/** Facets are named by symbol and stored by exact ref; the symbol means its lineage (§20.14, §44.1). */
function facetNamed({ environment }: SpaceView, facets: object, symbol: string): unknown {
  const lineage = (ref: string) => environment.canonicalLineage("FacetDefinition", ref);
  const wanted = lineage(environment.resolveFacet(symbol).ref);
  return Object.entries(facets).find(([ref]) => lineage(ref) === wanted)?.[1];
}
