import { format as formats } from "@cfworker/json-schema";
import { isJsonObject, isTimestamp, type JsonObject, type JsonValue } from "../model/index.js";

// The validator looks past a format it does not have, and the protocol's own is none of JSON Schema's (§6.5).
formats.timestamp = isTimestamp;

/** Where a keyword of JSON Schema 2020-12 holds further schemas; `null` for one that holds none. */
const KEYWORDS: Readonly<Record<string, "schema" | "list" | "map" | null>> = {
  ...Object.fromEntries(
    ["$id", "$schema", "$ref", "$anchor", "$comment", "$vocabulary"].map((name) => [name, null]),
  ),
  // Annotations.
  ...Object.fromEntries(
    [
      "title",
      "description",
      "default",
      "deprecated",
      "examples",
      "readOnly",
      "writeOnly",
      "contentEncoding",
      "contentMediaType",
    ].map((name) => [name, null]),
  ),
  // Constraints on the value itself.
  ...Object.fromEntries(
    [
      "type",
      "enum",
      "const",
      "format",
      "pattern",
      "minLength",
      "maxLength",
      "minimum",
      "maximum",
      "exclusiveMinimum",
      "exclusiveMaximum",
      "multipleOf",
      "minItems",
      "maxItems",
      "uniqueItems",
      "minContains",
      "maxContains",
      "required",
      "dependentRequired",
      "minProperties",
      "maxProperties",
    ].map((name) => [name, null]),
  ),
  not: "schema",
  if: "schema",
  // biome-ignore lint/suspicious/noThenProperty: it is a keyword of JSON Schema.
  then: "schema",
  else: "schema",
  items: "schema",
  contains: "schema",
  additionalProperties: "schema",
  propertyNames: "schema",
  unevaluatedItems: "schema",
  unevaluatedProperties: "schema",
  allOf: "list",
  anyOf: "list",
  oneOf: "list",
  prefixItems: "list",
  $defs: "map",
  properties: "map",
  patternProperties: "map",
  dependentSchemas: "map",
};

/** What keeps a schema from being checked whole, and where in it: a JSON Pointer. */
export interface KeywordProblem {
  readonly pointer: string;
  readonly reason: string;
  readonly hint: string;
}

/**
 * The first thing in a schema that a write could not be held to, or null (§20.5): a keyword or a format that the validator
 * would look past, or a pattern that is none. Names that begin with `x-` are the author's own and constrain nothing.
 */
export function keywordProblem(schema: JsonValue, pointer = ""): KeywordProblem | null {
  if (!isJsonObject(schema)) {
    return typeof schema === "boolean"
      ? null
      : { pointer, reason: "is no schema", hint: "A schema is an object, true or false." };
  }
  for (const [name, value] of Object.entries(schema)) {
    const problem = problemOfKeyword(name, value, `${pointer}/${name}`);
    if (problem) return problem;
  }
  return null;
}

function problemOfKeyword(name: string, value: JsonValue, pointer: string): KeywordProblem | null {
  if (!Object.hasOwn(KEYWORDS, name)) {
    if (name.startsWith("x-")) return null;
    return {
      pointer,
      reason: `uses ${name}, which this engine cannot check`,
      hint: "Use keywords of JSON Schema 2020-12, and $ref rather than $dynamicRef. A note of your own begins with x-.",
    };
  }
  switch (KEYWORDS[name]) {
    case "schema":
      return keywordProblem(value, pointer);
    case "list":
      return firstOf(Array.isArray(value) ? Object.entries(value as readonly JsonValue[]) : [], pointer);
    case "map":
      return (
        (name === "patternProperties"
          ? firstBrokenPattern(Object.keys(value as JsonObject), pointer)
          : null) ?? firstOf(isJsonObject(value) ? Object.entries(value) : [], pointer)
      );
    default:
      if (name === "pattern") return firstBrokenPattern([value], pointer);
      return name === "format" ? problemOfFormat(value, pointer) : null;
  }
}

function firstOf(schemas: readonly (readonly [string, JsonValue])[], pointer: string): KeywordProblem | null {
  for (const [name, schema] of schemas) {
    const problem = keywordProblem(schema, `${pointer}/${name}`);
    if (problem) return problem;
  }
  return null;
}

function problemOfFormat(value: JsonValue, pointer: string): KeywordProblem | null {
  if (typeof value === "string" && Object.hasOwn(formats, value)) return null;
  return {
    pointer,
    reason: `has the format ${JSON.stringify(value)}, which this engine cannot check`,
    hint: `Use ${Object.keys(formats).sort().join(", ")}, or a pattern.`,
  };
}

function firstBrokenPattern(patterns: readonly JsonValue[], pointer: string): KeywordProblem | null {
  const broken = patterns.find((pattern) => typeof pattern !== "string" || !isRegularExpression(pattern));
  if (broken === undefined) return null;
  return {
    pointer,
    reason: `has a pattern that is no regular expression: ${JSON.stringify(broken)}`,
    hint: "Correct the pattern and publish the package again.",
  };
}

function isRegularExpression(pattern: string): boolean {
  try {
    new RegExp(pattern, "u");
    return true;
  } catch {
    return false;
  }
}
