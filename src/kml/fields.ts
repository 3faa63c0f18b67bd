import type { SetFields, Value } from "../lang/index.js";
import { type ElementKind, type JsonValue, kipError, readTimestamp, type Timestamp } from "../model/index.js";
import { type ConceptTypeDefinition, type FieldSet, nearNames } from "../schema/index.js";
import { aKind } from "./describe.js";
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

interface OtherWay {
  /** The kinds that have such a thing; null for every kind. */
  readonly kinds: readonly ElementKind[] | null;
  readonly hint: string;
}

const onlyOn = (kind: ElementKind, hint: string): OtherWay => ({ kinds: [kind], hint });
const onAny = (hint: string): OtherWay => ({ kinds: null, hint });

/** What looks like a field but is written elsewhere, and where. */
const ELSEWHERE: readonly (readonly [name: string, OtherWay])[] = [
  [
    "evidence",
    onlyOn("assertion", 'Cite Evidence with SET STRUCTURAL {("evidence", ?e) {role: "support"}}.'),
  ],
  ["source", onlyOn("evidence", 'Name the source with SET STRUCTURAL {("source", :actor)}.')],
  [
    "generated_by",
    onlyOn("evidence", 'Name the Activity with SET STRUCTURAL {("generated_by", ?activity)}.'),
  ],
  ["inputs", onlyOn("activity", 'Name inputs with SET STRUCTURAL {("inputs", ?x)}.')],
  ["outputs", onlyOn("activity", 'Name outputs with SET STRUCTURAL {("outputs", ?x)}.')],
  ["associated_actors", onlyOn("activity", 'Name actors with SET STRUCTURAL {("associated_actors", ?x)}.')],
  ...["content", "text", "body", "data", "value", "message", "excerpt"].map(
    (name) =>
      [
        name,
        onlyOn("evidence", "What was observed is its payload: SET FIELDS {payload: :payload}."),
      ] as const,
  ),
  ...["type", "class", "kind"].map(
    (name) =>
      [name, onlyOn("evidence", 'Say what it is: SET FIELDS {evidence_class: "user_statement"}.')] as const,
  ),
  ["attributes", onlyOn("concept", "Write attributes with SET ATTRIBUTES {…}.")],
  ["type", onlyOn("concept", 'CREATE takes TYPE "Name", UPSERT type in MATCH; a type is fixed at creation.')],
  ["facets", onAny('Write a Facet with SET FACET "Name" {…}.')],
  ["structural", onAny('Write references with SET STRUCTURAL {("field", ?target)}.')],
  ["retention", onAny("Write retention with SET RETENTION :id {…}.")],
  ["client_key", onAny("A client key belongs to a creation: CREATE … { CLIENT KEY :key … }.")],
  ["lifecycle", onAny("Move the lifecycle with TRANSITION.")],
];

const SYSTEM_FIELDS = ["_system", "id", "kind", "space_id", "version", "state", "origin"];
const GOVERNANCE_FIELDS = ["governance", "merged_into"];
/** What a type or predicate exactly is: only a migration by the host changes it (§20.10, §20.14). */
const SCHEMA_FIELDS = ["schema_ref", "predicate_ref"];

/**
 * The values SET FIELDS gives a new element, by field name. `type` is a Concept's, for advice.
 * @throws what `unknownField` makes for a field the kind does not take at creation.
 */
export function readFieldNodes(
  kind: ElementKind,
  actions: readonly SetFields[],
  type: ConceptTypeDefinition | null = null,
): ReadonlyMap<string, Value> {
  const nodes = new Map<string, Value>();
  for (const { assignments } of actions) {
    for (const { name, value } of assignments) {
      if (!CREATABLE[kind].includes(name)) throw unknownField(kind, name, type);
      nodes.set(name, value);
    }
  }
  return nodes;
}

/**
 * The error for a field that SET FIELDS may not give an element of a kind: `_system`, Governance and the schema by name
 * (§58.1).
 * With a Concept's type, the advice includes its attributes.
 */
export function unknownField(kind: ElementKind, name: string, type: ConceptTypeDefinition | null = null) {
  if (SYSTEM_FIELDS.includes(name)) {
    return kipError("ProtectedSystemField", `${name} is written by the engine`, { details: { field: name } });
  }
  if (GOVERNANCE_FIELDS.includes(name)) {
    return kipError("ProtectedGovernanceField", `${name} is protected state`, { details: { field: name } });
  }
  if (SCHEMA_FIELDS.includes(name)) {
    return kipError("ProtectedSchemaState", `${name} follows the Schema Environment; no command sets it`, {
      hint: 'CREATE takes TYPE "Name", UPSERT type in MATCH, ENSURE PROPOSITION a predicate; what they resolve to stays. Moving to another version is a migration by the host.',
      details: { field: name },
    });
  }
  return kipError("SchemaFieldNotFound", `${aKind(kind)} has no field ${JSON.stringify(name)} to set`, {
    hint: adviceAbout(kind, name, type),
    details: { field: name, allowed: CREATABLE[kind] },
  });
}

function adviceAbout(kind: ElementKind, name: string, type: ConceptTypeDefinition | null): string {
  const elsewhere = ELSEWHERE.find(([own, { kinds }]) => own === name && (kinds?.includes(kind) ?? true));
  if (elsewhere) return elsewhere[1].hint;
  const near = nearest(name, CREATABLE[kind]);
  const attribute = type === null ? undefined : attributeFor(name, type.attributes, near !== undefined);
  const assignment = `SET ATTRIBUTES {${attribute}: …}`;
  if (near !== undefined) {
    return `Did you mean the field ${near}?${attribute === undefined ? "" : ` An attribute is written with ${assignment}.`}`;
  }
  if (attribute !== undefined) return `Write ${attribute} as an attribute: ${assignment}.`;
  return `Its fields are ${CREATABLE[kind].join(", ")}.`;
}

/**
 * The attribute a name means on a Concept of a type: itself where the type takes it; else, unless the name is that of a
 * field misspelt, one spelled nearly so.
 */
function attributeFor(name: string, { fields, open }: FieldSet, misspeltField: boolean): string | undefined {
  const declared = fields.get(name);
  if (declared) return declared.computed ? undefined : name;
  const written = [...fields.values()].filter(({ computed }) => !computed).map((field) => field.name);
  const near = misspeltField ? undefined : nearest(name, written);
  return near ?? (open ? name : undefined);
}

/** A name spelled nearly so. Of one or two letters nearly everything is near. */
function nearest(name: string, known: readonly string[]): string | undefined {
  return name.length < 3 ? undefined : nearNames(name, known)[0];
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
