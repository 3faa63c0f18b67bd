import { kipError } from "./errors.js";
import { isJsonObject } from "./json.js";

/** A Literal: a JSON scalar whose datatype is its JSON type (§9.1). */
export type Literal = string | number | boolean | null;

/** The names of the baseline datatypes (§9.2). */
export type LiteralType = "string" | "number" | "boolean" | "null";

/** The largest magnitude of an integral value on any KIP surface (§9.3). */
export const MAX_SAFE = Number.MAX_SAFE_INTEGER;

/** The datatype of a Literal (§9.2). */
export function literalType(value: Literal): LiteralType {
  return value === null ? "null" : (typeof value as "string" | "number" | "boolean");
}

/**
 * The canonical form in which a Literal is stored and compared (§9.6): strings in NFC, numbers as binary64 with
 * negative zero as zero.
 * @throws `ConstraintViolation` for a number outside §9.3 or a string with an unpaired surrogate (§70.2).
 */
export function canonicalLiteral(value: Literal, where = "literal"): Literal {
  if (typeof value === "string") {
    requireScalarText(value, where);
    return value.normalize("NFC");
  }
  if (typeof value === "number") {
    requirePortableNumber(value, where);
    return value === 0 ? 0 : value;
  }
  return value;
}

/** A string that is equal for two Literals exactly when they are the same Literal (§9.6). Expects canonical input. */
export function literalKey(value: Literal): string {
  if (typeof value === "string") return `s:${value}`;
  if (typeof value === "number") return `n:${value === 0 ? 0 : value}`;
  return value === null ? "z:" : `b:${value}`;
}

/** Whether a number is finite and, when integral, exactly representable (§9.3). */
export function isPortableNumber(value: number): boolean {
  return Number.isFinite(value) && (!Number.isInteger(value) || Math.abs(value) <= MAX_SAFE);
}

/** @throws `ConstraintViolation` when the number is outside the portable domain (§9.3). */
export function requirePortableNumber(value: number, where: string): void {
  if (isPortableNumber(value)) return;
  throw kipError("ConstraintViolation", `${where} is outside the portable number range`, {
    hint: `Integers must lie within ±${MAX_SAFE} and every number must be finite. Write larger values as strings.`,
    details: { field: where, found: String(value) },
  });
}

/** @throws `ConstraintViolation` when the text holds an unpaired surrogate, which has no UTF-8 form (§70.2). */
export function requireScalarText(text: string, where: string): void {
  if (text.isWellFormed()) return;
  throw kipError("ConstraintViolation", `${where} holds an unpaired surrogate`, {
    hint: "Send well-formed Unicode text: a high surrogate must be followed by its low surrogate.",
    details: { field: where },
  });
}

/** The deepest nesting of a JSON value the engine takes as a parameter or field value. */
export const MAX_JSON_DEPTH = 64;

/**
 * Checks that a decoded value is portable JSON throughout: finite safe numbers, well-formed strings, plain objects,
 * no deeper than `MAX_JSON_DEPTH` (§9.3, §70.2).
 * @throws `TypeMismatch` for a value JSON cannot hold, `ConstraintViolation` for one outside the portable domain,
 * `ResourceExhausted` when nested too deeply.
 */
export function requirePortableJson(value: unknown, where: string, depth = 0): void {
  if (depth > MAX_JSON_DEPTH) {
    throw kipError("ResourceExhausted", `${where} is nested deeper than ${MAX_JSON_DEPTH} levels`, {
      hint: "Flatten the value, or store it as Evidence payload text.",
      details: { limit: MAX_JSON_DEPTH },
    });
  }
  if (typeof value === "string") requireScalarText(value, where);
  else if (typeof value === "number") requirePortableNumber(value, where);
  else if (typeof value === "boolean" || value === null) return;
  else if (Array.isArray(value)) {
    // By index, because `forEach` passes over the holes of a sparse array.
    for (let index = 0; index < value.length; index += 1) {
      requirePortableJson(value[index], `${where}[${index}]`, depth + 1);
    }
  } else if (isJsonObject(value)) {
    for (const [key, item] of Object.entries(value)) {
      requireScalarText(key, `a key of ${where}`);
      requirePortableJson(item, `${where}.${key}`, depth + 1);
    }
  } else {
    throw kipError("TypeMismatch", `${where} is not a JSON value`, {
      hint: "Parameters and fields hold JSON only: strings, numbers, booleans, null, arrays and plain objects.",
      details: { field: where, found: typeof value },
    });
  }
}
