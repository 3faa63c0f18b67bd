import { isJsonObject, type JsonObject, type JsonValue } from "../../src/model/index.js";

/** A place where a published schema is older than the Specification, and what to put there instead. */
export interface SchemaDifference {
  readonly schema: string;
  /** The path of members and positions that leads to the place. */
  readonly path: readonly (string | number)[];
  /** What belongs there, or how it follows from what the schema has there. */
  readonly value: JsonValue | ((published: JsonValue | undefined) => JsonValue);
  readonly why: string;
}

const PROJECTION = "urn:kip:2.0:schema:projection";
const ELEMENT = "urn:kip:2.0:schema:element";
const uncertainty = ["$defs", "Projection", "properties", "uncertainty"];
const TIMESTAMP = { $ref: "urn:kip:2.0:schema:common#/$defs/Timestamp" };
/** An endpoint of an interval: an instant, a range that holds it, or nothing (§13.2, §25.5). */
const ENDPOINT = {
  anyOf: [
    TIMESTAMP,
    { type: "null" },
    {
      type: "object",
      properties: { earliest: TIMESTAMP, latest: TIMESTAMP },
      minProperties: 1,
      additionalProperties: false,
    },
  ],
};

/** The kinds of record in the order of the element schema's conditions, which start with Concept and Proposition. */
const RECORD_CONDITIONS = [2, 3, 4];

/** A list of forbidden members without one of them. */
const allowing = (member: string) => (forbidden: JsonValue | undefined) =>
  (Array.isArray(forbidden) ? (forbidden as readonly JsonValue[]) : []).filter(
    (rule) => !(isJsonObject(rule) && Array.isArray(rule.required) && rule.required.includes(member)),
  );

/** The forms of a payload as a reader sees it: each has a mode (§15.3). */
const payloadForm = (mode: string, content: JsonObject): JsonObject => ({
  type: "object",
  properties: { mode: { const: mode }, ...content },
  required: ["mode", ...Object.keys(content)],
  additionalProperties: false,
});

/**
 * Every place where a response of ours is right and the schema at hand is not (../shared/spec/README.md: where a schema
 * and the Specification differ, the Specification wins). Nothing else is excused.
 */
export const SCHEMA_DIFFERENCES: readonly SchemaDifference[] = [
  {
    schema: PROJECTION,
    path: ["$defs", "Slot", "properties", "subject"],
    value: { type: ["object", "null"] },
    why: "a slot projection names its slot (§47.3)",
  },
  {
    schema: PROJECTION,
    path: ["$defs", "Slot", "properties", "predicate_ref"],
    value: { type: "string", minLength: 1 },
    why: "a slot projection names its slot (§47.3)",
  },
  {
    schema: PROJECTION,
    path: ["$defs", "Slot", "properties", "uncertainty"],
    value: { $ref: `${PROJECTION}#/${uncertainty.join("/")}` },
    why: "a slot says why it is uncertain, as a candidate does (§47.3)",
  },
  {
    schema: PROJECTION,
    path: ["$defs", "Slot", "properties", "explanation"],
    value: { type: "object" },
    why: "explanation levels apply to slots too (§49)",
  },
  {
    schema: PROJECTION,
    path: ["$defs", "Projection", "properties", "precedence", "properties", "rule", "enum"],
    value: ["context_specificity", "first_person_testimony", "recency"],
    why: "kip:memory-default has a third precedence rule (§21.13)",
  },
  {
    schema: ELEMENT,
    path: ["properties", "payload"],
    value: {
      oneOf: [
        payloadForm("inline", { inline: {} }),
        payloadForm("external", { content_ref: { type: "string", minLength: 1 } }),
        payloadForm("purged", {}),
      ],
    },
    why: "a purged payload is read by its mode, as the authors' derivation.json has it (§60.6); the mark in the schema is that of a Capsule",
  },
  ...["purged", "content_digest"].map(
    (member): SchemaDifference => ({
      schema: ELEMENT,
      path: ["properties", "governance", "properties", member],
      value: member === "purged" ? { const: true } : { type: "string", pattern: "^sha256:[0-9a-f]{64}$" },
      why: "what is left of a purged element says so in its governance, as mutation-selection.json reads it, and keeps its digest (§60.3)",
    }),
  ),
  {
    schema: ELEMENT,
    path: ["properties", "valid_time", "properties", "from"],
    value: ENDPOINT,
    why: "a start may be known only within a range (§25.5)",
  },
  {
    schema: ELEMENT,
    path: ["properties", "valid_time", "properties", "until"],
    value: ENDPOINT,
    why: "an end may be known only within a range (§25.5)",
  },
  ...RECORD_CONDITIONS.map(
    (condition): SchemaDifference => ({
      schema: ELEMENT,
      path: ["allOf", condition, "then", "not", "anyOf"],
      value: allowing("structural"),
      why: "a package may let records hold its Structural Fields (§17, §20.5), as structural-core-fields.json does",
    }),
  ),
];

/** A copy of a schema with the differences that concern it applied. */
export function withDifferences(schema: JsonObject, differences = SCHEMA_DIFFERENCES): JsonObject {
  return differences
    .filter((difference) => difference.schema === schema.$id)
    .reduce((amended, { path, value }) => replaceAt(amended, path, value) as JsonObject, schema);
}

function replaceAt(
  place: JsonValue | undefined,
  [step, ...rest]: SchemaDifference["path"],
  value: SchemaDifference["value"],
): JsonValue {
  if (step === undefined) return typeof value === "function" ? value(place) : value;
  if (typeof step === "number" && Array.isArray(place) && step in place) {
    return (place as readonly JsonValue[]).map((item, at) =>
      at === step ? replaceAt(item, rest, value) : item,
    );
  }
  // Only the last step may name what is not there yet.
  if (typeof step === "string" && isJsonObject(place) && (rest.length === 0 || Object.hasOwn(place, step))) {
    return { ...place, [step]: replaceAt(place[step], rest, value) };
  }
  throw new Error(`a schema difference leads nowhere: there is no ${step}`);
}
