import type { Element, ElementId, ElementKind, IdentityDecision, InputReference } from "../model/index.js";
import { canonicalId, mergedInto, referrersOf, type SpaceView } from "../state/index.js";
import { compareIds } from "./id-order.js";

/** One write that was made while a merge stood (§11.5). */
export interface ReviewedWrite {
  readonly id: ElementId;
  readonly kind: ElementKind;
  /** The references it was written with that the merge redirected, as they were supplied. */
  readonly supplied: readonly Pick<InputReference, "path" | "supplied" | "resolved">[];
}

/** The writes made under a merge that is withdrawn, each in the order of its id. */
export interface IdentityReview {
  /** They named the source: what they meant is on record, and a new explicit Assertion can say it. */
  readonly unambiguous: readonly ReviewedWrite[];
  /** They named what the source resolved to: whether they meant the source is not on record. Nothing may be applied. */
  readonly needs_review: readonly ReviewedWrite[];
}

/**
 * The writes made under a decision that refer to what its source resolved to (§11.5): later ones, and those beside the
 * merge itself that named its source. `view` is the state in which the decision still stands.
 */
export function reviewOf(view: SpaceView, decision: IdentityDecision): IdentityReview {
  const sources = new Set(mergedInto(view, decision.source));
  const resolved = canonicalId(view, decision.source);
  const unambiguous: ReviewedWrite[] = [];
  const needsReview: ReviewedWrite[] = [];
  for (const element of writtenUnder(view, resolved, decision.space_seq)) {
    const supplied = (element._system.input_references ?? [])
      .filter((reference) => sources.has(reference.supplied) && reference.resolved === resolved)
      .map(({ path, supplied: as, resolved: to }) => ({ path, supplied: as, resolved: to }));
    const write = { id: element.id, kind: element.kind, supplied };
    if (supplied.length > 0) unambiguous.push(write);
    else if (element.id !== resolved && isOwnWrite(element, decision.space_seq)) needsReview.push(write);
  }
  return { unambiguous, needs_review: needsReview };
}

/** An element and what refers to it, through one Proposition or directly, as far as it was written at a sequence or later. */
function writtenUnder(view: SpaceView, id: ElementId, seq: number): readonly Element[] {
  const found = new Set<ElementId>([id]);
  for (const referrer of referrersOf(view, id)) {
    found.add(referrer);
    if (view.element(referrer)?.kind !== "proposition") continue;
    for (const claim of referrersOf(view, referrer)) found.add(claim);
  }
  return [...found]
    .sort(compareIds)
    .flatMap((each) => view.element(each) ?? [])
    .filter(({ _system }) => _system.space_seq >= seq);
}

/** Whether an element was made after a sequence: what was only moved or kept since did not choose its references then. */
function isOwnWrite(element: Element, seq: number): boolean {
  if (element._system.space_seq <= seq) return false;
  if (element.kind === "concept") return true;
  const created = Number(element._system.created_tx.slice(element._system.created_tx.lastIndexOf("#") + 1));
  return Number.isNaN(created) || created > seq;
}
