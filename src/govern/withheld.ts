import {
  type Activity,
  type Assertion,
  type Concept,
  type Element,
  ERASED_REF,
  type Evidence,
  type Proposition,
} from "../model/index.js";

/**
 * What a caller sees of an element it may know of and not read (§29.1, §29.2): that it is there, its kind and its class,
 * how it stands and is kept, and that the rest is withheld. A digest is content too: it would tell what the content equals.
 */
export function withheld(element: Element): Element {
  const { id, space_id, governance, _system } = element;
  const { version, created_at, updated_at, created_tx, updated_tx, state, origin, space_seq } = _system;
  const shared = {
    id,
    space_id,
    governance: { authority_class: governance.authority_class, ...labelOf(element), withheld: true } as const,
    retention: element.retention,
    facets: {},
    _system: {
      ...{ version, plane_versions: {}, created_at, updated_at },
      ...{ created_tx, updated_tx, state, origin, space_seq },
    },
  };
  switch (element.kind) {
    case "concept":
      return {
        ...shared,
        kind: element.kind,
        schema_ref: element.schema_ref,
        canonical_id: null,
        aliases: [],
        attributes: {},
        structural: {},
        merged_into: element.merged_into,
      } satisfies Concept;
    case "proposition":
      return {
        ...shared,
        kind: element.kind,
        subject: ERASED_REF,
        predicate_ref: element.predicate_ref,
        object: ERASED_REF,
      } satisfies Proposition;
    case "assertion":
      return {
        ...shared,
        kind: element.kind,
        proposition: ERASED_REF,
        asserted_by: ERASED_REF,
        stance: "uncertain",
        mode: element.mode,
        asserted_at: element.asserted_at,
        valid_time: {},
        evidence: [],
        context_refs: [],
        lifecycle: element.lifecycle,
      } satisfies Assertion;
    case "evidence":
      return {
        ...shared,
        kind: element.kind,
        evidence_class: element.evidence_class,
        payload: { status: "withheld" },
        content_digest: NO_DIGEST,
        observed_at: element.observed_at,
        source: [],
        generated_by: null,
        lifecycle: element.lifecycle,
      } satisfies Evidence;
    case "activity":
      return {
        ...shared,
        kind: element.kind,
        activity_class: element.activity_class,
        started_at: element.started_at,
        ended_at: element.ended_at,
        inputs: [],
        outputs: [],
        associated_actors: [],
        status: element.status,
      } satisfies Activity;
  }
}

/** Stands for a digest that is withheld; no content has it. */
const NO_DIGEST: Evidence["content_digest"] = "sha256:";

function labelOf({ governance }: Element): { readonly classification?: string; readonly quarantined?: true } {
  const { classification, quarantined } = governance;
  return {
    ...(classification === undefined ? {} : { classification }),
    ...(quarantined ? { quarantined } : {}),
  };
}
