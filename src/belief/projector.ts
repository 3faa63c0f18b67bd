import {
  type ElementId,
  kipError,
  type Projection,
  type PropositionObject,
  type SlotProjection,
} from "../model/index.js";
import type { SpaceView } from "../state/index.js";
import type { EpistemicRequest } from "./request.js";

/**
 * What a BELIEF asks about (§46): a stored Proposition, or a grounded tuple that may not be stored.
 * `predicateRef` is an exact ref or a lineage. A null subject stands for a Literal, which no Proposition is about (§8.4).
 */
export type ProjectionTarget =
  | { readonly proposition: ElementId }
  | { readonly subject: ElementId | null; readonly predicateRef: string; readonly object: PropositionObject };

/**
 * Projects many targets of one view under one request, sharing what they have in common: a slot is evaluated once,
 * however many of its candidates are asked for. Lives as long as one evaluation; the view must not change under it.
 */
export class Projector {
  readonly view: SpaceView;
  readonly request: EpistemicRequest;

  /** @throws `NotFoundOrNotVisible` when a requested context is not in the view, `ConstraintViolation` when it is no Concept (§25.3). */
  constructor(view: SpaceView, request: EpistemicRequest) {
    this.view = view;
    this.request = request;
  }

  /**
   * The belief about one Proposition (§46). A grounded tuple nobody stored gives `proposition_id: null` and creates
   * nothing (§46.4).
   * @throws `NotFoundOrNotVisible` when the target names no Proposition of this view.
   */
  proposition(_target: ProjectionTarget): Projection {
    throw kipError("UnsupportedCapability", "BELIEF is being built");
  }

  /** The belief about every candidate of a subject–predicate slot (§47). A null subject stands for a Literal. */
  slot(_subject: ElementId | null, _predicateRef: string): SlotProjection {
    throw kipError("UnsupportedCapability", "BELIEF SLOT is being built");
  }
}

/** The belief about one Proposition, for a single read; see `Projector.proposition`. */
export function projectProposition(
  view: SpaceView,
  target: ProjectionTarget,
  request: EpistemicRequest,
): Projection {
  return new Projector(view, request).proposition(target);
}

/** The belief about one slot, for a single read; see `Projector.slot`. */
export function projectSlot(
  view: SpaceView,
  subject: ElementId | null,
  predicateRef: string,
  request: EpistemicRequest,
): SlotProjection {
  return new Projector(view, request).slot(subject, predicateRef);
}
