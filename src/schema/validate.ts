import {
  type ElementId,
  type ElementKind,
  type ElementRef,
  type JsonObject,
  kipError,
  type Literal,
  literalType,
  sameJson,
} from "../model/index.js";
import { CORE_KIND_NAMES, isTerminalStatus } from "./core-package.js";
import type {
  DefinitionOf,
  ElementConstraint,
  FacetDefinition,
  PredicateDefinition,
  StructuralFieldDefinition,
  SymbolKind,
} from "./definitions.js";
import type { SchemaEnvironment, TypedElement } from "./environment.js";
import { localNameOf } from "./refs.js";
import { requireFields, typeOf } from "./validate-fields.js";

/** An element that carries Facets, as far as the schema looks at it. Every `Element` of the model is one. */
export interface FacetBearer extends TypedElement {
  readonly activity_class?: string;
  readonly status?: string;
}

/** The content of a Concept that its schema constrains. Every `Concept` of the model is one. */
export interface ConceptContent {
  readonly kind: "concept";
  readonly schema_ref: string;
  readonly attributes: JsonObject;
  readonly facets: Readonly<Record<string, JsonObject>>;
  readonly structural: Readonly<Record<string, readonly ElementRef[]>>;
}

/** Looks up an element that a reference names; undefined when there is none. Merges must be followed by the caller. */
export type ElementLookup = (id: ElementId) => TypedElement | undefined;

/** One end of a Proposition as it will be stored (§12.2). */
export type Endpoint = { readonly element: TypedElement } | { readonly literal: Literal };

/**
 * Checks a Concept as it would be after a write: attributes, Facets and Structural References (§10, §18, §17).
 * `before` is the Concept as it is now, null for a creation. What a schema governs that takes no more writes stays as it
 * is: it is readable, not writable (§20.14).
 * @throws what `validateAttributes`, `validateFacet` and `validateStructural` throw.
 */
export function validateConcept(
  environment: SchemaEnvironment,
  after: ConceptContent,
  before: ConceptContent | null,
  lookup: ElementLookup,
): void {
  validateAttributes(environment, after.schema_ref, after.attributes, before?.attributes ?? null);
  for (const [ref, value] of Object.entries(after.facets)) {
    validateFacet(environment, ref, after, value, before?.facets[ref] ?? null);
  }
  for (const [ref, targets] of Object.entries(after.structural)) {
    const known = new Set(before?.structural[ref]?.map(({ id }) => id));
    if (targets.some(({ id }) => !known.has(id))) {
      environment.writeVersion(exactDefinition(environment, "StructuralFieldDefinition", ref));
    }
  }
  validateStructural(environment, after, after.structural, lookup);
}

/**
 * Checks the attributes a Concept would have after a write, against the definition its exact `schema_ref` names
 * (§10.4, §20.14). `before` holds its present attributes; null for a creation.
 * @throws `SchemaSymbolNotFound` when the reference is not readable here, or its lineage takes no more writes and they
 * change; else as `requireFields`: `TypeMismatch`, `ConstraintViolation`, `ImmutableField`.
 */
export function validateAttributes(
  environment: SchemaEnvironment,
  schemaRef: string,
  after: JsonObject,
  before: JsonObject | null,
): void {
  const type = exactDefinition(environment, "ConceptType", schemaRef);
  if (before === null || !sameJson(after, before)) environment.writeVersion(type);
  requireFields(type.attributes, after, before, { label: `${type.name} attributes`, ref: type.ref });
}

/**
 * Checks the value a Facet would have on an element after a write, and whether the element may carry it (§18.1,
 * §20.5). `before` is its present value; null when it is being attached.
 * @throws `ConstraintViolation` when the element may not carry the Facet, or the Facet is computed; else as
 * `validateAttributes`.
 */
export function validateFacet(
  environment: SchemaEnvironment,
  facetRef: string,
  bearer: FacetBearer,
  after: JsonObject,
  before: JsonObject | null,
): void {
  const facet = exactDefinition(environment, "FacetDefinition", facetRef);
  if (facet.computed) {
    throw kipError("ConstraintViolation", `the Facet ${facet.name} is computed and cannot be written`, {
      hint: `Leave ${facet.name} out; the engine derives it when it is read.`,
      details: { facet: facet.ref },
    });
  }
  requireBearer(environment, facet, bearer);
  if (before === null || !sameJson(after, before)) environment.writeVersion(facet);
  requireFields(facet.value, after, before, { label: `the fields of Facet ${facet.name}`, ref: facet.ref });
}

function requireBearer(environment: SchemaEnvironment, facet: FacetDefinition, bearer: FacetBearer): void {
  if (!admits(environment, facet.applicableTo, bearer)) {
    throw kipError("ConstraintViolation", `${facet.name} cannot be attached to ${nameOf(bearer)}`, {
      hint: `Attach ${facet.name} to ${constraintInWords(facet.applicableTo)}.`,
      details: { facet: facet.ref, found: nameOf(bearer) },
    });
  }
  const { attachment } = facet;
  if (!attachment) return;
  const classes = attachment.activityClasses;
  if (classes && !classes.includes(bearer.activity_class ?? "")) {
    throw kipError("ConstraintViolation", `${facet.name} cannot be attached to this Activity`, {
      hint: `Attach it to an Activity whose activity_class is ${classes.map((name) => `"${name}"`).join(" or ")}.`,
      details: { facet: facet.ref, allowed: classes, found: bearer.activity_class ?? null },
    });
  }
  if (attachment.terminalOnly && !isTerminalStatus(bearer.status ?? "")) {
    throw kipError("ConstraintViolation", `${facet.name} belongs on a finished Activity`, {
      hint: `Attach it in the statement that gives the Activity the status "completed", "failed" or "cancelled".`,
      details: { facet: facet.ref, found: bearer.status ?? null },
    });
  }
}

/**
 * Checks the subject and object of a Proposition against its Predicate (§20.15). Types match by lineage.
 * @throws `TypeMismatch` for an element or Literal the Predicate does not take, `ConstraintViolation` for a string
 * without the declared format.
 */
export function validatePropositionEndpoints(
  environment: SchemaEnvironment,
  predicate: PredicateDefinition,
  subject: TypedElement,
  object: Endpoint,
): void {
  if (!admits(environment, predicate.subject, subject)) {
    throw kipError("TypeMismatch", `the subject of ${predicate.name} cannot be ${nameOf(subject)}`, {
      hint: `Its subject is ${constraintInWords(predicate.subject)}.`,
      details: { predicate: predicate.ref, position: "subject", found: nameOf(subject) },
    });
  }
  if ("element" in object) requireObjectElement(environment, predicate, object.element);
  else requireObjectLiteral(predicate, object.literal);
}

function requireObjectElement(
  environment: SchemaEnvironment,
  predicate: PredicateDefinition,
  element: TypedElement,
): void {
  const { object } = predicate;
  if (!object || (object.elements && admits(environment, object.elements, element))) return;
  throw kipError("TypeMismatch", `the object of ${predicate.name} cannot be ${nameOf(element)}`, {
    hint: objectAdvice(predicate, "element"),
    details: { predicate: predicate.ref, position: "object", found: nameOf(element) },
  });
}

/** What the object is, and how it is written where an element stands for a value or a value for an element. */
function objectAdvice(predicate: PredicateDefinition, found: "element" | "literal"): string {
  const { name, object } = predicate;
  const is = `Its object is ${objectInWords(predicate)}.`;
  const [literal] = object?.literalTypes ?? [];
  if (object && found === "element" && !object.elements && literal !== undefined) {
    const value = { string: '"text"', number: "1", boolean: "true", null: "null" }[literal];
    return `${is} Write the value itself: (:subject, "${name}", ${value}).`;
  }
  if (found === "element" || !object?.elements) return is;
  const [lineage] = object.elements.conceptTypes;
  const type = lineage === undefined ? "Person" : localNameOf(lineage);
  return `${is} Name the element: (:subject, "${name}", {type: "${type}", key: :key}).`;
}

function requireObjectLiteral(predicate: PredicateDefinition, literal: Literal): void {
  const { object } = predicate;
  const type = literalType(literal);
  const allowed = object
    ? object.literalTypes.includes(type) || (type === "null" && object.nullable)
    : type !== "null";
  if (!allowed) {
    throw kipError("TypeMismatch", `the object of ${predicate.name} cannot be ${typeOf(literal)}`, {
      hint: objectAdvice(predicate, "literal"),
      details: { predicate: predicate.ref, position: "object", found: type },
    });
  }
  if (typeof literal === "string" && object?.format) {
    object.format.require(literal, `the object of ${predicate.name}`);
  }
}

/**
 * Checks the Structural References an element would hold after a write, field by field in their stored order (§17).
 * It covers the fields of packages, under their exact references, and required fields that are absent.
 * @throws `StructuralReferenceInvalid` for a field the element may not hold and for a target of another kind or type;
 * `ConstraintViolation` for a computed field, a repeated target and a broken cardinality; `SchemaSymbolNotFound`.
 */
export function validateStructural(
  environment: SchemaEnvironment,
  holder: TypedElement,
  structural: Readonly<Record<string, readonly ElementRef[]>>,
  lookup: ElementLookup,
): void {
  const held = new Set<string>();
  for (const [ref, targets] of Object.entries(structural)) {
    const field = exactDefinition(environment, "StructuralFieldDefinition", ref);
    held.add(field.lineage);
    validateReferences(environment, field, holder, targets, lookup);
  }
  for (const field of environment.current("StructuralFieldDefinition")) {
    if (field.min === 0 || field.computed || field.holders === null || held.has(field.lineage)) continue;
    if (admits(environment, field.holders, holder)) requireCardinality(field, holder, 0);
  }
}

/**
 * Checks the references of one Structural Field on an element: a package's field or a reserved Core field (§20.13).
 * @throws as `validateStructural`.
 */
export function validateReferences(
  environment: SchemaEnvironment,
  field: StructuralFieldDefinition,
  holder: TypedElement,
  targets: readonly ElementRef[],
  lookup: ElementLookup,
): void {
  if (field.computed) {
    throw kipError(
      "ConstraintViolation",
      `the Structural Field ${field.name} is computed and cannot be written`,
      {
        hint: `Record an Activity with its inputs and outputs; ${field.name} appears from it.`,
        details: { field: field.ref },
      },
    );
  }
  if (!admits(environment, field.holders, holder)) {
    throw kipError("StructuralReferenceInvalid", `${nameOf(holder)} has no Structural Field ${field.name}`, {
      hint: `${field.name} belongs on ${constraintInWords(field.holders)}.`,
      details: { field: field.ref, found: nameOf(holder) },
    });
  }
  const seen = new Set<string>();
  for (const { id } of targets) {
    requireTarget(environment, field, id, lookup);
    if (field.unique && seen.has(id)) {
      throw kipError("ConstraintViolation", `${field.name} refers to ${id} more than once`, {
        hint: `Name ${id} once in ${field.name}.`,
        details: { field: field.ref, target: id },
      });
    }
    seen.add(id);
  }
  requireCardinality(field, holder, targets.length);
}

function requireTarget(
  environment: SchemaEnvironment,
  field: StructuralFieldDefinition,
  id: ElementId,
  lookup: ElementLookup,
): void {
  const target = lookup(id);
  if (!target) {
    throw kipError("NotFoundOrNotVisible", `${field.name} refers to ${id}, which does not exist`, {
      hint: "Find the element first with SEARCH or FIND and use the id it returns.",
      details: { field: field.ref, target: id },
    });
  }
  if (admits(environment, field.target, target)) return;
  throw kipError("StructuralReferenceInvalid", `${field.name} cannot refer to ${nameOf(target)} (${id})`, {
    hint: `${field.name} refers to ${constraintInWords(field.target)}.`,
    details: { field: field.ref, target: id, found: nameOf(target) },
  });
}

function requireCardinality(field: StructuralFieldDefinition, holder: TypedElement, count: number): void {
  if (count >= field.min && (field.max === null || count <= field.max)) return;
  const bounds =
    field.max === null
      ? `at least ${field.min}`
      : field.min === field.max
        ? `exactly ${field.min}`
        : `${field.min} to ${field.max}`;
  throw kipError("ConstraintViolation", `${nameOf(holder)} holds ${count} references in ${field.name}`, {
    hint: `Give ${field.name} ${bounds}, with SET STRUCTURAL { ("${field.name}", target) }.`,
    details: { field: field.ref, count, min: field.min, max: field.max },
  });
}

/** Whether a constraint lets an element through; null lets every element through. Types match by lineage (§20.14). */
export function admits(
  environment: SchemaEnvironment,
  constraint: ElementConstraint | null,
  element: TypedElement,
): boolean {
  if (constraint === null || constraint.kinds.includes(element.kind)) return true;
  if (element.kind !== "concept" || element.schema_ref === undefined) return false;
  const lineage = environment.canonicalLineage("ConceptType", element.schema_ref);
  return constraint.conceptTypes.some(
    (type) => environment.canonicalLineage("ConceptType", type) === lineage,
  );
}

function exactDefinition<K extends SymbolKind>(
  environment: SchemaEnvironment,
  kind: K,
  ref: string,
): DefinitionOf[K] {
  return environment.definition(kind, ref) ?? environment.resolve(kind, ref);
}

/** `a Person`, `an Evidence`: what an element is, for messages. */
function nameOf({ kind, schema_ref }: TypedElement): string {
  const name = schema_ref === undefined ? CORE_KIND_NAMES[kind] : localNameOf(schema_ref);
  return `${/^[AEIOU]/i.test(name) ? "an" : "a"} ${name}`;
}

/** A constraint in words: `a Person or an Organization`. */
export function constraintInWords(constraint: ElementConstraint | null): string {
  if (constraint === null) return "any element";
  const kinds = constraint.kinds.map((kind: ElementKind) => nameOf({ kind }));
  const types = constraint.conceptTypes.map((lineage) => nameOf({ kind: "concept", schema_ref: lineage }));
  return [...kinds, ...types].join(" or ");
}

/** What the object of a Predicate may be, in words. */
export function objectInWords({ object }: PredicateDefinition): string {
  if (object === null) return "any element, string, number or boolean";
  const literals = object.literalTypes.map((type) =>
    type === "null"
      ? type
      : `a ${type}${type === "string" && object.format ? ` (${object.format.name})` : ""}`,
  );
  const nullable = object.nullable && !object.literalTypes.includes("null") ? ["null"] : [];
  const elements = object.elements ? [constraintInWords(object.elements)] : [];
  return [...elements, ...literals, ...nullable].join(" or ") || "nothing";
}
