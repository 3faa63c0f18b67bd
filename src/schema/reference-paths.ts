import { isJsonObject, type JsonValue } from "../model/index.js";
import type { ReferencePath } from "./definitions.js";

/**
 * The element ids that a Facet's value or a Concept's attributes hold under declared reference paths (§20.5), each
 * once. Absent and null references name nothing. Text anywhere else is text, whatever it looks like.
 */
export function referencesIn(paths: readonly ReferencePath[], value: JsonValue): readonly string[] {
  const found = new Set<string>();
  for (const { segments } of paths) collect(value, segments, found);
  return [...found];
}

function collect(
  value: JsonValue | undefined,
  [segment, ...rest]: readonly string[],
  found: Set<string>,
): void {
  if (value === undefined || value === null) return;
  if (segment === undefined) {
    if (typeof value === "string") found.add(value);
  } else if (segment === "*") {
    const items = Array.isArray(value) ? value : isJsonObject(value) ? Object.values(value) : [];
    for (const item of items as readonly JsonValue[]) collect(item, rest, found);
  } else if (isJsonObject(value) && Object.hasOwn(value, segment)) {
    collect(value[segment], rest, found);
  }
}
