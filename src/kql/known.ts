import { isMembers, List, type Shape, shapeOfFields } from "./shapes.js";
import type { Lineages, Symbols } from "./symbols.js";

/** What a place is known to hold: each of the shapes it may have, read with the Schema at hand. */
export interface Known {
  readonly shapes: readonly Shape[];
  /** The types of a Concept there; null where no pattern names one. */
  readonly types: readonly Lineages[] | null;
  readonly symbols: Symbols;
}

/** What a member leads to; null when no shape has one of that name. Symbol errors for Facet names. */
export function membersAt({ shapes, types, symbols }: Known, key: string): Known | null {
  const next = shapes.flatMap((shape) => memberShapes(shape, key, types, symbols));
  return next.length === 0 ? null : { shapes: next, types, symbols };
}

function memberShapes(
  shape: Shape,
  key: string,
  types: readonly Lineages[] | null,
  symbols: Symbols,
): readonly Shape[] {
  if (shape === "open") return ["open"];
  if (shape === "structural") return [new List({ id: "scalar" })];
  if (shape === "facets") return symbols.fieldsOf("FacetDefinition", symbols.facet(key)).map(shapeOfFields);
  if (shape === "attributes") {
    const declared = attributeShapes(types, symbols);
    return declared.flatMap((fields) => memberShapes(fields, key, types, symbols));
  }
  if (!isMembers(shape)) return [];
  const member = Object.hasOwn(shape, key) ? shape[key] : undefined;
  return member === undefined ? [] : [member];
}

/** What the attributes of Concepts of some types are made of; of any type, anything. */
export function attributeShapes(types: readonly Lineages[] | null, symbols: Symbols): readonly Shape[] {
  if (types === null) return ["open"];
  return types.flatMap((lineages) => symbols.fieldsOf("ConceptType", lineages).map(shapeOfFields));
}

/** The names that `membersAt` knows; empty where the value has no members. */
export function memberNames({ shapes, types, symbols }: Known): readonly string[] {
  const named = shapes.flatMap((shape) =>
    shape === "attributes" ? attributeShapes(types, symbols) : [shape],
  );
  return [...new Set(named.flatMap((shape) => (isMembers(shape) ? Object.keys(shape) : [])))];
}

/** What the items of a list are made of. */
export function itemShapes(shapes: readonly Shape[]): readonly Shape[] {
  return shapes.map((shape) => (shape instanceof List ? shape.item : "open"));
}
