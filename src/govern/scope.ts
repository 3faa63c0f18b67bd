import {
  ELEMENT_KINDS,
  type Element,
  type ElementId,
  type ElementKind,
  isJsonObject,
  kipError,
} from "../model/index.js";
import type { SchemaEnvironment } from "../schema/index.js";

/**
 * What a rule applies to. Every member that is given must hold; a scope without members holds for everything. It names
 * protected facts only: content never decides what content may be seen (§30.1).
 */
export interface Scope {
  readonly kinds?: readonly ElementKind[];
  /** Concept Types, by lineage: Concepts of these types (§20.14). */
  readonly types?: readonly string[];
  /** Predicates, by lineage: Propositions of these Predicates, and the Assertions about them. */
  readonly predicates?: readonly string[];
  /** Labels of the Space's vocabulary; null stands for elements nobody classified. */
  readonly classifications?: readonly (string | null)[];
  /** A label of the vocabulary: elements classified at most this high. */
  readonly max_classification?: string;
  readonly elements?: readonly ElementId[];
}

/** The scope of a rule that holds for everything. */
export const EVERYTHING: Scope = {};

/** An element as far as rules look at it. */
export interface Target {
  readonly id: ElementId;
  readonly kind: ElementKind;
  /** The canonical lineage of a Concept's type. */
  readonly type: string | null;
  /** The canonical lineage of a Proposition's Predicate, or of the one an Assertion is about. */
  readonly predicate: string | null;
  readonly classification: string | null;
}

/** The labels of a Space from the least to the most restricted, and the rank of what nobody classified (§31.1). */
export interface Vocabulary {
  readonly classifications: readonly string[];
  /** The label whose rank an unclassified element has under a ceiling. It is not thereby labelled so. */
  readonly unclassified: string;
}

/**
 * The target of decisions about an element. `find` gives the Proposition an Assertion is about.
 * Lineages are canonical in the environment, so a rule keeps its meaning when a symbol is renamed (§20.14).
 */
export function targetOf(
  element: Element,
  environment: SchemaEnvironment,
  find: (id: ElementId) => Element | undefined,
): Target {
  const { id, kind, governance } = element;
  const proposition = element.kind === "assertion" ? find(element.proposition.id) : element;
  return {
    id,
    kind,
    type: element.kind === "concept" ? environment.canonicalLineage("ConceptType", element.schema_ref) : null,
    predicate:
      proposition?.kind === "proposition"
        ? environment.canonicalLineage("PredicateType", proposition.predicate_ref)
        : null,
    classification: governance.classification ?? null,
  };
}

/** Whether a scope has no members: its rule holds whatever the target is. */
export function isUnscoped(scope: Scope): boolean {
  return Object.keys(scope).length === 0;
}

/** Whether a scope holds for a target. Total: a label the vocabulary does not have ranks above every label it has. */
export function scopeHolds(scope: Scope, target: Target, vocabulary: Vocabulary): boolean {
  const { kinds, types, predicates, classifications, max_classification, elements } = scope;
  if (kinds && !kinds.includes(target.kind)) return false;
  if (types && (target.type === null || !types.includes(target.type))) return false;
  if (predicates && (target.predicate === null || !predicates.includes(target.predicate))) return false;
  if (classifications && !classifications.includes(target.classification)) return false;
  if (max_classification !== undefined) {
    const ceiling = vocabulary.classifications.indexOf(max_classification);
    if (rankOf(target.classification, vocabulary) > ceiling) return false;
  }
  return !elements || elements.includes(target.id);
}

/** How restricted a label is: its place in the vocabulary, beyond its end for a label the vocabulary lacks. */
export function rankOf(classification: string | null, vocabulary: Vocabulary): number {
  const place = vocabulary.classifications.indexOf(classification ?? vocabulary.unclassified);
  return place === -1 ? vocabulary.classifications.length : place;
}

const MEMBERS = [
  "kinds",
  "types",
  "predicates",
  "classifications",
  "max_classification",
  "elements",
] as const;

/**
 * Reads a scope as a host writes it: symbols by local name or reference, which become lineages.
 * @throws `TypeMismatch` and `ConstraintViolation` for a malformed scope, `SchemaSymbolNotFound` and
 * `SchemaSymbolAmbiguous` for symbols, `SchemaFieldNotFound` for an unknown member.
 */
export function readScope(value: unknown, environment: SchemaEnvironment, vocabulary: Vocabulary): Scope {
  if (value === undefined || value === null) return EVERYTHING;
  if (!isJsonObject(value)) throw wrongScope("scope", "an object");
  for (const name of Object.keys(value)) {
    if ((MEMBERS as readonly string[]).includes(name)) continue;
    throw kipError("SchemaFieldNotFound", `a scope has no member ${JSON.stringify(name)}`, {
      hint: `Use only ${MEMBERS.join(", ")}.`,
      details: { field: name, allowed: MEMBERS },
    });
  }
  if (value.types !== undefined && value.predicates !== undefined) {
    throw kipError("ConstraintViolation", "no element is a Concept of a type and about a Predicate at once", {
      hint: "Make two rules: one for the types and one for the predicates.",
      details: { field: "scope" },
    });
  }
  const kinds = listOf(value.kinds, "kinds").map((kind) => {
    const known = ELEMENT_KINDS.find((name) => name === kind);
    if (known) return known;
    throw wrongScope("kinds", `element kinds: ${ELEMENT_KINDS.join(", ")}`);
  });
  const types = textsOf(value.types, "types").map((name) =>
    environment.canonicalLineage("ConceptType", environment.resolveConceptType(name).ref),
  );
  const predicates = textsOf(value.predicates, "predicates").map((name) =>
    environment.canonicalLineage("PredicateType", environment.resolvePredicate(name).ref),
  );
  const classifications = listOf(value.classifications, "classifications").map((label) =>
    label === null ? null : readLabel(label, vocabulary),
  );
  return {
    ...(value.kinds === undefined ? {} : { kinds }),
    ...(value.types === undefined ? {} : { types }),
    ...(value.predicates === undefined ? {} : { predicates }),
    ...(value.classifications === undefined ? {} : { classifications }),
    ...(value.max_classification === undefined
      ? {}
      : { max_classification: readLabel(value.max_classification, vocabulary) }),
    ...(value.elements === undefined
      ? {}
      : { elements: textsOf(value.elements, "elements") as readonly ElementId[] }),
  };
}

/**
 * Reads a label of the Space's vocabulary (§31.1).
 * @throws `ConstraintViolation` for a label the vocabulary does not have: it would restrict nobody reliably.
 */
export function readLabel(value: unknown, vocabulary: Vocabulary): string {
  const known = vocabulary.classifications.find((label) => label === value);
  if (known !== undefined) return known;
  throw kipError(
    "ConstraintViolation",
    `${JSON.stringify(value ?? null)} is no classification of this Space`,
    {
      hint: `Use one of ${vocabulary.classifications.join(", ")}, or add the label to the policy first.`,
      details: { field: "classification", allowed: vocabulary.classifications },
    },
  );
}

function listOf(value: unknown, field: string): readonly unknown[] {
  if (value === undefined) return [];
  if (Array.isArray(value) && value.length > 0) return value;
  throw wrongScope(field, "an array of at least one value");
}

function textsOf(value: unknown, field: string): readonly string[] {
  return listOf(value, field).map((item) => {
    if (typeof item === "string" && item !== "") return item;
    throw wrongScope(field, "an array of texts");
  });
}

function wrongScope(field: string, expected: string) {
  return kipError("TypeMismatch", `${field} must be ${expected}`, {
    hint: `Write ${field} as ${expected}.`,
    details: { field, expected },
  });
}
