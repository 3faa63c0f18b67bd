import type { Digest, ElementKind, JsonObject, JsonValue, LiteralType } from "../model/index.js";

/** The kinds of symbol a package defines, under the names artifacts use for them (§20.5). Each is a namespace. */
export type SymbolKind = "ConceptType" | "PredicateType" | "FacetDefinition" | "StructuralFieldDefinition";

export const SYMBOL_KINDS: readonly SymbolKind[] = [
  "ConceptType",
  "PredicateType",
  "FacetDefinition",
  "StructuralFieldDefinition",
];

/** What every defined symbol has. */
export interface SymbolDefinition {
  readonly kind: SymbolKind;
  /** The exact identity that durable state persists, `kip://<path>@<version>/<name>` (§20.4). */
  readonly ref: string;
  /** The identity that matching uses, `kip://<path>/<name>` (§20.14). */
  readonly lineage: string;
  readonly name: string;
  readonly packageRef: string;
  readonly description: string;
  /** The definition as the artifact states it, for DESCRIBE (§65). */
  readonly source: JsonObject;
}

/** The value types a field may declare: the baseline scalars (§9.2), the JSON structures, and `timestamp` (§6.5). */
export type FieldType =
  | "string"
  | "number"
  | "integer"
  | "boolean"
  | "null"
  | "array"
  | "object"
  | "timestamp";

/** One field of a Concept's attributes or of a Facet (§20.5). */
export interface FieldDefinition {
  readonly name: string;
  /** A value must have one of these types. */
  readonly types: readonly FieldType[];
  readonly required: boolean;
  /** False: the field is fixed when the element, or the Facet on it, is created. */
  readonly mutable: boolean;
  /** True: the engine derives the value when it is read, and no write may set it (§18.2). */
  readonly computed: boolean;
  readonly enum: readonly JsonValue[] | null;
  readonly minimum: number | null;
  readonly maximum: number | null;
  /** A shape that string values must have, such as `timestamp` (§9.2). */
  readonly format: StringFormat | null;
  /** Checks what JSON Schema says about the field beyond the members above; null when it says nothing (§20.5). */
  readonly valueSchema: ValueSchema | null;
  readonly description: string;
}

/** A shape that strings may be required to have (§20.15): one of the protocol's, or one that a package defines. */
export interface StringFormat {
  readonly name: string;
  /** @throws `ConstraintViolation`, naming `where`, for a string without the format. */
  readonly require: (value: string, where: string) => void;
}

/** A compiled JSON Schema 2020-12 constraint. Checking it is pure. */
export interface ValueSchema {
  /** The first failures, innermost last; empty when the value conforms. */
  failuresOf(value: JsonValue): readonly SchemaFailure[];
}

/** One way a value fails its JSON Schema. */
export interface SchemaFailure {
  /** Where in the value, as a JSON Pointer; empty for the whole value. */
  readonly pointer: string;
  readonly keyword: string;
  readonly message: string;
}

/** A set of named fields. */
export interface FieldSet {
  readonly fields: ReadonlyMap<string, FieldDefinition>;
  /** True: names outside `fields` may be written too, with any JSON value. */
  readonly open: boolean;
  /** A JSON Schema for the whole object; null when there is none. */
  readonly valueSchema: ValueSchema | null;
}

/** A nested element reference that capsule closure follows (§20.5): JSON Pointer segments, `*` for each array item. */
export interface ReferencePath {
  readonly path: string;
  readonly segments: readonly string[];
}

/** A type of Concept (§10.3). */
export interface ConceptTypeDefinition extends SymbolDefinition {
  readonly kind: "ConceptType";
  readonly attributes: FieldSet;
  readonly referencePaths: readonly ReferencePath[];
}

/** Which elements may stand in a place: of one of the kinds, or Concepts of one of the type lineages (§20.15). */
export interface ElementConstraint {
  readonly kinds: readonly ElementKind[];
  /** Lineages of Concept Types. */
  readonly conceptTypes: readonly string[];
}

/** What may be the object of a Proposition (§20.15). */
export interface ObjectConstraint {
  /** Null: no element may be the object. */
  readonly elements: ElementConstraint | null;
  /** Empty: no Literal may be the object, unless `nullable`. */
  readonly literalTypes: readonly LiteralType[];
  readonly nullable: boolean;
  readonly format: StringFormat | null;
}

/** A Predicate with its declarations, defaults filled in (§20.15). */
export interface PredicateDefinition extends SymbolDefinition {
  readonly kind: "PredicateType";
  /** Null: any element may be the subject. */
  readonly subject: ElementConstraint | null;
  /** Null: any element, and any Literal but `null`, may be the object. */
  readonly object: ObjectConstraint | null;
  readonly functional: boolean;
  readonly functionalBy: "object_type" | null;
  readonly openWorld: boolean;
  readonly complete: boolean;
  readonly booleanCompleteness: boolean;
  readonly temporalConflict: "overlapping_valid_time" | "none";
}

/** Whether candidates of the Predicate compete in slots, in partitions or not (§20.15). */
export function hasSlots(predicate: PredicateDefinition): boolean {
  return predicate.functional || predicate.functionalBy !== null;
}

/** Which Activities a Facet may be attached to, beyond `applicableTo` (§20.5). */
export interface Attachment {
  /** Null: Activities of any class. */
  readonly activityClasses: readonly string[] | null;
  /** True: only on Activities that have reached a terminal status. */
  readonly terminalOnly: boolean;
}

/** A validated extension that can be attached to elements (§18.1). */
export interface FacetDefinition extends SymbolDefinition {
  readonly kind: "FacetDefinition";
  readonly value: FieldSet;
  /** Null: attachable to any element. */
  readonly applicableTo: ElementConstraint | null;
  readonly attachment: Attachment | null;
  /** True: the whole Facet is derived when it is read, and no write may set it (§18.2). */
  readonly computed: boolean;
  readonly referencePaths: readonly ReferencePath[];
}

/** A kind of Structural Reference (§17). */
export interface StructuralFieldDefinition extends SymbolDefinition {
  readonly kind: "StructuralFieldDefinition";
  /** Null: any element may hold the field. */
  readonly holders: ElementConstraint | null;
  /** Null: any element may be referred to. */
  readonly target: ElementConstraint | null;
  readonly min: number;
  /** Null: no upper bound. */
  readonly max: number | null;
  readonly ordered: boolean;
  /** True: one target at most once. */
  readonly unique: boolean;
  readonly computed: boolean;
  /**
   * True for the Core fields (§20.13): `ref`, `lineage` and `name` are then the reserved name itself, and the
   * references live in the element's own fields rather than under `structural`.
   */
  readonly reserved: boolean;
}

/** The definition type of a symbol kind. */
export interface DefinitionOf {
  readonly ConceptType: ConceptTypeDefinition;
  readonly PredicateType: PredicateDefinition;
  readonly FacetDefinition: FacetDefinition;
  readonly StructuralFieldDefinition: StructuralFieldDefinition;
}

/** Any defined symbol. */
export type AnyDefinition = DefinitionOf[SymbolKind];

/** A dependency of a package on an exact version of another (§20.11). */
export interface PackageDependency {
  readonly packageRef: string;
  readonly required: boolean;
  readonly contentDigest: Digest | null;
}

/** A JSON Schema resource a package pins (§20.5). */
export interface PinnedSchema {
  readonly id: string;
  readonly contentDigest: Digest;
}

/** A rename that a package version declares, from lineage to lineage (§20.14). */
export interface SymbolSuccession {
  readonly kind: SymbolKind;
  readonly from: string;
  readonly to: string;
}

/** A symbol that ends with a package version (§20.14). */
export interface SymbolRetirement {
  readonly kind: SymbolKind;
  readonly lineage: string;
}

/** The symbols of one kind, under their local names. */
export type Symbols = { readonly [K in SymbolKind]: ReadonlyMap<string, DefinitionOf[K]> };

/** A verified, immutable package version (§20.11). Made by `loadPackage` only. */
export interface SchemaPackage {
  readonly packageRef: string;
  readonly packageId: string;
  readonly version: string;
  /** Computed under `kip-jcs-safe-v1` (§37.7); equal to the artifact's own, where it states one. */
  readonly contentDigest: Digest;
  readonly description: string;
  readonly dependencies: readonly PackageDependency[];
  readonly pinnedSchemas: readonly PinnedSchema[];
  readonly symbols: Symbols;
  /** Further local names for symbols of this package, alias to symbol name, one map a kind. */
  readonly aliases: { readonly [K in SymbolKind]: ReadonlyMap<string, string> };
  readonly successions: readonly SymbolSuccession[];
  /** Symbols this version declares ended; one it simply no longer defines is ended too. */
  readonly retirements: readonly SymbolRetirement[];
  /** Values the package adds to the open `activity_class` registry (§20.13). */
  readonly activityClasses: readonly string[];
  readonly artifact: JsonObject;
}
