import { canonicalJson, isJsonObject, type JsonValue } from "../../src/model/index.js";

/**
 * Where two normalized values first differ, in words, or null when they are the same. An unordered array at the top is
 * compared as a multiset.
 */
export function exactDifference(expected: JsonValue, actual: JsonValue, ordered: boolean): string | null {
  if (!ordered && isArray(expected) && isArray(actual)) return multisetDifference(expected, actual);
  return difference(expected, actual, "");
}

/**
 * What a normalized value lacks of an expected part of it, or null when it has everything: members are matched
 * recursively, and each expected item must match some actual one.
 */
export function missingPart(expected: JsonValue, actual: JsonValue, path = ""): string | null {
  if (isArray(expected)) {
    if (!isArray(actual)) return differs(path, expected, actual);
    const missing = expected.findIndex(
      (item) => !actual.some((candidate) => missingPart(item, candidate) === null),
    );
    return missing === -1
      ? null
      : `${place(path)} has no item that matches ${brief(expected[missing] ?? null)}`;
  }
  if (!isJsonObject(expected)) return difference(expected, actual, path);
  if (!isJsonObject(actual)) return differs(path, expected, actual);
  for (const [key, value] of Object.entries(expected)) {
    const found = Object.hasOwn(actual, key) ? actual[key] : undefined;
    if (found === undefined) return `${place(path)} has no member ${key}`;
    const missing = missingPart(value, found, `${path}/${key}`);
    if (missing) return missing;
  }
  return null;
}

function multisetDifference(expected: readonly JsonValue[], actual: readonly JsonValue[]): string | null {
  const left = new Map<string, number>();
  for (const item of actual) left.set(canonicalJson(item), (left.get(canonicalJson(item)) ?? 0) + 1);
  const missing: JsonValue[] = [];
  for (const item of expected) {
    const count = left.get(canonicalJson(item)) ?? 0;
    if (count === 0) missing.push(item);
    else left.set(canonicalJson(item), count - 1);
  }
  const surplus = actual.filter((item) => {
    const count = left.get(canonicalJson(item)) ?? 0;
    left.set(canonicalJson(item), count - 1);
    return count > 0;
  });
  const parts = [
    ...(missing.length > 0 ? [`missing ${missing.map(brief).join(", ")}`] : []),
    ...(surplus.length > 0 ? [`not expected ${surplus.map(brief).join(", ")}`] : []),
  ];
  return parts.length === 0 ? null : parts.join("; ");
}

function difference(expected: JsonValue, actual: JsonValue, path: string): string | null {
  if (isArray(expected) && isArray(actual)) {
    for (const [index, item] of expected.entries()) {
      if (index >= actual.length) break;
      const found = difference(item, actual[index] ?? null, `${path}/${index}`);
      if (found) return found;
    }
    if (expected.length === actual.length) return null;
    return `${place(path)} has ${actual.length} items where ${expected.length} were expected`;
  }
  if (isJsonObject(expected) && isJsonObject(actual)) {
    for (const key of new Set([...Object.keys(expected), ...Object.keys(actual)])) {
      if (!Object.hasOwn(actual, key)) return `${place(path)} has no member ${key}`;
      if (!Object.hasOwn(expected, key))
        return `${place(path)} has the member ${key}, which was not expected`;
      const found = difference(expected[key] ?? null, actual[key] ?? null, `${path}/${key}`);
      if (found) return found;
    }
    return null;
  }
  return expected === actual ? null : differs(path, expected, actual);
}

const isArray = (value: JsonValue): value is readonly JsonValue[] => Array.isArray(value);
const place = (path: string): string => (path === "" ? "the result" : path);
const differs = (path: string, expected: JsonValue, actual: JsonValue): string =>
  `${place(path)} is ${brief(actual)} where ${brief(expected)} was expected`;

function brief(value: JsonValue): string {
  const text = JSON.stringify(value);
  return text.length > 120 ? `${text.slice(0, 117)}…` : text;
}
