import { isJsonObject, type JsonObject, kipError, readTimestamp, type Timestamp } from "../model/index.js";

// What a host hands to a Governance operation is checked as strictly as a request: a misspelt member of a rule would
// otherwise be a rule that means something else.

/**
 * An operation or a part of one, as an object with only these members.
 * @throws `InvalidRequestEnvelope` for anything else and for a member that does not exist.
 */
export function objectWith(value: unknown, where: string, members: readonly string[]): JsonObject {
  if (!isJsonObject(value)) throw malformed(where, "an object");
  for (const member of Object.keys(value)) {
    if (members.includes(member)) continue;
    throw kipError("InvalidRequestEnvelope", `${where} has no member ${JSON.stringify(member)}`, {
      hint: `Leave it out. The members are ${members.join(", ")}.`,
      details: { member, allowed: members },
    });
  }
  return value;
}

/** A non-empty text. @throws `TypeMismatch`. */
export function textAt(value: unknown, where: string): string {
  if (typeof value === "string" && value.trim() !== "" && value.length <= MAX_TEXT) return value;
  throw malformed(where, `a text of 1 to ${MAX_TEXT} characters`);
}

const MAX_TEXT = 512;

/** Texts, each once, at least one. @throws `TypeMismatch`. */
export function textsAt(value: unknown, where: string): readonly string[] {
  if (!Array.isArray(value) || value.length === 0) throw malformed(where, "an array of at least one text");
  return [...new Set(value.map((item: unknown, index) => textAt(item, `${where}[${index}]`)))];
}

/** Texts that may be left out. @throws `TypeMismatch`. */
export function optionalTexts(value: unknown, where: string): readonly string[] | null {
  return value === undefined || value === null ? null : textsAt(value, where);
}

/** An instant that may be left out. @throws `TypeMismatch`, `ConstraintViolation`. */
export function optionalInstant(value: unknown, where: string): Timestamp | null {
  return value === undefined || value === null ? null : readTimestamp(value, where);
}

/** A flag that may be left out. @throws `TypeMismatch`. */
export function flagAt(value: unknown, where: string, otherwise: boolean): boolean {
  if (value === undefined) return otherwise;
  if (typeof value === "boolean") return value;
  throw malformed(where, "true or false");
}

/** One of a few texts. @throws `ConstraintViolation`. */
export function memberOf<T extends string>(value: unknown, allowed: readonly T[], where: string): T {
  const known = allowed.find((one) => one === value);
  if (known !== undefined) return known;
  throw kipError("ConstraintViolation", `${where} cannot be ${JSON.stringify(value ?? null)}`, {
    hint: `Use one of ${allowed.join(", ")}.`,
    details: { field: where, allowed },
  });
}

/** A Principal's id: a short name without a prefix stands for one of the host's, `principal:` before it. */
export function principalIdOf(value: unknown, where: string): string {
  const name = textAt(value, where);
  if (!PRINCIPAL.test(name)) throw malformed(where, "a name of letters, digits and . _ : @ / -");
  return name.includes(":") ? name : `principal:${name}`;
}

const PRINCIPAL = /^[A-Za-z0-9][A-Za-z0-9._:@/-]{0,255}$/;

function malformed(where: string, expected: string) {
  return kipError("TypeMismatch", `${where} must be ${expected}`, {
    hint: `Send ${where} as ${expected}.`,
    details: { field: where, expected },
  });
}
