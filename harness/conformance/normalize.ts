import { isJsonObject, type JsonObject, type JsonValue, kindOfId } from "../../src/model/index.js";

/** What differs from run to run and engine to engine, and is therefore left out of an actual result. */
const DROPPED = new Set([
  "created_at",
  "updated_at",
  "created_tx",
  "updated_tx",
  "tx_id",
  "committed_at",
  "valid_at",
  "authorization_view",
  "content_digest",
  "score",
  "extensions",
]);

/**
 * An actual result as the fixtures write expected ones: ids renamed to `C:<1>`, `P:<2>`, … in the order in which a walk
 * with sorted keys first meets them, one count over all kinds, and without the members that no fixture can know.
 */
export function normalizeActual(result: JsonValue): JsonValue {
  const names = new Map<string, string>();
  const walk = (value: JsonValue): JsonValue => {
    if (typeof value === "string") return nameOf(value);
    if (Array.isArray(value)) return (value as readonly JsonValue[]).map(walk);
    if (!isJsonObject(value)) return value;
    const kept = Object.keys(value).filter((key) => !DROPPED.has(key));
    // From entries, not by assignment: a member called __proto__ must stay a member.
    return Object.fromEntries(kept.sort().map((key) => [key, walk(value[key] ?? null)]));
  };
  const nameOf = (text: string): string => {
    if (kindOfId(text) === null) return text;
    const name = names.get(text) ?? `${text[0]}:<${names.size + 1}>`;
    names.set(text, name);
    return name;
  };
  return walk(result);
}

/** An expected result without its `extensions`, which are another engine's own. */
export function normalizeExpected(expected: JsonValue): JsonValue {
  if (Array.isArray(expected)) return (expected as readonly JsonValue[]).map(normalizeExpected);
  if (!isJsonObject(expected)) return expected;
  const members = Object.entries(expected as JsonObject).filter(([key]) => key !== "extensions");
  return Object.fromEntries(members.map(([key, value]) => [key, normalizeExpected(value)]));
}
