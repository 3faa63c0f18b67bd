import type { Path } from "../lang/index.js";
import { type Element, isJsonObject, type JsonValue } from "../model/index.js";
import type { SpaceView } from "../state/index.js";

/** The value at a path of an element, as an update expression reads it; undefined where the path leads nowhere (§59). */
export function valueAt(
  view: SpaceView,
  element: Element | undefined,
  { steps }: Path,
): JsonValue | undefined {
  let value: unknown = element;
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
