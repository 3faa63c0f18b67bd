import type { ObjectPattern, PatternValue, SourceRange, Term } from "../lang/index.js";
import {
  asElementId,
  canonicalLiteral,
  type ElementKind,
  isElementRef,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  kindOfId,
  type Literal,
} from "../model/index.js";
import { elementNamedBy, type PredicateDefinition } from "../schema/index.js";
import type { SpaceView } from "../state/index.js";
import { hasField } from "./element-fields.js";
import { wrongType } from "./parameters.js";
import type { Place } from "./place.js";
import type { Endpoint } from "./references.js";
import { within } from "./within.js";

/** What a term stands for: one end of a reference, or a Literal. */
export type CompiledTerm = Endpoint | { readonly is: "literal"; readonly value: Literal };

/** The object of a tuple. Under a Predicate variable, text is read as each Proposition's own Predicate reads it. */
export type ObjectTerm = CompiledTerm | { readonly is: "text"; readonly text: string };

/**
 * Compiles the term of a position that only an element can take: a subject, or either end of a Structural Reference
 * (§8.4, §17.1). Plain text is an element's id there.
 * @throws `TypeMismatch` for a number, boolean, null or array, and what inline patterns throw.
 */
export function compileElementTerm(
  place: Place,
  term: Term,
  where: string,
  kind: ElementKind | null,
): Endpoint {
  const compiled = compileTerm(place, term, where, kind);
  if (compiled.is !== "literal") return compiled;
  if (typeof compiled.value === "string") return { is: "element", id: asElementId(compiled.value) };
  throw wrongType(
    where,
    "an element",
    compiled.value,
    term,
    `Name the ${where} by {id: …}, a :parameter or a ?variable.`,
  );
}

/**
 * Compiles a term that may also be a Literal: the object of a Proposition. Inline patterns and nested tuples become
 * patterns of their own on a slot without a name (§43.1). `kind` is what an inline pattern matches.
 */
export function compileTerm(place: Place, term: Term, where: string, kind: ElementKind | null): CompiledTerm {
  switch (term.type) {
    case "Variable":
      return { is: "slot", slot: place.scope.declare(term.name, "element") };
    case "Literal":
      return { is: "literal", value: within(term, () => canonicalLiteral(term.value, where)) };
    case "Parameter":
      return termOfValue(place, place.parameters.value(term), where, kind, term);
    case "ObjectPattern":
      return inlineElement(place, term, kind);
    case "Triple":
    case "PropositionById": {
      const slot = place.scope.anonymous();
      place.proposition(term, slot);
      return { is: "slot", slot };
    }
  }
}

/** An object as its Predicate reads it: plain text can name an element there, by the rule that writes go by (§9.1, §43.2). */
export function readUnder(
  { view }: Place,
  object: CompiledTerm,
  predicate: PredicateDefinition,
): CompiledTerm {
  if (object.is !== "literal") return object;
  const id = elementNamedBy(object.value, predicate, (named) => view.element(named) !== undefined);
  return id === null ? object : { is: "element", id };
}

/** An object under a Predicate that only matching finds out (§43.3): what text means there is found out with it. */
export function readLater(object: CompiledTerm): ObjectTerm {
  return object.is === "literal" && typeof object.value === "string" && kindOfId(object.value) !== null
    ? { is: "text", text: object.value }
    : object;
}

/** What text means as the object under a Predicate that matching found. */
export function readAt(
  view: SpaceView,
  text: string,
  predicateRef: string,
): Exclude<CompiledTerm, { is: "slot" }> {
  const predicate = view.environment.definition("PredicateType", predicateRef);
  const id = predicate && elementNamedBy(text, predicate, (named) => view.element(named) !== undefined);
  return id ? { is: "element", id } : { is: "literal", value: text };
}

function termOfValue(
  place: Place,
  value: JsonValue,
  where: string,
  kind: ElementKind | null,
  at: SourceRange,
): CompiledTerm {
  if (isElementRef(value)) return { is: "element", id: value.id };
  if (isJsonObject(value)) {
    if (selects(value, kind)) return inlineElement(place, patternOf(value, at), kind);
    throw wrongType(
      where,
      "an element or a Literal",
      value,
      at,
      'An object stands for an element it selects: {"id": …}, or {"type": …, "key": …}. A Literal is the bare value.',
    );
  }
  if (Array.isArray(value)) {
    throw wrongType(
      where,
      "one value",
      value,
      at,
      "Bind one element or Literal, or repeat the pattern with UNION.",
    );
  }
  return { is: "literal", value: within(at, () => canonicalLiteral(value as Literal, where)) };
}

/** Whether a bound object selects elements by fields they have. Any other is data, and no Literal either (§9.1, §71.1). */
function selects(value: JsonObject, kind: ElementKind | null): boolean {
  const names = Object.keys(value);
  return names.length > 0 && names.every((name) => hasField(kind, name));
}

/** An inline element pattern, on a slot of its own unless it only names an id. */
export function inlineElement(place: Place, pattern: ObjectPattern, kind: ElementKind | null): Endpoint {
  const [only, ...others] = pattern.members;
  if (only?.name === "id" && others.length === 0) {
    const id = idOf(place, only.value);
    if (id !== null) return { is: "element", id: asElementId(id) };
  }
  const slot = place.scope.anonymous();
  place.element(kind, slot, pattern);
  return { is: "slot", slot };
}

/** The id a pattern member addresses, or null when it is a variable. */
export function idOf(place: Place, value: PatternValue): string | null {
  if (value.type === "Variable") return null;
  const given = value.type === "Literal" || value.type === "Parameter" ? place.parameters.scalar(value) : {};
  const id = idOfReference(given);
  if (id !== null) return id;
  throw wrongType("id", "an element id", given, value, 'Write id as a string such as "C-1", or bind it.');
}

/** The id in a value that addresses an element: a reference, or the id as plain text (§8.1). */
export function idOfReference(value: JsonValue): string | null {
  if (typeof value === "string") return value;
  return isElementRef(value) ? value.id : null;
}

/** A bound object, read as the pattern it would be if it were written in the command. */
export function patternOf(value: JsonObject, at: SourceRange): ObjectPattern {
  const { from, to } = at;
  return {
    type: "ObjectPattern",
    from,
    to,
    members: Object.entries(value).map(([name, item]) => ({
      type: "PatternMember",
      name,
      nameRange: { from, to },
      from,
      to,
      value: patternValueOf(item, at),
    })),
  };
}

function patternValueOf(value: JsonValue, at: SourceRange): PatternValue {
  const { from, to } = at;
  if (Array.isArray(value)) {
    return {
      type: "ArrayPattern",
      from,
      to,
      items: value.map((item: JsonValue) => patternValueOf(item, at)),
    };
  }
  if (isJsonObject(value)) return patternOf(value, at);
  return { type: "Literal", from, to, value: value as Literal, source: JSON.stringify(value) };
}
