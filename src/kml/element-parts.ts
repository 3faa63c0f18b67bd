import type { Element, JsonObject } from "../model/index.js";
import { structuralEdges } from "../state/index.js";

/** The version plane a part belongs to (§6.3), a Facet by its exact ref, or null for lifecycle and identity state. */
export type Plane = "attributes" | "structural" | "retention" | { readonly facet: string } | null;

/** One separately changing part of an element: the path a change entry names it by (§36.1), its plane and value. */
export interface ElementPart {
  readonly path: string;
  readonly plane: Plane;
  readonly value: unknown;
}

/** The last segment of a schema ref: `MnemonicState` of `kip://…/MnemonicState`. A plain name is its own. */
export function localName(ref: string): string {
  return ref.slice(ref.lastIndexOf("/") + 1);
}

/**
 * An element taken apart into everything a change can touch, under keys that are unique within the element. Identity
 * that never changes (`id`, `schema_ref`, a Proposition's tuple) and `_system` are not parts.
 */
export function elementParts(element: Element): ReadonlyMap<string, ElementPart> {
  const parts = new Map<string, ElementPart>();
  const add = (path: string, plane: Plane, value: unknown, key = path) => {
    if (value !== undefined) parts.set(key, { path, plane, value });
  };
  const addEach = (prefix: string, plane: Plane, values: Readonly<Record<string, unknown>>) => {
    for (const [name, value] of Object.entries(values)) add(`${prefix}.${name}`, plane, value);
  };
  add("_system.recording_validity", null, element._system.recording_validity);
  addEach("retention", "retention", { ...element.retention });
  for (const [ref, value] of Object.entries(element.facets)) {
    add(`facets.${localName(ref)}`, { facet: ref }, value, `facets.${ref}`);
  }
  addEach("fields", "attributes", ownFields(element));
  addEach("fields", null, lifecycleFields(element));
  if (element.kind === "concept") addEach("attributes", "attributes", element.attributes);
  for (const [field, targets] of referencesByField(element)) {
    add(`structural.${localName(field)}`, "structural", targets, `structural.${field}`);
  }
  return parts;
}

/** The Core fields of an element's kind that carry content rather than lifecycle. */
function ownFields(element: Element): Readonly<Record<string, unknown>> {
  switch (element.kind) {
    case "concept":
      return {
        key: element.key,
        name: element.name,
        canonical_id: element.canonical_id ?? undefined,
        aliases: element.aliases.length > 0 ? element.aliases : undefined,
      };
    case "evidence":
      return { payload: element.payload };
    case "activity":
      return {
        started_at: element.started_at,
        ended_at: element.ended_at,
        parameters_digest: element.parameters_digest,
      };
    default:
      // A Proposition's tuple and an Assertion's payload never change (§12.5, §13.7).
      return {};
  }
}

function lifecycleFields(element: Element): Readonly<Record<string, unknown>> {
  switch (element.kind) {
    case "concept":
      return { merged_into: element.merged_into };
    case "assertion":
    case "evidence":
      return { ...element.lifecycle };
    case "activity":
      return { status: element.status };
    case "proposition":
      return {};
  }
}

/** The references of an element, in stored order, under the exact ref or reserved name of their field (§17). */
function referencesByField(element: Element): ReadonlyMap<string, readonly JsonObject[]> {
  const byField = new Map<string, JsonObject[]>();
  for (const edge of structuralEdges(element)) {
    const targets = byField.get(edge.fieldRef) ?? [];
    targets.push(edge.role === undefined ? { id: edge.target } : { id: edge.target, role: edge.role });
    byField.set(edge.fieldRef, targets);
  }
  return byField;
}
