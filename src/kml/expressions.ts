import type { Expression, FunctionCall, Path, Value } from "../lang/index.js";
import {
  type Element,
  type ElementId,
  isJsonObject,
  isPortableNumber,
  type JsonValue,
  kipError,
  MAX_SAFE,
} from "../model/index.js";
import type { SpaceView } from "../state/index.js";
import { describeType } from "./describe.js";
import { evaluateValue, type ValueScope } from "./values.js";

/** What an update expression may read: the target as it was before the statement (§58.4). */
export interface ExpressionScope extends ValueScope {
  readonly target: ElementId;
  /** The target's state before the command; undefined for an element the command creates. */
  readonly before: Element | undefined;
  readonly view: SpaceView;
}

/**
 * The value of an assignment of UPDATE: data, or an update expression over the target's own values (§59). Undefined
 * skips the key, which is what an expression without a numeric result does; a path that leads nowhere skips too.
 * @throws `ReferenceError` for a path on another variable, `ConstraintViolation` for a result outside the portable
 * numbers or a CLAMP whose bounds are crossed, `UnsupportedCapability` for an unknown function; what values throw.
 */
export function evaluateAssigned(node: Value, scope: ExpressionScope): JsonValue | undefined {
  if (node.type === "Path") return readPath(node, scope);
  if (node.type !== "FunctionCall") return evaluateValue(node, scope);
  const result = evaluateCall(node, scope);
  return typeof result === "number" ? result : undefined;
}

function evaluateOperand(node: Expression, scope: ExpressionScope): JsonValue {
  switch (node.type) {
    case "Path":
      return readPath(node, scope) ?? null;
    case "FunctionCall":
      return evaluateCall(node, scope);
    case "Literal":
    case "Parameter":
      return evaluateValue(node, scope);
    case "Unary": {
      const operand = node.operator === "-" ? evaluateOperand(node.operand, scope) : undefined;
      if (typeof operand === "number") return portable(-operand, "-");
      if (operand === null) return null;
      throw notAnOperand(node.from);
    }
    default:
      throw notAnOperand(node.from);
  }
}

function evaluateCall({ name, args, from }: FunctionCall, scope: ExpressionScope): JsonValue {
  const values = args.map((argument) => evaluateOperand(argument, scope));
  const arity = name === "CLAMP" ? 3 : 2;
  if (!["ADD", "MUL", "CLAMP", "COALESCE"].includes(name)) {
    throw kipError("UnsupportedCapability", `${name} is not an update expression this engine has`, {
      hint: "Use ADD(a, b), MUL(a, b), CLAMP(x, lo, hi) or COALESCE(x, fallback).",
      details: { function: name, position: from },
    });
  }
  if (values.length !== arity) {
    throw kipError("InvalidSyntax", `${name} takes ${arity} arguments, not ${values.length}`, {
      details: { function: name, position: from },
    });
  }
  const [first = null, second = null, third = null] = values;
  if (name === "COALESCE") return first ?? second;
  if (typeof first !== "number" || typeof second !== "number") return null;
  if (name === "ADD") return portable(first + second, "ADD");
  if (name === "MUL") {
    const product = first * second;
    if (product === 0 && first !== 0 && second !== 0) throw outOfRange("MUL", "underflows to zero");
    return portable(product, "MUL");
  }
  if (typeof third !== "number") return null;
  if (second > third) {
    throw kipError("ConstraintViolation", "CLAMP has its lower bound above its upper bound", {
      hint: "Write CLAMP(x, lo, hi) with lo not above hi.",
      details: { lo: second, hi: third },
    });
  }
  return Math.min(Math.max(first, second), third);
}

/** Every numeric result obeys §9.3: a counter is never rounded silently. */
function portable(value: number, where: string): number {
  if (!isPortableNumber(value)) throw outOfRange(where, "leaves the portable range");
  return value === 0 ? 0 : value;
}

function outOfRange(where: string, what: string) {
  return kipError("ConstraintViolation", `the result of ${where} ${what}`, {
    hint: `Results must be finite, and whole ones within ±${MAX_SAFE}.`,
    details: { function: where },
  });
}

/** The value at a path of the target; undefined where the path leads nowhere. */
function readPath(path: Path, scope: ExpressionScope): JsonValue | undefined {
  if (scope.elementOf(path.root) !== scope.target) {
    throw kipError("ReferenceError", `an update expression reads only its target, not ?${path.root.name}`, {
      hint: "Bind the value as a parameter, or select the element whose own fields you need as the target.",
      details: { variable: path.root.name, position: path.from },
    });
  }
  let value: unknown = scope.before;
  let parent = "";
  for (const { key } of path.steps) {
    if (!isJsonObject(value)) return undefined;
    value = parent === "facets" ? facetNamed(value, key, scope.view) : ownMember(value, key);
    parent = key;
  }
  return value as JsonValue | undefined;
}

function ownMember(object: object, key: string): unknown {
  return Object.hasOwn(object, key) ? (object as Record<string, unknown>)[key] : undefined;
}

/** Facets are named by symbol and stored by exact ref; the symbol means its lineage (§20.14, §44.1). */
function facetNamed(facets: object, symbol: string, { environment }: SpaceView): unknown {
  const lineage = (name: string) => environment.canonicalLineage("FacetDefinition", name);
  const wanted = lineage(environment.resolveFacet(symbol).ref);
  return Object.entries(facets).find(([ref]) => lineage(ref) === wanted)?.[1];
}

function notAnOperand(position: number) {
  return kipError("ConstraintViolation", "an update expression has an operand it cannot use", {
    hint: `Operands are numbers, parameters, paths on the target such as ?m.attributes.count, and nested calls; not ${describeType([])}s, comparisons or other elements.`,
    details: { position },
  });
}
