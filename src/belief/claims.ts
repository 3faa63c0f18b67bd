import type { Assertion, ElementId } from "../model/index.js";
import { canonicalId, type SpaceView } from "../state/index.js";
import { type Bound, boundOf, type Instant, type Interval, instantOf, OPEN_END } from "./instants.js";

/** One Assertion as projection reads it: its references resolved through merges, its interval as written. */
export interface Claim {
  readonly assertion: Assertion;
  /** The candidate the claim is about; Propositions that merges made one share it (§11.4). */
  readonly candidate: string;
  readonly actor: ElementId;
  readonly contexts: ReadonlySet<ElementId>;
  /** Equal for two claims exactly when their context sets are (§25.3). */
  readonly contextKey: string;
  /** The latest instant by which the claim says its value began (§25.4). */
  readonly startKey: Instant;
  readonly written: Interval;
}

/** Reads an Assertion of a candidate at the identity resolution of the view (§11.5). */
export function readClaim(view: SpaceView, assertion: Assertion, candidate: string): Claim {
  const contexts = readContexts(view, assertion);
  const from = writtenFrom(assertion);
  return {
    assertion,
    candidate,
    actor: canonicalId(view, assertion.asserted_by.id),
    contexts,
    contextKey: [...contexts].join(" "),
    startKey: Number.isFinite(from.latest) ? from.latest : instantOf(assertion.asserted_at),
    written: { from, until: writtenUntil(assertion) },
  };
}

/** Whether the claim names the exact instant its value began; only an inexact start can be narrowed (§25.4). */
export function hasExactStart({ assertion }: Claim): boolean {
  return typeof assertion.valid_time.from === "string";
}

/** Whether the claim states no end, so that a successor may end it (§25.4). */
export function hasOpenEnd({ assertion }: Claim): boolean {
  return (assertion.valid_time.until ?? null) === null;
}

/**
 * Whether the claim lies on succession lines (§25.4): an account of something witnessed, or one that says when its
 * value began. A conclusion without a start is neither.
 */
export function takesPartInSuccession({ assertion }: Claim): boolean {
  const { mode, valid_time } = assertion;
  return mode === "stated" || mode === "observed" || (valid_time.from ?? null) !== null;
}

/** A claim with no stated start says only that its value had begun by the time it was made (§25.2). */
function writtenFrom({ valid_time, asserted_at }: Assertion): Bound {
  return boundOf(valid_time.from ?? { latest: asserted_at });
}

function writtenUntil({ valid_time }: Assertion): Bound {
  const until = valid_time.until ?? null;
  return until === null ? OPEN_END : boundOf(until);
}

/** The context set of an Assertion at the identity resolution of the view (§25.3). */
function readContexts(view: SpaceView, { context_refs }: Assertion): ReadonlySet<ElementId> {
  if (context_refs.length === 0) return GENERAL;
  return new Set(context_refs.map(({ id }) => canonicalId(view, id)).sort());
}

/** The context set of a claim that holds everywhere. */
const GENERAL: ReadonlySet<ElementId> = new Set();
