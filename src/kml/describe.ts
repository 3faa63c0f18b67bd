import type { ElementKind } from "../model/index.js";

/** The JSON type of a value in words, for messages. */
export function describeType(value: unknown): string {
  if (value === null) return "null";
  return Array.isArray(value) ? "array" : typeof value;
}

/** A kind as a word in a sentence: `Evidence`. */
export function kindName(kind: ElementKind): string {
  return kind.charAt(0).toUpperCase() + kind.slice(1);
}

/** A kind with its article: `an Assertion`, `a Concept`. */
export function aKind(kind: ElementKind): string {
  if (kind === "evidence") return "Evidence";
  return kind === "assertion" || kind === "activity" ? `an ${kindName(kind)}` : `a ${kindName(kind)}`;
}
