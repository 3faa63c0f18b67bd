import { isElementRef, isJsonObject, type JsonValue } from "../model/index.js";
import { sameValue } from "./constraints.js";
import {
  BeliefValue,
  type Bound,
  compareText,
  EdgeValue,
  FieldValue,
  isElement,
  isSymbol,
  SymbolValue,
  sameBinding,
} from "./values.js";

/** The outcome of a condition; undefined is unknown, which no FILTER keeps and no negation turns true (§44.2). */
export type Truth = boolean | undefined;

/** A condition's value: unknown when it is null, unbound or no boolean. */
export function booleanOf(value: Bound | undefined): Truth {
  return value instanceof FieldValue && typeof value.value === "boolean" ? value.value : undefined;
}

/**
 * Whether two values are equal; unknown when one is null. Nothing is coerced: values of different types are different.
 * An element or a reference to it equals its own id and any other reference to it, as stored (§43.2).
 */
export function equal(left: Bound | undefined, right: Bound | undefined): Truth {
  if (isNull(left) || isNull(right)) return undefined;
  const leftId = idOf(left);
  const rightId = idOf(right);
  if (leftId !== null && rightId !== null) return leftId === rightId;
  if (leftId !== null) return textOf(right) === leftId;
  if (rightId !== null) return textOf(left) === rightId;
  if (left instanceof SymbolValue && right instanceof FieldValue) return isSymbol(left, right.value);
  if (left instanceof FieldValue && right instanceof SymbolValue) return isSymbol(right, left.value);
  if (left instanceof FieldValue && right instanceof FieldValue) return sameValue(left.value, right.value);
  return sameBinding(left, right);
}

/**
 * The order of two values: negative, zero or positive. Unknown unless both are numbers or both are texts: a comparison
 * of unlike types decides nothing.
 */
export function compare(left: Bound | undefined, right: Bound | undefined): number | undefined {
  const leftScalar = scalarOf(left);
  const rightScalar = scalarOf(right);
  if (typeof leftScalar === "number" && typeof rightScalar === "number") return leftScalar - rightScalar;
  if (typeof leftScalar === "string" && typeof rightScalar === "string")
    return compareText(leftScalar, rightScalar);
  return undefined;
}

/** Whether a value is null to an expression: absent, unbound, or an explicit null (§44.2). */
export function isNull(value: Bound | undefined): value is undefined {
  return value === undefined || (value instanceof FieldValue && value.value === null);
}

/** The text a value is, or undefined when it is none. */
export function textOf(value: Bound | undefined): string | undefined {
  const scalar = scalarOf(value);
  return typeof scalar === "string" ? scalar : undefined;
}

function scalarOf(value: Bound | undefined): JsonValue | undefined {
  if (value instanceof FieldValue) return value.value;
  return value instanceof SymbolValue ? value.ref : undefined;
}

/** The id of what a value refers to: an element, or a stored reference such as a citation. */
function idOf(value: Bound): string | null {
  if (value instanceof FieldValue) return isElementRef(value.value) ? value.value.id : null;
  if (value instanceof SymbolValue || value instanceof EdgeValue || value instanceof BeliefValue) return null;
  return isElement(value) ? value.id : null;
}

/** Whether a value is a list. */
export function listOf(value: Bound | undefined): readonly JsonValue[] | undefined {
  return value instanceof FieldValue && Array.isArray(value.value) ? value.value : undefined;
}

/** Whether a value is an object of data rather than a reference. */
export function isStructure(value: Bound): boolean {
  return value instanceof FieldValue && isJsonObject(value.value) && !isElementRef(value.value);
}
