import { type ElementKind, kipError } from "../model/index.js";

const COMMON = ["id", "kind", "space_id", "state", "governance", "retention", "facets", "_system"];

/** The fields a pattern may constrain, by kind (§6, §10, §13, §15, §16). `type` and `state` are sugar (§43.1, §60). */
const FIELDS: Readonly<Record<ElementKind, readonly string[]>> = {
  concept: [
    "type",
    "schema_ref",
    "key",
    "name",
    "canonical_id",
    "aliases",
    "attributes",
    "structural",
    "merged_into",
  ],
  proposition: ["subject", "predicate_ref", "object"],
  assertion: [
    "proposition",
    "asserted_by",
    "stance",
    "mode",
    "confidence",
    "asserted_at",
    "valid_time",
    "evidence",
    "context_refs",
    "lifecycle",
    "structural",
  ],
  evidence: [
    "evidence_class",
    "payload",
    "content_digest",
    "media_type",
    "observed_at",
    "source",
    "generated_by",
    "lifecycle",
    "structural",
  ],
  activity: [
    "activity_class",
    "started_at",
    "ended_at",
    "inputs",
    "outputs",
    "associated_actors",
    "parameters_digest",
    "status",
    "structural",
  ],
};

/** The fields that hold one reference, and the kind it leads to; null leads to any kind (§8.1). */
export const REFERENCE_FIELDS: ReadonlyMap<string, ElementKind | null> = new Map([
  ["merged_into", "concept"],
  ["subject", null],
  ["object", null],
  ["proposition", "proposition"],
  ["asserted_by", "concept"],
  ["generated_by", "activity"],
]);

/** The fields that hold a list of references, and the kind they lead to. Nested ones are written with a dot. */
export const REFERENCE_LISTS: ReadonlyMap<string, ElementKind | null> = new Map([
  ["evidence", "evidence"],
  ["context_refs", "concept"],
  ["source", null],
  ["inputs", null],
  ["outputs", null],
  ["associated_actors", "concept"],
  ["lifecycle.supersedes", "assertion"],
  ["lifecycle.superseded_by", "assertion"],
  ["lifecycle.corrects", "evidence"],
  ["lifecycle.corrected_by", "evidence"],
]);

/**
 * Checks that a pattern names a field its kind has; null stands for a pattern of any kind.
 * @throws `SchemaFieldNotFound`: a misspelt field must not look like an empty memory.
 */
export function requireField(kind: ElementKind | null, name: string, at: number): void {
  const fields = kind === null ? Object.values(FIELDS).flat() : FIELDS[kind];
  if (COMMON.includes(name) || fields.includes(name)) return;
  const what =
    kind === null ? "an element" : `${kind === "concept" || kind === "proposition" ? "a" : "an"} ${kind}`;
  throw kipError("SchemaFieldNotFound", `${what} has no field ${JSON.stringify(name)}`, {
    hint: hintFor(kind, name, [...new Set([...fields, ...COMMON])]),
    details: { field: name, position: at },
  });
}

function hintFor(kind: ElementKind | null, name: string, fields: readonly string[]): string {
  if (name === "type" && kind === "evidence") return "Evidence is told apart by evidence_class.";
  if (name === "type" && kind === "activity") return "Activities are told apart by activity_class.";
  if (kind === "concept")
    return `Write attributes: {${name}: …} for an attribute. Fields: ${fields.join(", ")}.`;
  return `Use one of: ${fields.join(", ")}.`;
}
