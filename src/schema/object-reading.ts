import { asElementId, type ElementId, kindOfId, type Literal } from "../model/index.js";
import type { PredicateDefinition } from "./definitions.js";

/**
 * The element that a bare scalar names as the object of a Predicate, or null where it is a Literal (§9.1, §43.2). A
 * string of the form of an id names an element where the Predicate takes elements and no strings, whether or not that
 * element exists; and where the Predicate declares no object, if the element exists for whoever wrote the string. Writes
 * and reads both ask here, so that a tuple is found by the words it was written with.
 */
export function elementNamedBy(
  value: Literal,
  { object }: Pick<PredicateDefinition, "object">,
  exists: (id: ElementId) => boolean,
): ElementId | null {
  if (typeof value !== "string" || kindOfId(value) === null) return null;
  const id = asElementId(value);
  if (object === null) return exists(id) ? id : null;
  return object.elements !== null && !object.literalTypes.includes("string") ? id : null;
}
