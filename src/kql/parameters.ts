import type { Parameter, Scalar, SourceRange, Value } from "../lang/index.js";
import { type JsonObject, type JsonValue, kipError, requirePortableJson } from "../model/index.js";
import { within } from "./within.js";

/** The bound parameters of one operation, read as data and never as text (§74). */
export class Parameters {
  readonly #values: JsonObject;

  constructor(values: JsonObject) {
    this.#values = values;
  }

  /**
   * The value bound to a parameter.
   * @throws `ReferenceError` when nothing is bound to the name, and the errors of `requirePortableJson`.
   */
  value(parameter: Parameter): JsonValue {
    const { name } = parameter;
    const value = Object.hasOwn(this.#values, name) ? this.#values[name] : undefined;
    if (value === undefined) {
      throw kipError("ReferenceError", `:${name} is not bound`, {
        hint: `Supply ${JSON.stringify(name)} in the request's parameters, or write the value in the command.`,
        details: { parameter: name, from: parameter.from, to: parameter.to },
      });
    }
    within(parameter, () => requirePortableJson(value, `:${name}`));
    return value;
  }

  /** The value of a literal or parameter. */
  scalar(node: Scalar): JsonValue {
    return node.type === "Literal" ? node.value : this.value(node);
  }

  /**
   * The JSON a value without variables denotes, for option objects such as `WITH EPISTEMIC {…}` (§49).
   * @throws `InvalidSyntax` for a variable, path or function, which have no value outside a solution.
   */
  json(node: Value): JsonValue {
    switch (node.type) {
      case "Literal":
        return node.value;
      case "Parameter":
        return this.value(node);
      case "ArrayLiteral":
        return node.items.map((item) => this.json(item));
      case "ObjectLiteral":
        return Object.fromEntries(node.members.map(({ name, value }) => [name, this.json(value)]));
      default:
        throw kipError("InvalidSyntax", "only literals and parameters have a value here", {
          hint: "Write the value itself, or bind it as a :parameter.",
          details: { from: node.from, to: node.to },
        });
    }
  }
}

/** The error of a value of the wrong type in a position of the command. */
export function wrongType(where: string, expected: string, found: JsonValue, at: SourceRange, hint?: string) {
  return kipError("TypeMismatch", `${where} must be ${expected}`, {
    hint: hint ?? `Write ${where} as ${expected}.`,
    details: { field: where, expected, found: typeName(found), from: at.from, to: at.to },
  });
}

/**
 * The operand of a clause that counts, such as LIMIT, or that is a sequence: a whole number from 0 on (§44.8, §48.1). That
 * is its type, so another number is of the wrong one, as the engine suite has it for DEPTH; `ConstraintViolation` is for
 * whole numbers beyond a bound.
 * @throws `TypeMismatch` for anything that is no non-negative safe integer.
 */
export function wholeNumber(where: string, value: JsonValue, node: SourceRange, hint?: string): number {
  if (typeof value === "number" && Number.isSafeInteger(value) && value >= 0) return value;
  throw wrongType(where, "a whole number from 0 on", value, node, hint);
}

function typeName(value: JsonValue): string {
  if (value === null) return "null";
  return Array.isArray(value) ? "array" : typeof value;
}
