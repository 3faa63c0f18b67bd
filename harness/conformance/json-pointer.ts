import type { JsonValue } from "../../src/model/index.js";

const ARRAY_INDEX = /^(?:0|[1-9][0-9]*)$/;

/**
 * The value a JSON Pointer (RFC 6901) names.
 * @throws `Error` naming the step that leads nowhere.
 */
export function valueAt(document: JsonValue, pointer: string): JsonValue {
  if (pointer === "") return document;
  if (!pointer.startsWith("/"))
    throw new Error(`${JSON.stringify(pointer)} is no JSON Pointer: it must start with /`);
  let value = document;
  let walked = "";
  for (const step of pointer.slice(1).split("/").map(unescapeStep)) {
    const next = member(value, step);
    if (next === undefined)
      throw new Error(`${pointer} leads nowhere: ${walked || "the result"} has no ${step}`);
    value = next;
    walked += `/${step}`;
  }
  return value;
}

function member(value: JsonValue, step: string): JsonValue | undefined {
  if (Array.isArray(value))
    return ARRAY_INDEX.test(step) ? (value as readonly JsonValue[])[Number(step)] : undefined;
  if (typeof value !== "object" || value === null || !Object.hasOwn(value, step)) return undefined;
  return (value as Readonly<Record<string, JsonValue>>)[step];
}

const unescapeStep = (step: string): string => step.replaceAll("~1", "/").replaceAll("~0", "~");
