import type { AggregateName } from "../lang/index.js";
import { isPortableNumber, type JsonValue, kipError } from "../model/index.js";
import { exactSum } from "./exact-sum.js";
import { type Bound, cellOf, compareText, FieldValue, identityOf, isNothing, SymbolValue } from "./values.js";

/**
 * The value of an aggregate over the inputs of one group (§44.6). Nulls are ignored; without other inputs COUNT is 0 and
 * the rest is null.
 * @throws `TypeMismatch` for an input the aggregate cannot use, `ConstraintViolation` for a result outside §9.3.
 */
export function aggregate(
  name: AggregateName,
  distinct: boolean,
  inputs: readonly (Bound | undefined)[],
): JsonValue {
  const present = inputs.filter((input) => !isNothing(input)) as readonly Bound[];
  const values = distinct
    ? [...new Map(present.map((value) => [identityOf(value), value])).values()]
    : present;
  if (name === "COUNT") return values.length;
  if (values.length === 0) return null;
  if (name === "MIN" || name === "MAX") return extreme(name, values);
  const numbers = values.map((value) => numberOf(name, value));
  const sum = exactSum(numbers);
  return portable(name, name === "SUM" ? sum : sum / numbers.length);
}

function numberOf(name: AggregateName, value: Bound): number {
  const number = value instanceof FieldValue ? value.value : null;
  if (typeof number === "number") return number;
  if (isWhole(value)) throw whole(name, "number", value);
  throw kipError("TypeMismatch", `${name} can only use numbers`, {
    hint: `FILTER(LITERAL_TYPE(…) == "number") keeps the numbers, or use COUNT for values of any type.`,
    details: { function: name, expected: "number", found: typeName(value) },
  });
}

function extreme(name: "MIN" | "MAX", values: readonly Bound[]): JsonValue {
  const sign = name === "MIN" ? 1 : -1;
  const scalars = values.map((value) => scalarOf(name, value));
  const [first, ...others] = scalars;
  const odd = others.find((value) => typeof value !== typeof first);
  if (odd !== undefined) throw unlike(name, typeof first, typeof odd);
  return scalars.reduce((best, value) => (sign * order(value, best) < 0 ? value : best));
}

function order(left: string | number | boolean, right: string | number | boolean): number {
  if (typeof left === "string" && typeof right === "string") return compareText(left, right);
  return Number(left) - Number(right);
}

function scalarOf(name: AggregateName, value: Bound): string | number | boolean {
  if (value instanceof SymbolValue) return value.ref;
  const scalar = value instanceof FieldValue ? value.value : null;
  if (typeof scalar === "string" || typeof scalar === "number" || typeof scalar === "boolean") return scalar;
  const expected = "numbers or texts";
  throw isWhole(value) ? whole(name, expected, value) : unlike(name, expected, typeName(value));
}

/** Whether it is an element, an object or an array rather than one value. */
function isWhole(value: Bound): boolean {
  const cell = cellOf(value);
  return typeof cell === "object" && cell !== null;
}

function whole(name: AggregateName, expected: string, value: Bound) {
  return kipError("TypeMismatch", `${name} takes one value of each solution, not a whole element or object`, {
    hint: `Take a path to a value, such as ${name}(?x.attributes.age), or COUNT for how many there are.`,
    details: { function: name, expected, found: typeName(value) },
  });
}

function unlike(name: AggregateName, expected: string, found: string) {
  return kipError("TypeMismatch", `${name} cannot compare values of different types`, {
    hint: "Give it numbers only, or texts only: filter by LITERAL_TYPE, or take a scalar path such as ?x.id.",
    details: { function: name, expected, found },
  });
}

function typeName(value: Bound): string {
  const cell = cellOf(value);
  return Array.isArray(cell) ? "array" : typeof cell;
}

function portable(name: AggregateName, value: number): number {
  if (isPortableNumber(value)) return value === 0 ? 0 : value;
  throw kipError("ConstraintViolation", `the result of ${name} is outside the portable number range`, {
    hint: "Aggregate fewer or smaller values.",
    details: { function: name, found: String(value) },
  });
}
