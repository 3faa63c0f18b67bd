import { createHash } from "node:crypto";
import type { ElementKind, ErrorCode, JsonObject, JsonValue } from "../model/index.js";
import type { Item } from "./model-items.fixture.js";
import { FACETS, type FieldRules, TYPES } from "./model-schema.fixture.js";
import { type Assigned, isPath, type Operand } from "./model-statements.fixture.js";

/** Takes note of a reason to refuse a command; the first of several is the engine's choice. */
export type Refuse = (code: ErrorCode) => void;

const TIMESTAMP = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/;

/** Exactly millisecond precision, and a day that exists (§6.5). */
export function isInstant(text: string): boolean {
  return TIMESTAMP.test(text) && !Number.isNaN(Date.parse(text)) && new Date(text).toISOString() === text;
}

export function requireInstant(value: JsonValue, refuse: Refuse): void {
  if (typeof value !== "string") refuse("TypeMismatch");
  else if (!isInstant(value)) refuse("ConstraintViolation");
}

export function requireText(value: JsonValue | undefined, refuse: Refuse, mayBeEmpty = false): void {
  if (typeof value !== "string") refuse("TypeMismatch");
  else if (value === "" && !mayBeEmpty) refuse("ConstraintViolation");
}

export function requireOneOf(value: JsonValue, registry: readonly string[], refuse: Refuse): void {
  if (typeof value !== "string") refuse("TypeMismatch");
  else if (!registry.includes(value)) refuse("ConstraintViolation");
}

/** A Literal in the form its identity is compared in (§9.6). */
export function canonical(literal: JsonValue): JsonValue {
  if (typeof literal === "string") return literal.normalize("NFC");
  return literal === 0 ? 0 : literal;
}

/** The digest of an inline payload: of a text's bytes, or of the canonical JSON of anything else (§37.7). */
export function digestOfPayload(payload: JsonValue): string {
  const text = typeof payload === "string" ? payload : JSON.stringify(payload);
  return `sha256:${createHash("sha256").update(text).digest("hex")}`;
}

/** An interval that ends no earlier than it begins, as far as that is written (§13.2, §25.5). */
export function requireInterval(valid: JsonObject, refuse: Refuse): void {
  const sides = (["from", "until"] as const).map((name) => {
    const end = valid[name];
    if (end === undefined || end === null) return undefined;
    if (typeof end === "string" || typeof end !== "object") {
      requireInstant(end, refuse);
      return typeof end === "string" ? { earliest: end, latest: end } : undefined;
    }
    const { earliest, latest } = end as { earliest?: JsonValue; latest?: JsonValue };
    if (earliest === undefined && latest === undefined) refuse("ConstraintViolation");
    for (const side of [earliest, latest]) if (side !== undefined) requireInstant(side, refuse);
    if (earliest !== undefined && latest !== undefined && String(earliest) > String(latest))
      refuse("ConstraintViolation");
    return { earliest, latest };
  });
  const [from, until] = sides;
  if (
    from?.earliest !== undefined &&
    until?.latest !== undefined &&
    String(from.earliest) >= String(until.latest)
  ) {
    refuse("ConstraintViolation");
  }
}

const LARGEST = 9007199254740991;

/** Finite, and a whole number only within ±(2⁵³ − 1) (§9.3). */
const isPortable = (value: number): boolean =>
  Number.isFinite(value) && !(Number.isInteger(value) && Math.abs(value) > LARGEST);

/** What an assignment comes to; undefined where its key is skipped (§59). */
export function assigned(value: Assigned, target: Item | undefined, refuse: Refuse): JsonValue | undefined {
  if ("value" in value) return value.value;
  const [first, second, third] = value.args.map((operand) => operandOf(operand, target));
  const result = call(value.call, [first ?? null, second ?? null, third ?? null], refuse);
  return typeof result === "number" ? result : undefined;
}

function operandOf(operand: Operand, target: Item | undefined): JsonValue {
  if (!isPath(operand)) return operand;
  const readable: unknown =
    target === undefined
      ? {}
      : {
          ...target.content.fields,
          attributes: target.content.attributes,
          facets: target.content.facets,
          _system: { version: target.version },
        };
  let found: unknown = readable;
  for (const name of operand.path) {
    found =
      typeof found === "object" && found !== null && Object.hasOwn(found, name)
        ? Reflect.get(found, name)
        : null;
  }
  return found as JsonValue;
}

function call(
  name: Extract<Assigned, { args: unknown }>["call"],
  [first, second, third]: readonly [JsonValue, JsonValue, JsonValue],
  refuse: Refuse,
): JsonValue {
  if (name === "COALESCE") return first ?? second;
  if (typeof first !== "number" || typeof second !== "number") return null;
  if (name === "CLAMP") {
    if (typeof third !== "number") return null;
    if (second > third) refuse("ConstraintViolation");
    return Math.min(Math.max(first, second), third);
  }
  const result = name === "ADD" ? first + second : first * second;
  const vanished = name === "MUL" && result === 0 && first !== 0 && second !== 0;
  if (!isPortable(result) || vanished) refuse("ConstraintViolation");
  return result === 0 ? 0 : result;
}

/** The attributes a Concept may end with (§10.4), before null for a new one. */
export function judgeAttributes(
  type: string,
  after: JsonObject,
  before: JsonObject | null,
  refuse: Refuse,
): void {
  const rule = TYPES[type];
  if (rule) judgeFields(rule.fields, rule.open, after, before, refuse);
}

/** The value a Facet may end with, on an element that may carry it (§18.1). */
export function judgeFacet(
  name: string,
  kind: ElementKind,
  after: JsonObject,
  before: JsonObject | null,
  refuse: Refuse,
): void {
  const rule = FACETS[name];
  if (!rule) return;
  if (!rule.kinds.includes(kind)) refuse("ConstraintViolation");
  judgeFields(rule.fields, false, after, before, refuse);
}

function judgeFields(
  rules: FieldRules,
  open: boolean,
  after: JsonObject,
  before: JsonObject | null,
  refuse: Refuse,
): void {
  for (const name of Object.keys(after))
    if (!open && !Object.hasOwn(rules, name)) refuse("ConstraintViolation");
  for (const [name, rule] of Object.entries(rules)) {
    const value = after[name];
    if (value === undefined && rule.required) refuse("ConstraintViolation");
    if (value !== undefined) {
      const fits = rule.type === "string" ? typeof value === "string" : typeof value === "number";
      if (!fits || (rule.type === "integer" && !Number.isInteger(value))) refuse("TypeMismatch");
      else if (typeof value === "number" && outside(value, rule)) refuse("ConstraintViolation");
    }
    if (before !== null && rule.mutable === false && value !== before[name]) {
      // Filled in late, or changed after it was set.
      refuse(before[name] === undefined ? "ImmutableField" : "ConstraintViolation");
    }
  }
}

const outside = (
  value: number,
  { minimum = -Infinity, maximum = Infinity }: { minimum?: number; maximum?: number },
) => value < minimum || value > maximum;
