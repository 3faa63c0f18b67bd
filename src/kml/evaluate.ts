import type { Expression, FunctionCall, Path, Value, Variable } from "../lang/index.js";
import {
  type ElementId,
  isPortableNumber,
  type JsonObject,
  type JsonValue,
  kipError,
  MAX_SAFE,
} from "../model/index.js";
import { evaluateScalar, readParameter } from "./values.js";

/** What the names inside a value stand for. */
export interface ValueScope {
  readonly parameters: JsonObject;
  /** The element a `?name` stands for. @throws `ReferenceError` when it stands for none. */
  readonly elementOf: (variable: Variable) => ElementId;
  /** The value at a path of the statement's target; undefined where it leads nowhere. Absent: there is no target. */
  readonly read?: (path: Path) => JsonValue | undefined;
}

/**
 * The JSON a value stands for, in a place that holds data (§58.3). A handle becomes the id of its element; a path that
 * leads nowhere and an expression without a numeric result are null.
 * @throws what parameters and `scope.elementOf` throw; `ReferenceError` for a path where there is no target,
 * `ConstraintViolation` for a result outside the portable numbers or a CLAMP whose bounds are crossed (§59).
 */
export function evaluateValue(node: Value, scope: ValueScope): JsonValue {
  switch (node.type) {
    case "Literal":
      return evaluateScalar(node, scope.parameters);
    case "Parameter":
      return readParameter(node, scope.parameters);
    case "Variable":
      return scope.elementOf(node);
    case "ArrayLiteral":
      return node.items.map((item) => evaluateValue(item, scope));
    case "ObjectLiteral":
      return Object.fromEntries(node.members.map(({ name, value }) => [name, evaluateValue(value, scope)]));
    case "Path":
      return readPath(node, scope) ?? null;
    case "FunctionCall":
      return evaluateCall(node, scope);
  }
}

/**
 * The value of an assignment; undefined skips the key, which is what an expression without a numeric result does, and
 * a path that leads nowhere (§59).
 * @throws what `evaluateValue` throws.
 */
export function evaluateAssigned(node: Value, scope: ValueScope): JsonValue | undefined {
  if (node.type === "Path") return readPath(node, scope);
  if (node.type !== "FunctionCall") return evaluateValue(node, scope);
  const result = evaluateCall(node, scope);
  return typeof result === "number" ? result : undefined;
}

function readPath(path: Path, scope: ValueScope): JsonValue | undefined {
  if (scope.read) return scope.read(path);
  throw kipError("ReferenceError", `?${path.root.name} has no values to read here`, {
    hint: "Write the value itself, or use UPDATE on the existing element, whose own values an expression can read.",
    details: { variable: path.root.name, position: path.from },
  });
}

function evaluateOperand(node: Expression, scope: ValueScope): JsonValue {
  if (node.type !== "Unary" && node.type !== "Binary") return evaluateValue(node, scope);
  throw kipError("InvalidSyntax", "an update expression has an operand it cannot use", {
    hint: "Operands are numbers, parameters, paths on the target such as ?m.attributes.count, and nested calls.",
    details: { position: node.from },
  });
}

/** One of the update functions (§59). The parser has checked the name and the number of arguments. */
function evaluateCall({ name, args, from }: FunctionCall, scope: ValueScope): JsonValue {
  const [first = null, second = null, third = null] = args.map((node) => evaluateOperand(node, scope));
  switch (name) {
    case "COALESCE":
      return first ?? second;
    case "ADD":
      return typeof first === "number" && typeof second === "number" ? portable(first + second, name) : null;
    case "MUL":
      return typeof first === "number" && typeof second === "number" ? product(first, second) : null;
    case "CLAMP":
      return typeof first === "number" && typeof second === "number" && typeof third === "number"
        ? clamp(first, second, third)
        : null;
    default:
      throw kipError("UnsupportedCapability", `${name} is not an update expression this engine has`, {
        hint: "Use ADD(a, b), MUL(a, b), CLAMP(x, lo, hi) or COALESCE(x, fallback).",
        details: { function: name, position: from },
      });
  }
}

function product(left: number, right: number): number {
  const result = left * right;
  if (result === 0 && left !== 0 && right !== 0) throw outOfRange("MUL", "underflows to zero");
  return portable(result, "MUL");
}

function clamp(value: number, low: number, high: number): number {
  if (low <= high) return Math.min(Math.max(value, low), high);
  throw kipError("ConstraintViolation", "CLAMP has its lower bound above its upper bound", {
    hint: "Write CLAMP(x, lo, hi) with lo not above hi.",
    details: { lo: low, hi: high },
  });
}

/** Every numeric result obeys §9.3: a counter is never rounded silently. */
function portable(value: number, name: string): number {
  if (!isPortableNumber(value)) throw outOfRange(name, "leaves the portable range");
  return value === 0 ? 0 : value;
}

function outOfRange(name: string, what: string) {
  return kipError("ConstraintViolation", `the result of ${name} ${what}`, {
    hint: `Results must be finite, and whole ones within ±${MAX_SAFE}.`,
    details: { function: name },
  });
}
