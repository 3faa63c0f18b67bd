import type { Literal } from "../model/index.js";

/**
 * What an editor has to know of the schema in force: plain JSON, so that it can come from the engine's worker or out of
 * a file. It holds what may be written now; names that two packages share stand in it once for each.
 */
export interface SchemaOutline {
  readonly types: readonly TypeOutline[];
  readonly predicates: readonly PredicateOutline[];
  readonly facets: readonly FacetOutline[];
  /** The fields of packages. Those of Core, such as `evidence` and `inputs`, are known without a schema. */
  readonly structuralFields: readonly StructuralFieldOutline[];
  /** The ids of the projection policies, for example `kip:memory-default`. */
  readonly policies: readonly string[];
}

/** What every symbol has. */
export interface SymbolOutline {
  /** The local name, for example `Person`. */
  readonly name: string;
  /** The exact reference, for example `kip://profiles/cognitive-memory@2.0.0/Person`. */
  readonly ref: string;
  readonly description: string;
}

/** One field of a type's attributes or of a Facet. */
export interface FieldOutline {
  readonly name: string;
  /** For example `["string"]` or `["timestamp", "null"]`. */
  readonly types: readonly string[];
  readonly required: boolean;
  readonly description: string;
  /** The only values it takes, where they are listed. */
  readonly oneOf?: readonly Literal[];
  /** True: derived when it is read, never written. */
  readonly computed?: boolean;
}

/** A type of Concept. */
export interface TypeOutline extends SymbolOutline {
  readonly attributes: readonly FieldOutline[];
}

/**
 * A predicate. Its ends are local names of Concept Types, or names of element kinds such as `Concept`; for the object
 * also Literal types such as `string`. An empty list allows anything.
 */
export interface PredicateOutline extends SymbolOutline {
  readonly subject: readonly string[];
  readonly object: readonly string[];
  /** One value at a time. */
  readonly functional: boolean;
  /** One value at a time among objects of one type. */
  readonly functionalBy: "object_type" | null;
}

/** An extension that can be attached to elements. */
export interface FacetOutline extends SymbolOutline {
  readonly fields: readonly FieldOutline[];
}

/** A kind of Structural Reference. Its ends are written as those of a predicate. */
export interface StructuralFieldOutline extends SymbolOutline {
  readonly source: readonly string[];
  readonly target: readonly string[];
  readonly ordered: boolean;
  /** True: derived from Activities, never written. */
  readonly computed: boolean;
}
