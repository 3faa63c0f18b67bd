import type { JsonObject, JsonValue } from "../../src/model/index.js";

/** Values that earlier steps of a story gave, by name. */
export type Captured = Readonly<Record<string, JsonValue>>;

/** One step of a worked example: a command, what it shows, and what it hands on to later steps. */
export interface Step {
  readonly title: string;
  /** What happens here and what to look at, in one or two sentences. */
  readonly explanation: string;
  readonly command: string;
  /** Parameters made from what earlier steps captured. */
  readonly parameters?: (captured: Captured) => JsonObject;
  /** Where in this step's result later steps find a value: its name, and a JSON Pointer. */
  readonly captures?: Readonly<Record<string, string>>;
}

/**
 * A worked example. Its commands carry client keys, so playing it again on a memory that already holds it finds the
 * same elements instead of making new ones.
 */
export interface Story {
  readonly id: string;
  readonly title: string;
  readonly summary: string;
  readonly steps: readonly Step[];
}

/** Parameters that refer to elements by the ids earlier steps returned. */
export function references(...names: readonly string[]): (captured: Captured) => JsonObject {
  return (captured) => Object.fromEntries(names.map((name) => [name, { id: captured[name] ?? null }]));
}

/** The ids a mutation returned for its handles, under the handles' own names. */
export function handles(...names: readonly string[]): Readonly<Record<string, string>> {
  return Object.fromEntries(names.map((name) => [name, `/handles/${name}`]));
}

/** What a step's result holds at the places it names. A place that is not there captures nothing. */
export function capture(captures: Step["captures"], result: JsonValue | undefined): Captured {
  const found: Record<string, JsonValue> = {};
  for (const [name, pointer] of Object.entries(captures ?? {})) {
    const value = at(result, pointer);
    if (value !== undefined) found[name] = value;
  }
  return found;
}

/** The value at a JSON Pointer, or undefined. Only own members count: a result is data. */
function at(value: JsonValue | undefined, pointer: string): JsonValue | undefined {
  let current: unknown = value;
  for (const part of pointer.split("/").slice(1)) {
    if (typeof current !== "object" || current === null || !Object.hasOwn(current, part)) return undefined;
    current = (current as Record<string, unknown>)[part];
  }
  return current as JsonValue | undefined;
}
