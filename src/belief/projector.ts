import {
  type Assertion,
  type ElementId,
  kipError,
  type Projection,
  type ProjectionBasis,
  type ProjectionSide,
  type Proposition,
  type PropositionObject,
  type SlotProjection,
  timestampAt,
} from "../model/index.js";
import { canonicalId, type SpaceView } from "../state/index.js";
import type { Candidate } from "./candidates.js";
import {
  asDependencyVerdict,
  DependencyCheck,
  type DependencyValidity,
  isDerived,
} from "./dependency-validity.js";
import { Eligibility, resolveContexts } from "./eligibility.js";
import { explain, explainSlot, Rivals, sideOf } from "./explanation.js";
import { compareIds } from "./id-order.js";
import { earlier, type Instant, type Interval, instantOf } from "./instants.js";
import { Reader, type RootNames } from "./reader.js";
import type { EpistemicRequest } from "./request.js";
import type { Reading, Scope } from "./scope.js";
import { rootGroupsOfSide, slotStatus, type Verdict } from "./settlement.js";
import { Slot } from "./slot.js";
import type { WeighedClaim } from "./weighing.js";

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
  readonly #reading: Reading;
  readonly #seen: SpaceView;
  /** Who may see less than what is projected: what is believed, and not all of why. */
  readonly #reader: Reader;
  readonly #authorizationView: string;
  readonly #slots = new Map<string, Slot>();
  readonly #rivals = new Map<Scope, Rivals>();
  #asRead: Projector | null = null;

  /**
   * `contexts` are the request's, resolved (`resolveContexts`), where the caller has done that already; `view` is what is
   * projected from.
   * @throws `NotFoundOrNotVisible` when a requested context is not in the view, `ConstraintViolation` when it is no
   * Concept (§25.3).
   */
  constructor(
    reading: SpaceView,
    request: EpistemicRequest,
    contexts?: readonly ElementId[],
    view: SpaceView = reading.projecting ?? reading,
  ) {
    this.#seen = reading;
    this.#reader = new Reader(reading, view);
    const resolved = contexts ?? resolveContexts(view, request);
    const at = instantOf(request.validAt);
    const eligibility = new Eligibility(view, request, resolved);
    const dependencies = new DependencyCheck(view, {
      at,
      controls: request.controls,
      eligibility,
      intervalOf: (assertion) => this.#intervalOf(assertion),
    });
    this.#reading = { view, request, contexts: resolved, at, eligibility, dependencies };
    const { authorizationView, exclusionsIn } = request.controls;
    const excluded = exclusionsIn?.(view) ?? null;
    this.#authorizationView = excluded === null ? authorizationView : `${authorizationView}@${excluded}`;
  }

  /** The coordinates every result of this projector rests on, as if it held forever (§21.12). */
  get basis(): ProjectionBasis {
    return this.#basisUntil(null);
  }

  /**
   * The belief about one Proposition (§46). A grounded tuple nobody stored gives `proposition_id: null` and creates
   * nothing (§46.4).
   * @throws `NotFoundOrNotVisible` when the target names no Proposition of this view, `ResourceExhausted` when the
   * provenance behind a claim is too large to follow.
   */
  proposition(target: ProjectionTarget): Projection {
    const tuple = "proposition" in target ? this.#stored(target.proposition) : target;
    const slot = this.#slot(tuple.subject, tuple.predicateRef);
    const { scope, candidate } = slot.candidateFor(tuple.object);
    return this.#projection(scope, candidate);
  }

  /**
   * The belief about every candidate of a subject–predicate slot (§47). A null subject stands for a Literal: no slot is
   * about one, so it is insufficient.
   * @throws `ResourceExhausted` when the provenance behind a claim is too large to follow.
   */
  slot(subject: ElementId | null, predicateRef: string): SlotProjection {
    const slot = this.#slot(subject, predicateRef);
    const listed = slot
      .candidates()
      .filter(({ candidate }) =>
        candidate.propositions.some((proposition) => this.#reading.eligibility.isListed(proposition)),
      );
    const projections = listed.map(({ scope, candidate }) => ({
      object: candidate.object,
      projection: this.#projection(scope, candidate),
    }));
    const statuses = projections.map(({ projection }) => projection.status);
    const status = slotStatus(statuses);
    const explanation = explainSlot(this.#reading.request, statuses, slot.isClosedWorld);
    const next = slot
      .scopes()
      .reduce<Instant | null>((soonest, scope) => earlier(soonest, scope.nextChange()), null);
    return {
      status,
      accepted_values: projections
        .filter(({ projection }) => projection.status === "accepted")
        .map(({ object }) => asValue(object)),
      candidate_projections: projections.map(({ projection }) => projection),
      subject: slot.subject === null ? null : { id: slot.subject },
      predicate_ref: slot.predicateRef,
      uncertainty: {
        level: null,
        reasons:
          status === "uncertain"
            ? [...new Set(projections.flatMap(({ projection }) => projection.uncertainty.reasons))].sort()
            : [],
      },
      ...(explanation ? { explanation } : {}),
      basis: this.#basisUntil(next),
    };
  }

  /**
   * How far a derivation may be relied on: the virtual `_system.dependency_validity` (§57.6). Null for an element that
   * was not derived from others: it depends on nothing that could change. What may be read and not projected is checked
   * against what may be read: the check tells nobody of a source that is hidden, and no source is where none is.
   * @throws `NotFoundOrNotVisible` when the id names no element of this view.
   */
  dependencyValidity(id: ElementId): DependencyValidity | null {
    const { view, request, contexts, dependencies } = this.#reading;
    const element = view.element(id);
    if (element === undefined) {
      if (this.#seen === view || this.#seen.element(id) === undefined) throw notFound(id, "an element");
      this.#asRead ??= new Projector(this.#seen, request, contexts, this.#seen);
      return this.#asRead.dependencyValidity(id);
    }
    if (!isDerived(view, element)) return null;
    const finding = dependencies.findingOn(element);
    return { ...asDependencyVerdict(finding), basis: this.#basisUntil(finding.nextChange) };
  }

  #stored(id: ElementId): { subject: ElementId; predicateRef: string; object: PropositionObject } {
    const element = this.#reading.view.element(id);
    if (element?.kind === "proposition") return tupleOf(element);
    throw notFound(id, "a Proposition");
  }

  #slot(subject: ElementId | null, predicateRef: string): Slot {
    const { view } = this.#reading;
    const canonical = subject === null ? null : canonicalId(view, subject);
    const lineage = view.environment.canonicalLineage("PredicateType", predicateRef);
    const key = `${canonical ?? ""} ${lineage}`;
    const known = this.#slots.get(key);
    if (known) return known;
    const slot = new Slot(this.#reading, canonical, predicateRef);
    this.#slots.set(key, slot);
    return slot;
  }

  /** When a premise holds, by the timeline of its own slot; null when it takes no part in this projection. */
  #intervalOf(assertion: Assertion): Interval | null {
    const proposition = this.#reading.view.element(assertion.proposition.id);
    if (proposition?.kind !== "proposition") return null;
    const { subject, predicateRef, object } = tupleOf(proposition);
    return this.#slot(subject, predicateRef).candidateFor(object).scope.intervalOf(assertion);
  }

  #rivalsIn(scope: Scope): Rivals {
    const known = this.#rivals.get(scope) ?? new Rivals(this.#reader, scope);
    this.#rivals.set(scope, known);
    return known;
  }

  #projection(scope: Scope, candidate: Candidate): Projection {
    const { request } = this.#reading;
    const member = scope.member(candidate);
    const verdict = scope.verdictOn(member);
    const explanation = explain(this.#reader, request, { member, verdict, rivals: this.#rivalsIn(scope) });
    const rootNames = this.#reader.rootNames(member.claims);
    return {
      proposition_id: member.propositionId,
      status: verdict.status,
      candidate_status: verdict.candidateStatus,
      slot_status: scope.status(),
      leading: verdict.leading,
      support: side(member.claims, verdict.tally.support, "support", rootNames),
      opposition: side(member.claims, verdict.tally.opposition, "opposition", rootNames),
      uncertainty: { level: null, reasons: verdict.reasons },
      conflict_refs: verdict.conflictRefs,
      conflict_reasons: verdict.conflictReasons,
      ...(verdict.precedence ? { precedence: precedence(verdict.precedence) } : {}),
      ...(explanation ? { explanation } : {}),
      basis: this.#basisUntil(scope.nextChange()),
    };
  }

  #basisUntil(next: Instant | null): ProjectionBasis {
    const { view, request, contexts } = this.#reading;
    return {
      space_id: view.spaceId,
      snapshot_seq: view.seq,
      schema_environment_version: view.environment.version,
      identity_version: view.identityVersion,
      policy: { id: request.policy.id, version: request.policy.version },
      trust_version: request.controls.trustVersion,
      authorization_view: this.#authorizationView,
      context_refs: contexts,
      purpose: request.purpose,
      risk: request.risk,
      valid_at: request.validAt,
      next_invalid_at: next === null ? null : timestampAt(next),
    };
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

function tupleOf({ subject, predicate_ref, object }: Proposition) {
  return { subject: subject.id, predicateRef: predicate_ref, object };
}

/**
 * One side of a candidate: everyone on record there whose claim bears on this instant, and the independent roots of
 * those that count. Where the ids outnumber what the roots explain, the ledger says why.
 */
function side(
  claims: readonly WeighedClaim[],
  counted: readonly WeighedClaim[],
  which: "support" | "opposition",
  rootNames: RootNames,
): ProjectionSide {
  const material = claims.filter((claim) => claim.weight !== "none" && sideOf(claim) === which);
  return {
    score: null,
    score_semantics: null,
    assertion_ids: material.map(({ timed }) => timed.claim.assertion.id).sort(compareIds),
    root_groups: rootGroupsOfSide(counted).map(rootNames).sort(),
  };
}

function precedence({ rule, prevailedOver, outrankedBy }: NonNullable<Verdict["precedence"]>) {
  return {
    rule,
    ...(prevailedOver ? { prevailed_over: prevailedOver } : {}),
    ...(outrankedBy ? { outranked_by: outrankedBy } : {}),
  };
}

/** The object of a candidate as a JSON value: an element reference, or the Literal itself (§47.3). */
function asValue(object: PropositionObject) {
  return typeof object === "object" && object !== null ? { id: object.id } : object;
}

function notFound(id: ElementId, what: string) {
  return kipError("NotFoundOrNotVisible", `${id} is not ${what} of this memory`, {
    hint: "Find it first with FIND or SEARCH and use the id it returns.",
    details: { id },
  });
}
