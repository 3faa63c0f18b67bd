import type { DependencyValidity } from "../belief/index.js";
import {
  ACTIVITY_STATUSES,
  ASSERTION_MODES,
  type ElementKind,
  EVIDENCE_ROLES,
  type Projection,
  type ProjectionBasis,
  type SlotProjection,
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
 * empty one (§44.1). An array names the only values of a closed registry (§20.13). `open` takes any path; `attributes`,
 * `facets` and `structural` depend on the Schema.
 */
export type Shape =
  | "open"
  | "scalar"
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

const REFERENCE = { id: "scalar" } as const;
const REFERENCES = new List(REFERENCE);
const TEXTS = new List("scalar");
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
  space_id: "scalar",
  snapshot_seq: "scalar",
  schema_environment_version: "scalar",
  identity_version: "scalar",
  policy: { id: "scalar", version: "scalar" },
  trust_version: "scalar",
  authorization_view: "scalar",
  context_refs: TEXTS,
  purpose: "scalar",
  risk: "scalar",
  valid_at: "scalar",
  next_invalid_at: "scalar",
} as const satisfies Record<keyof ProjectionBasis, Shape>;

/** How far a derivation may be relied on (§57.6). */
const VALIDITY = {
  status: ["current", "needs_review", "unverifiable"],
  reasons: TEXTS,
  action_eligible: "scalar",
  basis: BASIS,
} as const satisfies Record<keyof DependencyValidity, Shape>;

/** What every element has (§6.2, §6.3). Governance follows the Space's own vocabulary, so any path into it is legal. */
const ENVELOPE = {
  id: "scalar",
  kind: "scalar",
  space_id: "scalar",
  governance: "open",
  retention: { retention_class: "scalar", expires_at: "scalar", legal_hold: "scalar" },
  facets: "facets",
  _system: {
    version: "scalar",
    plane_versions: VERSIONS,
    created_at: "scalar",
    updated_at: "scalar",
    created_tx: "scalar",
    updated_tx: "scalar",
    state: STATES,
    origin: { principal_id: "scalar", channel: "scalar", import_id: "scalar" },
    space_seq: "scalar",
    input_references: new List("open"),
    input_versions: VERSIONS,
    output_versions: VERSIONS,
    output_plane_versions: VERSIONS,
    dependency_validity: VALIDITY,
    recording_validity: { status: ["valid", "invalidated"], repair_ref: "scalar" },
  },
} as const satisfies Members;

/** One end of a world interval: an instant, or the range it lies in (§25.5). */
const BOUND = { earliest: "scalar", latest: "scalar" } as const;

/** The fields of each element kind, stored and computed (§6, §10, §13, §15, §16). */
export const ELEMENT_SHAPES: Readonly<Record<ElementKind, Members>> = {
  concept: {
    schema_ref: "scalar",
    key: "scalar",
    name: "scalar",
    canonical_id: "scalar",
    aliases: TEXTS,
    attributes: "attributes",
    structural: "structural",
    merged_into: REFERENCE,
    ...ENVELOPE,
  },
  proposition: { subject: REFERENCE, predicate_ref: "scalar", object: REFERENCE, ...ENVELOPE },
  assertion: {
    proposition: REFERENCE,
    asserted_by: REFERENCE,
    stance: STANCES,
    mode: ASSERTION_MODES,
    confidence: "scalar",
    asserted_at: "scalar",
    valid_time: { from: BOUND, until: BOUND },
    evidence: new List({ id: "scalar", role: EVIDENCE_ROLES }),
    context_refs: REFERENCES,
    lifecycle: {
      status: CORE_REGISTRIES.assertionLifecycle,
      supersedes: REFERENCES,
      superseded_by: REFERENCES,
      retracted_at: "scalar",
    },
    structural: "structural",
    ...ENVELOPE,
  },
  evidence: {
    evidence_class: "scalar",
    payload: { mode: "scalar", inline: "open", content_ref: "scalar", status: "scalar" },
    content_digest: "scalar",
    media_type: "scalar",
    observed_at: "scalar",
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
    activity_class: "scalar",
    started_at: "scalar",
    ended_at: "scalar",
    inputs: REFERENCES,
    outputs: REFERENCES,
    associated_actors: REFERENCES,
    parameters_digest: "scalar",
    status: ACTIVITY_STATUSES,
    structural: "structural",
    ...ENVELOPE,
  },
};

/** What a path may read of an element besides its fields: ends after merges (§43.2), and how it was found (§43.8). */
const VIRTUAL: Members = {
  canonical_subject: REFERENCE,
  canonical_object: REFERENCE,
  retrieval: { score: "scalar", mode: "scalar" },
};

const SIDE = {
  score: "scalar",
  score_semantics: "scalar",
  assertion_ids: TEXTS,
  root_groups: TEXTS,
} as const satisfies Record<keyof Projection["support"], Shape>;

const UNCERTAINTY = { level: "scalar", reasons: TEXTS } as const;

const BELIEF = {
  proposition_id: "scalar",
  status: "scalar",
  candidate_status: "scalar",
  slot_status: "scalar",
  leading: "scalar",
  support: SIDE,
  opposition: SIDE,
  uncertainty: UNCERTAINTY,
  conflict_refs: TEXTS,
  conflict_reasons: TEXTS,
  precedence: { rule: "scalar", prevailed_over: TEXTS, outranked_by: "scalar" },
  explanation: "open",
  basis: BASIS,
} as const satisfies Record<keyof Projection, Shape>;

const SLOT = {
  status: "scalar",
  accepted_values: new List("open"),
  candidate_projections: new List(BELIEF),
  subject: REFERENCE,
  predicate_ref: "scalar",
  uncertainty: UNCERTAINTY,
  explanation: "open",
  basis: BASIS,
} as const satisfies Record<keyof SlotProjection, Shape>;

/** What a pattern can bind a variable to; `value` is a field's value or a Schema ref, of which nothing is known. */
export type Sort = ElementKind | "element" | "belief" | "slot" | "edge" | "value";

const EDGE: Members = {
  source: REFERENCE,
  field: "scalar",
  target: REFERENCE,
  index: "scalar",
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
