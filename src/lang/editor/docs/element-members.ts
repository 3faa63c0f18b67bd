import {
  ACTIVITY_STATUSES,
  ASSERTION_MODES,
  ELEMENT_KINDS,
  EVIDENCE_ROLES,
  STANCES,
} from "../../../model/index.js";
import { type Member, type MemberTable, membersOf } from "./member.js";

// What elements hold (§6, §10, §12–§16), in the project's own words. The engine decides what exists; a test parses a
// pattern with each of these names.

const SYSTEM: MemberTable = {
  version: ["integer", "Counts every change of the element; EXPECT VERSION compares with it."],
  plane_versions: ["object", "One counter for each plane, which moves only when that plane changes."],
  created_at: ["timestamp", "When it was first committed."],
  updated_at: ["timestamp", "When it last changed."],
  created_tx: ["string", "The transaction that made it."],
  updated_tx: ["string", "The transaction that changed it last."],
  state: ["string", "Where it stands in its life: active, or the last move of a TRANSITION."],
  origin: ["object", "Which authenticated caller wrote it. Not who says so: that is asserted_by."],
  space_seq: ["integer", "The commit that changed it last."],
};
const ORIGIN: MemberTable = {
  principal_id: ["string", "The caller that was logged in."],
  channel: ["string", "The way the request came in."],
  import_id: ["string | null", "The import that brought it, if one did."],
};
const PLANES: MemberTable = {
  attributes: ["integer", "Changes of fields and attributes."],
  structural: ["integer", "Changes of Structural References."],
  retention: ["integer", "Changes of retention."],
  facets: ["object", "Changes of each Facet."],
};

/** What SET RETENTION writes. */
export const RETENTION_MEMBERS = membersOf({
  retention_class: ["string", "Which retention rule of the host applies."],
  expires_at: ["timestamp | null", "When storage may let go of it. When a claim holds is its valid time."],
  legal_hold: ["boolean", "True: nobody may purge it, whatever the policy says."],
});

const GOVERNANCE: MemberTable = {
  classification: ["string", "How confidential it is."],
  authority_class: [
    "string",
    "How far its content may steer behaviour.",
    ["descriptive", "advisory", "behavioral", "executable"],
  ],
};

const ID: MemberTable = {
  id: ["string", "The engine's own name for it, which never changes and is never reused."],
};
const COMMON: MemberTable = {
  kind: ["string", "Which of the five kinds of element it is.", ELEMENT_KINDS],
  space_id: ["string", "The Space it lives in."],
  facets: ["object", "Validated extensions, each under its Facet's name."],
  retention: ["object", "How long storage keeps it."],
  governance: ["object", "Protected state that no command writes."],
  _system: ["object", "What the engine records about it."],
};

const CONCEPT: MemberTable = {
  key: ["string", "A stable name of yours, unique among Concepts of its type."],
  name: ["string", "What people call it. Names change and repeat, so they identify nothing."],
  attributes: ["object", "The fields its type declares."],
  aliases: ["array", "Other names to find it by."],
  canonical_id: ["string | null", "A verified identity outside this Space."],
  schema_ref: ["string", "The exact type it was written under, with its package version."],
  structural: ["object", "Its Structural References, each under its field's name."],
  merged_into: ["Concept | null", "The Concept that stands for it since a merge."],
};
const PROPOSITION: MemberTable = {
  subject: ["element", "What the statement is about, as it was stored."],
  predicate_ref: ["string", "The exact predicate, with its package version."],
  object: ["element | literal", "What the statement says of the subject, as it was stored."],
};
const CANONICAL: MemberTable = {
  canonical_subject: ["element", "The subject after merges."],
  canonical_object: ["element | literal", "The object after merges."],
};
const ASSERTION: MemberTable = {
  proposition: ["Proposition", "The statement the claim is about."],
  asserted_by: ["Concept", "Whose claim it is."],
  stance: ["string", "Whether the actor supports the statement, rejects it, or is unsure.", STANCES],
  mode: ["string", "How the actor came to it.", ASSERTION_MODES],
  confidence: ["number", "How firmly the actor holds this stance, from 0 to 1. Not a probability of truth."],
  asserted_at: ["timestamp", "When the actor made the claim."],
  valid_time: ["object", "From when until when the claim holds in the world."],
  evidence: ["array of Evidence", "What it rests on, each with its role."],
  context_refs: [
    "array of Concept",
    "The tasks or contexts it is limited to; none means it holds generally.",
  ],
  lifecycle: ["object", "Its status and its links to earlier and later claims."],
};
const EVIDENCE: MemberTable = {
  evidence_class: [
    "string",
    "What sort of thing was observed.",
    [
      "observation",
      "user_statement",
      "agent_statement",
      "tool_result",
      "measurement",
      "message",
      "document",
      "web_resource",
      "external_assertion",
      "human_feedback",
      "derived_result",
      "outcome",
    ],
  ],
  payload: ["any", "What was observed, as it came in."],
  content_digest: ["string", "The digest of the payload, which outlives a payload purge."],
  media_type: ["string", 'The payload\'s format, for example "text/plain".'],
  observed_at: ["timestamp", "When it was observed."],
  source: ["array", "Where it came from."],
  generated_by: ["Activity | null", "The process that produced it."],
  lifecycle: ["object", "Its status and what corrects it."],
};
const ACTIVITY: MemberTable = {
  activity_class: [
    "string",
    "What sort of process it was.",
    [
      "extraction",
      "tool_execution",
      "human_review",
      "inference",
      "summarization",
      "semantic_consolidation",
      "procedural_consolidation",
      "skill_compilation",
      "import",
      "schema_migration",
      "entity_merge",
      "experience_formation",
      "belief_revision",
    ],
  ],
  status: ["string", "How far it has come.", ACTIVITY_STATUSES],
  started_at: ["timestamp | null", "When it began."],
  ended_at: ["timestamp | null", "When it was over."],
  inputs: ["array", "What it used."],
  outputs: ["array", "What it produced."],
  associated_actors: ["array of Concept", "Who took part."],
  parameters_digest: ["string", "The digest of the settings it ran with."],
};

/** The ends of a world interval. */
export const VALID_TIME_MEMBERS = membersOf({
  from: ["timestamp | bound | null", "Since when it holds; {earliest, latest} where only a range is known."],
  until: ["timestamp | bound | null", "Until when it holds, this instant not included."],
});

const ASSERTION_LIFECYCLE: MemberTable = {
  status: ["string", "Whether the claim still stands.", ["active", "retracted", "superseded"]],
  supersedes: ["array of Assertion", "The claims it put right."],
  superseded_by: ["array of Assertion", "The claims that put it right."],
  retracted_at: ["timestamp | null", "When it was taken back."],
};
const EVIDENCE_LIFECYCLE: MemberTable = {
  status: ["string", "Whether the record still stands.", ["active", "corrected"]],
  corrects: ["array of Evidence", "The wrong records it replaces."],
  corrected_by: ["array of Evidence", "The records that replace it."],
};

/** A role with which an Assertion cites Evidence. */
export const CITATION_MEMBERS = membersOf({
  role: ["string", "Whether the Evidence speaks for the claim, against it, or around it.", EVIDENCE_ROLES],
});

/** The kinds of element, by the names the tables go by. */
export type Kind = (typeof ELEMENT_KINDS)[number];

const COMMON_INSIDE = {
  retention: () => RETENTION_MEMBERS,
  governance: () => membersOf(GOVERNANCE),
  _system: () =>
    membersOf(SYSTEM, { origin: () => membersOf(ORIGIN), plane_versions: () => membersOf(PLANES) }),
};

const FIELDS: Readonly<Record<Kind, () => readonly Member[]>> = {
  concept: () => membersOf(CONCEPT),
  proposition: () => membersOf(PROPOSITION),
  assertion: () =>
    membersOf(ASSERTION, {
      valid_time: () => VALID_TIME_MEMBERS,
      lifecycle: () => membersOf(ASSERTION_LIFECYCLE),
    }),
  evidence: () => membersOf(EVIDENCE, { lifecycle: () => membersOf(EVIDENCE_LIFECYCLE) }),
  activity: () => membersOf(ACTIVITY),
};

/** The fields of an element of a kind: its id, then those of its own, then those that every element has. */
export function fieldsOfKind(kind: Kind): readonly Member[] {
  return [...membersOf(ID), ...FIELDS[kind](), ...membersOf(COMMON, COMMON_INSIDE)];
}

/** The fields that only reading knows: the ends of a Proposition after merges (§43.2). */
export function computedFieldsOfKind(kind: Kind): readonly Member[] {
  return kind === "proposition" ? membersOf(CANONICAL) : [];
}

/** What the pattern of a Concept understands besides its fields: sugar for its exact type (§43.1). */
export const TYPE_MEMBER: Member = {
  name: "type",
  detail: "type",
  text: "Its type, in every version of it.",
};

/** What every pattern understands besides the fields of its kind. */
export const STATE_MEMBER: Member = {
  name: "state",
  detail: "string",
  text: "Where it stands in its life, such as active or archived.",
};

const SETTABLE: Readonly<Record<Kind, readonly string[]>> = {
  concept: ["name", "key", "aliases", "canonical_id"],
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
  evidence: ["evidence_class", "payload", "media_type", "observed_at", "content_digest"],
  activity: ["activity_class", "status", "started_at", "ended_at", "parameters_digest"],
};

/** The fields that SET FIELDS gives an element of a kind. */
export function settableFieldsOfKind(kind: Kind): readonly Member[] {
  const settable = SETTABLE[kind];
  return FIELDS[kind]().filter(({ name }) => settable.includes(name));
}
