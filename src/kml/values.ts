import type { Parameter, Scalar, SchemaSymbol } from "../lang/index.js";
import {
  type JsonObject,
  type JsonValue,
  kipError,
  requirePortableNumber,
  requireScalarText,
} from "../model/index.js";
import { describeType } from "./describe.js";

/**
 * The value bound to a parameter (§74). `requireParameters` has checked that it is portable JSON.
 * @throws `ReferenceError` when nothing is bound.
 */
export function readParameter(parameter: Parameter, parameters: JsonObject): JsonValue {
  if (!Object.hasOwn(parameters, parameter.name)) {
    throw kipError("ReferenceError", `the parameter :${parameter.name} is not bound`, {
      hint: `Send a value for "${parameter.name}" in the parameters of this operation.`,
      details: { parameter: parameter.name, position: parameter.from },
    });
  }
  return parameters[parameter.name] as JsonValue;
}

/** The value of a literal or parameter. @throws what `readParameter` throws. */
export function evaluateScalar(node: Scalar, parameters: JsonObject): JsonValue {
  return node.type === "Parameter" ? readParameter(node, parameters) : checkedLiteral(node.value);
}

/**
 * The text of a schema symbol.
 * @throws `TypeMismatch` when a parameter holds no string.
 */
export function evaluateSymbol(node: SchemaSymbol, parameters: JsonObject): string {
  return requireText(evaluateScalar(node, parameters), "a schema symbol");
}

/** A literal of the command text. The parser has checked numbers; text must be well-formed here too (§70.2). */
function checkedLiteral(value: JsonValue): JsonValue {
  if (typeof value === "string") requireScalarText(value, "a string");
  else if (typeof value === "number") requirePortableNumber(value, "a number");
  return value;
}

/** @throws `TypeMismatch` when the value is no string. */
export function requireText(value: JsonValue | undefined, where: string): string {
  if (typeof value === "string") return value;
  throw kipError("TypeMismatch", `${where} must be a string, not ${describeType(value)}`, {
    hint: `Write ${where} as a quoted string.`,
    details: { field: where, expected: "string", found: describeType(value) },
  });
}

/** @throws `TypeMismatch` when the value is no string, `ConstraintViolation` when it is empty. */
export function requireNonEmptyText(value: JsonValue | undefined, where: string): string {
  const text = requireText(value, where);
  if (text !== "") return text;
  throw kipError("ConstraintViolation", `${where} must not be empty`, {
    hint: `Give ${where} at least one character, or leave it out.`,
    details: { field: where },
  });
}

/**
 * A value from a closed registry of the Core package (§20.13).
 * @throws `TypeMismatch` when it is no string, `ConstraintViolation` when the registry does not name it.
 */
export function requireMember<T extends string>(
  value: JsonValue | undefined,
  registry: readonly T[],
  where: string,
): T {
  const text = requireText(value, where);
  const member = registry.find((name) => name === text);
  if (member !== undefined) return member;
  throw kipError("ConstraintViolation", `${where} cannot be ${JSON.stringify(text)}`, {
    hint: `Use one of ${registry.map((name) => JSON.stringify(name)).join(", ")}.`,
    details: { field: where, found: text, allowed: registry },
  });
}

/**
 * A non-negative integer such as LIMIT or an expected version (§35.1, §52.7). That is its type, as for the same clauses of
 * reads: a number that is none is of the wrong one.
 * @throws `TypeMismatch` for anything else.
 */
export function requireCount(value: JsonValue, where: string): number {
  if (typeof value === "number" && Number.isSafeInteger(value) && value >= 0) return value;
  const found = typeof value === "number" ? `${value}` : describeType(value);
  throw kipError("TypeMismatch", `${where} must be a non-negative whole number, not ${found}`, {
    hint: `Write ${where} as 0 or a positive whole number.`,
    details: { field: where, expected: "integer", found },
  });
}
