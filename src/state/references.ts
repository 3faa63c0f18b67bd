import { type Element, type ElementId, isElementRef } from "../model/index.js";
import { referencesIn, type SchemaEnvironment } from "../schema/index.js";
import { structuralEdges } from "./edges.js";
import { keyFor } from "./index-keys.js";
import type { SpaceView } from "./view.js";

/** Every element that Core fields of an element refer to (§8.1): endpoints, actors, links of a lifecycle, structure. */
export function referencesOf(element: Element): ReadonlySet<ElementId> {
  const found = new Set<ElementId>(structuralEdges(element).map(({ target }) => target));
  const add = (refs: readonly { readonly id: ElementId }[]) => {
    for (const { id } of refs) found.add(id);
  };
  switch (element.kind) {
    case "concept":
      if (element.merged_into) found.add(element.merged_into.id);
      break;
    case "proposition":
      found.add(element.subject.id);
      if (isElementRef(element.object)) found.add(element.object.id);
      break;
    case "assertion":
      add([element.proposition, element.asserted_by, ...element.context_refs]);
      add([...element.lifecycle.supersedes, ...element.lifecycle.superseded_by]);
      break;
    case "evidence":
      add([...element.lifecycle.corrects, ...element.lifecycle.corrected_by]);
      break;
    case "activity":
      break;
  }
  return found;
}

/** Every element that Facets and attributes of an element refer to under declared reference paths (§20.5). */
export function declaredReferencesOf(environment: SchemaEnvironment, element: Element): readonly ElementId[] {
  const inFacets = Object.entries(element.facets).flatMap(([ref, value]) =>
    referencesIn(environment.definition("FacetDefinition", ref)?.referencePaths ?? [], value),
  );
  if (element.kind !== "concept") return inFacets as ElementId[];
  const type = environment.definition("ConceptType", element.schema_ref);
  return [...inFacets, ...referencesIn(type?.referencePaths ?? [], element.attributes)] as ElementId[];
}

/**
 * Every element whose Core fields refer to an element, found through the index: `referencesOf` of each includes it.
 * References that Facets hold are not filed.
 */
export function referrersOf(view: SpaceView, id: ElementId): ReadonlySet<ElementId> {
  const found = new Set<ElementId>();
  for (const key of [
    keyFor.refersTo(id),
    keyFor.subject(id),
    keyFor.object(`@${id}`),
    keyFor.assertionsOf(id),
    keyFor.assertedBy(id),
    keyFor.scopedBy(id),
    keyFor.mergedInto(id),
  ]) {
    for (const referrer of view.lookup(key)) found.add(referrer);
  }
  // Both ends of a supersession and of a correction name each other.
  const element = view.element(id);
  if (element?.kind === "assertion" || element?.kind === "evidence") {
    for (const links of Object.values(element.lifecycle)) {
      if (Array.isArray(links)) for (const link of links as readonly { id: ElementId }[]) found.add(link.id);
    }
  }
  found.delete(id);
  return found;
}
