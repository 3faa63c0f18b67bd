import type { DependencyValidity } from "../belief/index.js";
import {
  ACTIVITY_STATUSES,
  ASSERTION_MODES,
  type BeliefStatus,
  ELEMENT_KINDS,
  type ElementKind,
  EVIDENCE_ROLES,
  type Projection,
  type ProjectionBasis,
  type SlotProjection,
  type SlotStatus,
  STANCES,
} from "../model/index.js";
import { CORE_REGISTRIES, type FieldSet } from "../schema/index.js";

/** The members a value has by name. */
export interface Members {
  readonly [member: string]: Shape;
}

/** A list, and what each of its items is made of. */
export class List {
  readonly item: Shape;
  constructor(item: Shape) {
    this.item = item;
  }
}

/**
 * What a value is made of, as far as it is known before anything is read: so that a misspelt path is told apart from an
 * empty one (§44.1). An array names the only values of a closed registry (§20.13). A `symbol` is an exact Schema ref.
 * `open` takes any path; `attributes`, `facets` and `structural` depend on the Schema.
 */
export type Shape =
  | "open"
  | "scalar"
  | "text"
  | "number"
  | "flag"
  | "instant"
  | "symbol"
  | "attributes"
  | "facets"
  | "structural"
  | readonly string[]
  | List
  | Members;

/** Whether a shape is an object of known members. */
export function isMembers(shape: Shape): shape is Members {
  return typeof shape === "object" && !Array.isArray(shape) && !(shape instanceof List);
}

/** Whether a shape is a closed registry: the only values there are. */
export function isRegistry(shape: Shape): shape is readonly string[] {
  return Array.isArray(shape);
}

const REFERENCE = { id: "text" } as const;
const REFERENCES = new List(REFERENCE);
const TEXTS = new List("text");
const VERSIONS = "open";

/** Every value `_system.state` takes, whatever the kind (§52.5, §60). */
const STATES = [
  "active",
  "pending",
  "running",
  "completed",
  "failed",
  "cancelled",
  "retracted",
  "superseded",
  "corrected",
  "merged",
  "archived",
  "tombstoned",
  "purged",
] as const;

const BASIS = {
  space_id: "text",
  snapshot_seq: "number",
  schema_environment_version: "number",
  identity_version: "number",
  policy: { id: "text", version: "text" },
  trust_version: "text",
  authorization_view: "text",
  context_refs: TEXTS,
  purpose: "text",
  risk: "text",
  valid_at: "instant",
  next_invalid_at: "instant",
} as const satisfies Record<keyof ProjectionBasis, Shape>;

/** How far a derivation may be relied on (§57.6). */
const VALIDITY = {
  status: ["current", "needs_review", "unverifiable"],
  reasons: TEXTS,
  action_eligible: "flag",
  basis: BASIS,
} as const satisfies Record<keyof DependencyValidity, Shape>;

/** What every element has (§6.2, §6.3). Governance follows the Space's own vocabulary, so any path into it is legal. */
const ENVELOPE = {
  id: "text",
  kind: ELEMENT_KINDS,
  space_id: "text",
  governance: "open",
  retention: { retention_class: "text", expires_at: "instant", legal_hold: "flag" },
  facets: "facets",
  _system: {
    version: "number",
    plane_versions: VERSIONS,
    created_at: "instant",
    updated_at: "instant",
    created_tx: "text",
    updated_tx: "text",
    state: STATES,
    origin: { principal_id: "text", channel: "text", import_id: "text" },
    space_seq: "number",
    input_references: new List("open"),
    input_versions: VERSIONS,
    output_versions: VERSIONS,
    output_plane_versions: VERSIONS,
    dependency_validity: VALIDITY,
    recording_validity: { status: ["valid", "invalidated"], repair_ref: "text" },
  },
} as const satisfies Members;

/** One end of a world interval: an instant, or the range it lies in (§25.5). */
const BOUND = { earliest: "instant", latest: "instant" } as const;

/** The fields of each element kind, stored and computed (§6, §10, §13, §15, §16). */
export const ELEMENT_SHAPES: Readonly<Record<ElementKind, Members>> = {
  concept: {
    schema_ref: "symbol",
    key: "text",
    name: "text",
    canonical_id: "text",
    aliases: TEXTS,
    attributes: "attributes",
    structural: "structural",
    merged_into: REFERENCE,
    ...ENVELOPE,
  },
  proposition: { subject: REFERENCE, predicate_ref: "symbol", object: REFERENCE, ...ENVELOPE },
  assertion: {
    proposition: REFERENCE,
    asserted_by: REFERENCE,
    stance: STANCES,
    mode: ASSERTION_MODES,
    confidence: "number",
    asserted_at: "instant",
    valid_time: { from: BOUND, until: BOUND },
    evidence: new List({ id: "text", role: EVIDENCE_ROLES }),
    context_refs: REFERENCES,
    lifecycle: {
      status: CORE_REGISTRIES.assertionLifecycle,
      supersedes: REFERENCES,
      superseded_by: REFERENCES,
      retracted_at: "instant",
    },
    structural: "structural",
    ...ENVELOPE,
  },
  evidence: {
    evidence_class: "text",
    payload: { mode: "scalar", inline: "open", content_ref: "text", status: "scalar" },
    content_digest: "text",
    media_type: "text",
    observed_at: "instant",
    source: REFERENCES,
    generated_by: REFERENCE,
    lifecycle: {
      status: CORE_REGISTRIES.evidenceLifecycle,
      corrects: REFERENCES,
      corrected_by: REFERENCES,
    },
    structural: "structural",
    ...ENVELOPE,
  },
  activity: {
    activity_class: "text",
    started_at: "instant",
    ended_at: "instant",
    inputs: REFERENCES,
    outputs: REFERENCES,
    associated_actors: REFERENCES,
    parameters_digest: "text",
    status: ACTIVITY_STATUSES,
    structural: "structural",
    ...ENVELOPE,
  },
};

/** What a path may read of an element besides its fields: ends after merges (§43.2), and how it was found (§43.8). */
const VIRTUAL: Members = {
  canonical_subject: REFERENCE,
  canonical_object: REFERENCE,
  retrieval: { score: "number", mode: "text" },
};

const SIDE = {
  score: "scalar",
  score_semantics: "scalar",
  assertion_ids: TEXTS,
  root_groups: TEXTS,
} as const satisfies Record<keyof Projection["support"], Shape>;

const UNCERTAINTY = { level: "scalar", reasons: TEXTS } as const;

const SLOT_STATUSES = ["accepted", "contested", "uncertain", "insufficient"] as const satisfies SlotStatus[];
const BELIEF_STATUSES = [...SLOT_STATUSES, "rejected"] as const satisfies BeliefStatus[];

const BELIEF = {
  proposition_id: "text",
  status: BELIEF_STATUSES,
  candidate_status: BELIEF_STATUSES,
  slot_status: SLOT_STATUSES,
  leading: ["support", "opposition", "none"],
  support: SIDE,
  opposition: SIDE,
  uncertainty: UNCERTAINTY,
  conflict_refs: TEXTS,
  conflict_reasons: TEXTS,
  precedence: { rule: "text", prevailed_over: TEXTS, outranked_by: "text" },
  explanation: "open",
  basis: BASIS,
} as const satisfies Record<keyof Projection, Shape>;

const SLOT = {
  status: SLOT_STATUSES,
  accepted_values: new List("open"),
  candidate_projections: new List(BELIEF),
  subject: REFERENCE,
  predicate_ref: "symbol",
  uncertainty: UNCERTAINTY,
  explanation: "open",
  basis: BASIS,
} as const satisfies Record<keyof SlotProjection, Shape>;

/** What a pattern can bind a variable to; `value` is a field's value or a Schema ref, of which nothing is known. */
export type Sort = ElementKind | "element" | "belief" | "slot" | "edge" | "value";

const EDGE: Members = {
  source: REFERENCE,
  field: "text",
  target: REFERENCE,
  index: "number",
  role: EVIDENCE_ROLES,
};

const ANY_ELEMENT: readonly Shape[] = [...Object.values(ELEMENT_SHAPES), VIRTUAL];

/** What a path may find in each sort. A field of another element kind is null, not a mistake (§44.1). */
export const SORT_SHAPES: Readonly<Record<Sort, readonly Shape[]>> = {
  concept: ANY_ELEMENT,
  proposition: ANY_ELEMENT,
  assertion: ANY_ELEMENT,
  evidence: ANY_ELEMENT,
  activity: ANY_ELEMENT,
  element: ANY_ELEMENT,
  belief: [{ ...BELIEF, dependency_validity: "open" }],
  slot: [SLOT],
  edge: [EDGE],
  value: ["open"],
};

/** The fields that things of a sort can have themselves, for advice. */
export const OWN_FIELDS: Readonly<Record<Sort, readonly string[]>> = {
  concept: Object.keys(ELEMENT_SHAPES.concept),
  proposition: [...Object.keys(ELEMENT_SHAPES.proposition), "canonical_subject", "canonical_object"],
  assertion: Object.keys(ELEMENT_SHAPES.assertion),
  evidence: Object.keys(ELEMENT_SHAPES.evidence),
  activity: Object.keys(ELEMENT_SHAPES.activity),
  element: [...new Set(ANY_ELEMENT.flatMap((shape) => (isMembers(shape) ? Object.keys(shape) : [])))],
  belief: Object.keys(BELIEF),
  slot: Object.keys(SLOT),
  edge: Object.keys(EDGE),
  value: [],
};

/** The shape of a declared set of fields (§20.5). */
export function shapeOfFields({ fields, open }: FieldSet): Shape {
  if (open) return "open";
  return Object.fromEntries(
    [...fields.values()].map(({ name, enum: values }) => [
      name,
      values?.every((value) => typeof value === "string") ? (values as readonly string[]) : "open",
    ]),
  );
}
