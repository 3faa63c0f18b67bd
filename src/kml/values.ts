import type { Parameter, Scalar, SchemaSymbol, Value, Variable } from "../lang/index.js";
import {
  type ElementId,
  type JsonObject,
  type JsonValue,
  kipError,
  requirePortableJson,
  requirePortableNumber,
  requireScalarText,
} from "../model/index.js";
import { describeType } from "./describe.js";

/** What the names inside a value stand for. */
export interface ValueScope {
  readonly parameters: JsonObject;
  /** The element a `?name` stands for. @throws `ReferenceError` when it stands for none. */
  readonly elementOf: (variable: Variable) => ElementId;
}

/**
 * The value bound to a parameter (§74), checked to be portable JSON as a literal in its place would be.
 * @throws `ReferenceError` when nothing is bound, `TypeMismatch` or `ConstraintViolation` for what is not portable.
 */
export function readParameter(parameter: Parameter, parameters: JsonObject): JsonValue {
  if (!Object.hasOwn(parameters, parameter.name)) {
    throw kipError("ReferenceError", `the parameter :${parameter.name} is not bound`, {
      hint: `Send a value for "${parameter.name}" in the parameters of this operation.`,
      details: { parameter: parameter.name, position: parameter.from },
    });
  }
  const value = parameters[parameter.name];
  requirePortableJson(value, `:${parameter.name}`);
  return value as JsonValue;
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

/**
 * The JSON a value stands for, in a place that holds data (§58.3). A handle becomes the id of its element.
 * @throws what `readParameter` and `scope.elementOf` throw; `ConstraintViolation` for a path or an update expression,
 * which only UPDATE evaluates (§59).
 */
export function evaluateValue(node: Value, scope: ValueScope): JsonValue {
  switch (node.type) {
    case "Literal":
      return checkedLiteral(node.value);
    case "Parameter":
      return readParameter(node, scope.parameters);
    case "Variable":
      return scope.elementOf(node);
    case "ArrayLiteral":
      return node.items.map((item) => evaluateValue(item, scope));
    case "ObjectLiteral":
      return Object.fromEntries(node.members.map(({ name, value }) => [name, evaluateValue(value, scope)]));
    case "Path":
    case "FunctionCall":
      throw kipError(
        "ConstraintViolation",
        "an expression over an element's own values stands only in UPDATE",
        {
          hint: "Write the value itself, or use UPDATE on the existing element.",
          details: { position: node.from },
        },
      );
  }
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
 * A non-negative integer such as LIMIT or an expected version (§35.1, §52.7).
 * @throws `TypeMismatch` when it is no number, `ConstraintViolation` when it is negative or fractional.
 */
export function requireCount(value: JsonValue, where: string): number {
  if (typeof value !== "number") {
    throw kipError("TypeMismatch", `${where} must be a number, not ${describeType(value)}`, {
      hint: `Write ${where} as a non-negative whole number.`,
      details: { field: where, expected: "integer", found: describeType(value) },
    });
  }
  if (!Number.isSafeInteger(value) || value < 0) {
    throw kipError("ConstraintViolation", `${where} must be a non-negative whole number`, {
      hint: `Write ${where} as 0 or a positive whole number.`,
      details: { field: where, found: value },
    });
  }
  return value;
}
