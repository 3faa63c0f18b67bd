import type { Activity, Assertion, Concept, Element, ElementRef, Evidence, Proposition } from "./elements.js";
import type { ElementId, ElementKind } from "./ids.js";
import { type Digest, digestOf, type JsonObject } from "./json.js";

// A purged element leaves a stub (§60.3): its identity, its class, a digest, when it was observed, and, for the kinds
// provenance runs through, the references that keep roots and independence countable. A stub has the type of its kind,
// so that every reader can hold it; where the type wants a reference that was erased, a reference to nothing stands,
// which readers meet anyway for elements the caller may not see. `shownElement` is what may be shown of one.

/** The state of a stub. No move leads out of it. */
export const PURGED = "purged";

/** Stands where a stub's type wants a reference that was erased. No element has this id. */
export const ERASED_REF: ElementRef = { id: "" as ElementId };

/** Whether an element was purged and only its stub is left. */
export function isPurged(element: Element): boolean {
  return element._system.state === PURGED;
}

/** Whether the bytes of an Evidence payload were purged, with or without the rest of the record (§60.6). */
export function isPayloadPurged({ payload }: Evidence): boolean {
  return "status" in payload && payload.status === PURGED;
}

/**
 * The digest that outlives an element: of an Evidence payload the one it always had, so that its provenance root stays
 * the same (§23.3); of anything else that of the record without what the engine keeps about it.
 */
export function contentDigestOf(element: Element): Digest {
  if (element.kind === "evidence") return element.content_digest;
  const { _system, governance: _governance, retention: _retention, ...content } = element;
  return digestOf(content);
}

/**
 * What a purge leaves of an element (§60.3); a stub is left as it is. `_system` is the element's own, with the last
 * state it will have.
 */
export function stubOf(element: Element): Element {
  if (isPurged(element)) return element;
  const { version, plane_versions, created_at, updated_at, created_tx, updated_tx, origin, space_seq } =
    element._system;
  const shared = {
    id: element.id,
    space_id: element.space_id,
    governance: { ...element.governance, purged: true, content_digest: contentDigestOf(element) } as const,
    retention: { retention_class: "standard", expires_at: null, legal_hold: false },
    facets: {},
    _system: {
      ...{ version, plane_versions, created_at, updated_at, created_tx, updated_tx },
      ...{ state: PURGED, origin, space_seq },
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
        payload: { status: PURGED },
        content_digest: element.content_digest,
        observed_at: element.observed_at,
        source: element.source,
        generated_by: element.generated_by,
        lifecycle: element.lifecycle,
      } satisfies Evidence;
    case "activity":
      return {
        ...shared,
        kind: element.kind,
        activity_class: element.activity_class,
        started_at: element.started_at,
        ended_at: element.ended_at,
        inputs: element.inputs,
        outputs: element.outputs,
        associated_actors: [],
        status: element.status,
      } satisfies Activity;
  }
}

/** The Evidence without the bytes of its payload; everything else, the digest above all, stays (§60.6). */
export function withoutPayload(evidence: Evidence): Evidence {
  return isPayloadPurged(evidence) ? evidence : { ...evidence, payload: { status: PURGED } };
}

/** The members a stub of each kind really has besides those of every stub. */
const STUB_MEMBERS: Readonly<Record<ElementKind, readonly string[]>> = {
  concept: ["schema_ref", "merged_into"],
  proposition: ["predicate_ref"],
  assertion: ["mode", "asserted_at", "lifecycle"],
  evidence: [
    "evidence_class",
    "payload",
    "content_digest",
    "observed_at",
    "source",
    "generated_by",
    "lifecycle",
  ],
  activity: ["activity_class", "started_at", "ended_at", "inputs", "outputs", "status"],
};

/** The members that are left of each kind where the caller may not read it (§29.2). */
const KNOWN_MEMBERS: Readonly<Record<ElementKind, readonly string[]>> = {
  concept: ["schema_ref", "merged_into"],
  proposition: ["predicate_ref"],
  assertion: ["mode", "asserted_at", "lifecycle"],
  evidence: ["evidence_class", "payload", "observed_at", "lifecycle"],
  activity: ["activity_class", "started_at", "ended_at", "status"],
};

/**
 * An element as a reader may be shown it: a stub without the members that were erased, an element that may not be read
 * without those that are withheld, anything else as it is. Of a payload whose bytes were purged a reader sees a mode of
 * its own, with the rest of the record or without it, where a record keeps a mark (§60.6).
 */
export function shownElement(element: Element): JsonObject {
  const whole = withReadPayload(element) as unknown as JsonObject;
  const left = isPurged(element)
    ? STUB_MEMBERS[element.kind]
    : element.governance.withheld
      ? [...KNOWN_MEMBERS[element.kind], "retention"]
      : null;
  if (left === null) return whole;
  const shown = ["id", "kind", "space_id", "governance", ...left, "_system"];
  return Object.fromEntries(
    shown.flatMap((name) => {
      const value = whole[name];
      return value === undefined ? [] : [[name, value] as const];
    }),
  );
}

function withReadPayload(element: Element): Element | JsonObject {
  if (element.kind !== "evidence" || !isPayloadPurged(element)) return element;
  return { ...(element as unknown as JsonObject), payload: { mode: PURGED } };
}
