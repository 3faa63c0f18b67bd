import type { SetFields, Value } from "../lang/index.js";
import { type ElementKind, type JsonValue, kipError, readTimestamp, type Timestamp } from "../model/index.js";
import { aKind, kindName } from "./describe.js";
import { requireNonEmptyText } from "./values.js";

/** The Core fields SET FIELDS may give a new element, by kind. References have SET STRUCTURAL (§17, §56). */
const CREATABLE: Readonly<Record<ElementKind, readonly string[]>> = {
  concept: ["name", "key", "canonical_id", "aliases"],
  proposition: [],
  assertion: [
    "proposition",
    "asserted_by",
    "stance",
    "mode",
    "confidence",
    "asserted_at",
    "valid_time",
    "context_refs",
  ],
  evidence: ["evidence_class", "payload", "content_digest", "media_type", "observed_at"],
  activity: ["activity_class", "started_at", "ended_at", "parameters_digest", "status"],
};

/** Fields that exist but are written elsewhere, and where. */
const ELSEWHERE: Readonly<Record<string, string>> = {
  evidence: 'Cite Evidence with SET STRUCTURAL {("evidence", ?e) {role: "support"}}.',
  source: 'Name the source with SET STRUCTURAL {("source", :actor)}.',
  generated_by: 'Name the Activity with SET STRUCTURAL {("generated_by", ?activity)}.',
  inputs: 'Name inputs with SET STRUCTURAL {("inputs", ?x)}.',
  outputs: 'Name outputs with SET STRUCTURAL {("outputs", ?x)}.',
  associated_actors: 'Name actors with SET STRUCTURAL {("associated_actors", ?x)}.',
  attributes: "Write attributes with SET ATTRIBUTES {…}.",
  facets: 'Write a Facet with SET FACET "Name" {…}.',
  structural: 'Write references with SET STRUCTURAL {("field", ?target)}.',
  retention: "Write retention with SET RETENTION :id {…}.",
  client_key: "Write CLIENT KEY :key instead.",
  type: 'Write TYPE "Name" instead; a type is fixed at creation.',
  schema_ref: 'Write TYPE "Name" instead; a type is fixed at creation.',
  lifecycle: "Move the lifecycle with TRANSITION.",
};

const SYSTEM_FIELDS = ["_system", "id", "kind", "space_id", "version", "state", "origin"];
const GOVERNANCE_FIELDS = ["governance", "merged_into"];

/**
 * The values SET FIELDS gives a new element, by field name.
 * @throws what `unknownField` makes for a field the kind does not take at creation.
 */
export function readFieldNodes(kind: ElementKind, actions: readonly SetFields[]): ReadonlyMap<string, Value> {
  const nodes = new Map<string, Value>();
  for (const { assignments } of actions) {
    for (const { name, value } of assignments) {
      if (!CREATABLE[kind].includes(name)) throw unknownField(kind, name);
      nodes.set(name, value);
    }
  }
  return nodes;
}

/** The error for a field that SET FIELDS may not give an element of a kind: `_system` and Governance by name (§58.1). */
export function unknownField(kind: ElementKind, name: string) {
  if (SYSTEM_FIELDS.includes(name)) {
    return kipError("ProtectedSystemField", `${name} is written by the engine`, { details: { field: name } });
  }
  if (GOVERNANCE_FIELDS.includes(name)) {
    return kipError("ProtectedGovernanceField", `${name} is protected state`, { details: { field: name } });
  }
  return kipError("SchemaFieldNotFound", `${aKind(kind)} has no field ${JSON.stringify(name)} to set`, {
    hint:
      ELSEWHERE[name] ??
      (kind === "concept"
        ? `Write ${name} as an attribute: SET ATTRIBUTES {${name}: …}.`
        : `${kindName(kind)} takes ${CREATABLE[kind].join(", ")}.`),
    details: { field: name, allowed: CREATABLE[kind] },
  });
}

/** The error for a creation that lacks a required field. */
export function missingField(kind: ElementKind, name: string, hint: string) {
  return kipError("ConstraintViolation", `${aKind(kind)} needs ${name}`, { hint, details: { field: name } });
}

/** A timestamp or null (§6.5). */
export function readNullableTimestamp(value: JsonValue, where: string): Timestamp | null {
  return value === null ? null : readTimestamp(value, where);
}

const DIGEST_FORM = /^[a-z0-9-]+:\S+$/;
const SHA256_FORM = /^sha256:[0-9a-f]{64}$/;

/**
 * A digest an author states: an algorithm, a colon and its value. `sha256` must have its exact form (§37.7); a digest of
 * another algorithm is kept as stated, since only its author can check it.
 * @throws `TypeMismatch` when it is no string, `ConstraintViolation` when it has another form.
 */
export function readStatedDigest(value: JsonValue, where: string): string {
  const text = requireNonEmptyText(value, where);
  if (text.startsWith("sha256:") ? SHA256_FORM.test(text) : DIGEST_FORM.test(text)) return text;
  throw kipError("ConstraintViolation", `${where} is not a digest`, {
    hint: `Write ${where} as "sha256:" and 64 lower-case hex digits, or leave it out.`,
    details: { field: where, found: text },
  });
}
