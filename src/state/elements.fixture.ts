import {
  type Assertion,
  asSpaceId,
  type Concept,
  commitTxId,
  type ElementId,
  type ElementKind,
  elementId,
  type Proposition,
  type PropositionObject,
  type Timestamp,
} from "../model/index.js";

/** Hand-made elements for tests of the in-memory state: well-formed, with only the parts a test cares about varied. */
export const space = asSpaceId("kip:space:test");
export const at = "2026-12-01T00:00:00.000Z" as Timestamp;

function envelope<K extends ElementKind>(kind: K, ordinal: number) {
  return {
    id: elementId(kind, ordinal),
    kind,
    space_id: space,
    governance: { classification: "internal", authority_class: "descriptive" },
    retention: { retention_class: "standard", expires_at: null, legal_hold: false },
    facets: {},
    _system: {
      version: 1,
      plane_versions: {},
      created_at: at,
      updated_at: at,
      created_tx: commitTxId(space, 1),
      updated_tx: commitTxId(space, 1),
      state: "active",
      origin: { principal_id: "principal:test", channel: "test", import_id: null },
      space_seq: 1,
    },
  } as const;
}

export function concept(ordinal: number, parts: Partial<Concept> = {}): Concept {
  return {
    ...envelope("concept", ordinal),
    schema_ref: "kip://test@1.0.0/Thing",
    name: `thing ${ordinal}`,
    canonical_id: null,
    aliases: [],
    attributes: {},
    structural: {},
    merged_into: null,
    ...parts,
  };
}

export function proposition(
  ordinal: number,
  subject: ElementId,
  object: PropositionObject,
  predicateRef = "kip://test@1.0.0/relates",
): Proposition {
  return {
    ...envelope("proposition", ordinal),
    subject: { id: subject },
    predicate_ref: predicateRef,
    object,
  };
}

export function assertion(ordinal: number, about: ElementId, by: ElementId): Assertion {
  return {
    ...envelope("assertion", ordinal),
    proposition: { id: about },
    asserted_by: { id: by },
    stance: "support",
    mode: "stated",
    asserted_at: at,
    valid_time: {},
    evidence: [],
    context_refs: [],
    lifecycle: { status: "active", supersedes: [], superseded_by: [], retracted_at: null },
  };
}
