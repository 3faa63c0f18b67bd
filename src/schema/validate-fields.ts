import {
  isTimestamp,
  type JsonObject,
  type JsonValue,
  kipError,
  readTimestamp,
  sameJson,
} from "../model/index.js";
import type { FieldDefinition, FieldSet, FieldType } from "./definitions.js";

/** What the fields belong to, for messages: `attributes` of `Skill`, or the Facet `MnemonicState`. */
export interface FieldsOwner {
  /** How a person would call it, for example `Skill attributes`. */
  readonly label: string;
  /** The exact reference of the definition. */
  readonly ref: string;
}

/**
 * Checks the fields an element would have after a write (§20.5). `before` holds the fields it has now; null when the
 * element, or the Facet on it, is being created, which is when immutable fields get their values.
 * @throws `ConstraintViolation` for an undeclared, missing, computed or disallowed value and for a changed or removed
 * immutable one; `ImmutableField` for an immutable field that is filled in afterwards; `TypeMismatch` for a wrong type.
 */
export function requireFields(
  set: FieldSet,
  after: JsonObject,
  before: JsonObject | null,
  owner: FieldsOwner,
): void {
  for (const name of Object.keys(after)) requireWritable(set, name, owner);
  for (const field of set.fields.values()) {
    const value = ownValue(after, field.name);
    if (value !== undefined) requireValue(field, value, owner);
    if (before !== null) requireUnchanged(field, value, ownValue(before, field.name), owner);
    if (value === undefined && field.required) throw missing(field, set, owner);
  }
  requireWhole(set, after, owner);
}

/** A field may be called `constructor`, which every object inherits. */
function ownValue(values: JsonObject, name: string): JsonValue | undefined {
  return Object.hasOwn(values, name) ? values[name] : undefined;
}

function requireWritable(set: FieldSet, name: string, owner: FieldsOwner): void {
  const field = set.fields.get(name);
  if (field?.computed) {
    throw kipError("ConstraintViolation", `${owner.label}: ${name} is computed and cannot be written`, {
      hint: `Leave ${name} out; the engine derives it when it is read. ${writableFields(set)}`,
      details: { field: name, schema_ref: owner.ref },
    });
  }
  if (field || set.open) return;
  throw kipError("ConstraintViolation", `${owner.label} have no field ${JSON.stringify(name)}`, {
    hint: writableFields(set),
    details: { field: name, schema_ref: owner.ref, allowed: writableNames(set) },
  });
}

function requireUnchanged(
  field: FieldDefinition,
  after: JsonValue | undefined,
  before: JsonValue | undefined,
  owner: FieldsOwner,
): void {
  if (field.mutable || field.computed || sameJson(after, before)) return;
  const hint = `${field.name} is fixed at creation. Leave it as it is, or create a new element with the value you need.`;
  const details = { field: field.name, schema_ref: owner.ref };
  if (before === undefined) {
    throw kipError("ImmutableField", `${owner.label}: ${field.name} cannot be filled in after creation`, {
      hint,
      details,
    });
  }
  const what = after === undefined ? "removed" : "changed";
  throw kipError("ConstraintViolation", `${owner.label}: ${field.name} cannot be ${what}`, { hint, details });
}

/** @throws `TypeMismatch`, `ConstraintViolation`. */
function requireValue(field: FieldDefinition, value: JsonValue, owner: FieldsOwner): void {
  const where = `${owner.label}: ${field.name}`;
  const details = { field: field.name, schema_ref: owner.ref };
  requireType(field, value, where);
  if (field.enum && !field.enum.some((allowed) => sameJson(allowed, value))) {
    throw kipError("ConstraintViolation", `${where} cannot be ${JSON.stringify(value)}`, {
      hint: `Use one of ${field.enum.map((allowed) => JSON.stringify(allowed)).join(", ")}.`,
      details: { ...details, allowed: field.enum },
    });
  }
  if (typeof value === "number" && !isWithin(value, field)) {
    throw kipError("ConstraintViolation", `${where} is out of range: ${value}`, {
      hint: `Use a number ${rangeOf(field)}.`,
      details,
    });
  }
  if (typeof value === "string" && field.format) field.format.require(value, where);
  const [failure] = field.valueSchema?.failuresOf(value) ?? [];
  if (failure) throw shapeError(where, failure.pointer, failure.message, details);
}

function requireType(field: FieldDefinition, value: JsonValue, where: string): void {
  if (field.types.some((type) => hasType(value, type))) return;
  // A string where a timestamp belongs is the right type in the wrong form (§6.5).
  if (typeof value === "string" && field.types.includes("timestamp")) readTimestamp(value, where);
  throw kipError("TypeMismatch", `${where} must be ${typesInWords(field)}, not ${typeOf(value)}`, {
    hint: `Send ${field.name} as ${typesInWords(field)}${field.types.includes("timestamp") ? ', like "2026-08-14T03:00:00.000Z"' : ""}${field.required ? "." : ", or leave it out."}`,
    details: { field: field.name, expected: [...field.types], found: typeOf(value) },
  });
}

function hasType(value: JsonValue, type: FieldType): boolean {
  switch (type) {
    case "integer":
      return Number.isInteger(value);
    case "timestamp":
      return typeof value === "string" && isTimestamp(value);
    default:
      return typeOf(value) === type;
  }
}

/** The JSON type of a value. */
export function typeOf(value: JsonValue): "string" | "number" | "boolean" | "null" | "array" | "object" {
  if (value === null) return "null";
  if (Array.isArray(value)) return "array";
  return typeof value as "string" | "number" | "boolean" | "object";
}

function typesInWords({ types }: FieldDefinition): string {
  const article = (type: FieldType) =>
    type === "null" ? "null" : `${/^[aio]/.test(type) ? "an" : "a"} ${type}`;
  return types.map(article).join(" or ");
}

function isWithin(value: number, { minimum, maximum }: FieldDefinition): boolean {
  return (minimum === null || value >= minimum) && (maximum === null || value <= maximum);
}

function rangeOf({ minimum, maximum }: FieldDefinition): string {
  if (minimum !== null && maximum !== null) return `from ${minimum} to ${maximum}`;
  return minimum !== null ? `not below ${minimum}` : `not above ${maximum}`;
}

function missing(field: FieldDefinition, set: FieldSet, owner: FieldsOwner) {
  const required = [...set.fields.values()].filter((other) => other.required).map(({ name }) => name);
  const values = field.enum ? ` (${field.enum.map((value) => JSON.stringify(value)).join(", ")})` : "";
  return kipError("ConstraintViolation", `${owner.label} need ${field.name}`, {
    hint: `Give ${field.name} ${typesInWords(field)}${values}. Required are ${required.join(", ")}.`,
    details: { field: field.name, schema_ref: owner.ref, required },
  });
}

function requireWhole(set: FieldSet, after: JsonObject, owner: FieldsOwner): void {
  const [failure] = set.valueSchema?.failuresOf(after) ?? [];
  if (failure) throw shapeError(owner.label, failure.pointer, failure.message, { schema_ref: owner.ref });
}

function shapeError(where: string, pointer: string, reason: string, details: JsonObject) {
  const place = pointer === "" ? where : `${where}${pointer}`;
  return kipError("ConstraintViolation", `${place} does not have the required shape: ${reason}`, {
    hint: `The JSON Schema of ${where} refuses ${pointer === "" ? "this value" : `its member ${pointer}`}. Change that and send the value again.`,
    details: { ...details, pointer, reason },
  });
}

function writableNames(set: FieldSet): readonly string[] {
  return [...set.fields.values()].filter(({ computed }) => !computed).map(({ name }) => name);
}

function writableFields(set: FieldSet): string {
  const names = writableNames(set);
  if (names.length === 0) return "No field of it can be written.";
  const described = names.map((name) => {
    const field = set.fields.get(name);
    return field ? `${name}${field.required ? " (required)" : ""}` : name;
  });
  return `Its fields are ${described.join(", ")}.`;
}
