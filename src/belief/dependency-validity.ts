import { DERIVED_ARTIFACTS, planeCounter } from "../derive/index.js";
import {
  type Activity,
  type Assertion,
  type Concept,
  type Element,
  type ElementId,
  type Evidence,
  isPurged,
  type ProjectionBasis,
} from "../model/index.js";
import { restsOnWithdrawnIdentity, type SpaceView } from "../state/index.js";
import { type Pin, type PinGroup, readDependencyBasis } from "./dependency-basis.js";
import type { Eligibility } from "./eligibility.js";
import { earlier, hasEnded, type Instant, type Interval } from "./instants.js";
import { MAX_PROVENANCE_ELEMENTS, producersOf, sourcesBehind } from "./provenance.js";
import type { EpistemicControls } from "./request.js";

/** How far a derivation may be relied on: the virtual `_system.dependency_validity` (§57.6). */
export type DependencyStatus = "current" | "needs_review" | "unverifiable";

export type DependencyReason =
  | "basis_missing"
  | "source_unavailable"
  | "traversal_incomplete"
  | "cycle_without_external_basis"
  | "selection_unproven"
  | "source_changed"
  | "source_retracted"
  | "source_superseded"
  | "source_corrected"
  | "source_merged"
  | "source_excluded"
  | "source_unsupported"
  | "source_expired"
  | "recording_invalidated"
  | "identity_repaired"
  | "alternatives_lost"
  | "changed_since_certified";

/** What a check comes to. */
export interface DependencyVerdict {
  readonly status: DependencyStatus;
  /** Sorted, each once. Empty when current. */
  readonly reasons: readonly DependencyReason[];
  /** False unless current (§57.6). */
  readonly action_eligible: boolean;
}

/** The wire form of the virtual field. */
export interface DependencyValidity extends DependencyVerdict {
  /** The coordinates the check was made at, and until when its outcome holds unless something is written (§21.12). */
  readonly basis: ProjectionBasis;
}

/** What the check needs to know besides the view. */
export interface DependencyCoordinates {
  readonly at: Instant;
  readonly controls: EpistemicControls;
  readonly eligibility: Eligibility;
  /** The effective interval of a prerequisite at this read, or null when nothing is known of its slot (§14.3). */
  readonly intervalOf: (assertion: Assertion) => Interval | null;
}

/** Derivations stand on derivations; past this many levels or elements the check gives up and says so. */
const MAX_DEPTH = 128;
const MAX_ELEMENTS = 4_096;

/** The outcome of a check, and the next instant at which a prerequisite's standing changes. */
export interface DependencyFinding {
  readonly status: DependencyStatus;
  readonly reasons: ReadonlySet<DependencyReason>;
  readonly nextChange: Instant | null;
}

/** A finding while it is being made; see `#check` for what makes it provisional. */
interface Checked {
  readonly finding: DependencyFinding;
  readonly provisional: boolean;
}

const CURRENT: DependencyFinding = {
  status: "current",
  reasons: new Set(),
  nextChange: null,
};

/**
 * Checks derivations against the sources they pinned (§57.6): each pin by version or by the planes it names, its
 * lifecycle, its standing at the projection's instant, and, where a source is itself derived, its own contract. The
 * newest contract is not privileged: any terminal Activity that certifies the derivation and still holds will do.
 *
 * A derivation that relied on a selection (§57.7) is never reported current: a proof of one is a selector, a digest and a
 * change token that the engine captures from the read itself. This engine issues none, so whatever `queries` holds is an
 * author's account and proves nothing, which §57.7 calls `unverifiable`.
 */
export class DependencyCheck {
  readonly #view: SpaceView;
  readonly #coordinates: DependencyCoordinates;
  readonly #known = new Map<ElementId, DependencyFinding>();
  readonly #path = new Set<ElementId>();
  #elements = 0;

  constructor(view: SpaceView, coordinates: DependencyCoordinates) {
    this.#view = view;
    this.#coordinates = coordinates;
  }

  /** How far a derived Assertion or Concept may be relied on at this read. */
  findingOn(derivation: Assertion | Concept): DependencyFinding {
    this.#elements = 0;
    return this.#check(derivation).finding;
  }

  /**
   * The finding on a derivation. `provisional` marks one that met an element still being checked: it holds for this
   * path only, so it is not remembered, and the answer does not depend on where a cycle was entered.
   */
  #check(derivation: Element): Checked {
    const known = this.#known.get(derivation.id);
    if (known) return { finding: known, provisional: false };
    if (this.#path.has(derivation.id)) {
      return { finding: unverifiable("cycle_without_external_basis"), provisional: true };
    }
    this.#elements += 1;
    if (this.#path.size >= MAX_DEPTH || this.#elements > MAX_ELEMENTS) {
      return { finding: unverifiable("traversal_incomplete"), provisional: true };
    }
    this.#path.add(derivation.id);
    let provisional = false;
    let best: DependencyFinding = unverifiable("basis_missing");
    for (const activity of producersOf(this.#view, derivation.id)) {
      const checked = this.#checkContract(activity, derivation);
      if (checked === null) continue;
      provisional ||= checked.provisional;
      if (rank(checked.finding) < rank(best) || best.reasons.has("basis_missing")) best = checked.finding;
    }
    if (isInvalidated(derivation)) best = merge(best, needsReview("recording_invalidated"));
    this.#path.delete(derivation.id);
    if (!provisional || best.status === "current") this.#known.set(derivation.id, best);
    return { finding: best, provisional: provisional && best.status !== "current" };
  }

  /**
   * The finding under one Activity's contract, or null when it carries none or has not completed. One that names nothing
   * but context is none for a conclusion: context is never support.
   */
  #checkContract(activity: Activity, derivation: Element): Checked | null {
    const basis = activity.status === "completed" ? readDependencyBasis(activity) : null;
    if (basis === null || (derivation.kind === "assertion" && !basis.claimsSupport)) return null;
    let provisional = false;
    let finding = isAsCertified(derivation, activity) ? CURRENT : needsReview("changed_since_certified");
    if (basis.reliesOnSelections) finding = merge(finding, unverifiable("selection_unproven"));
    for (const group of basis.groups) {
      const checked = this.#checkGroup(group, basis.basisSeq);
      provisional ||= checked.provisional;
      finding = merge(finding, checked.finding);
    }
    return { finding, provisional };
  }

  #checkGroup({ role, pins }: PinGroup, basisSeq: number | null): Checked {
    if (role === "context") return { finding: CURRENT, provisional: false };
    let provisional = false;
    const findings = pins.map((pin) => {
      const checked = this.#checkPin(pin, basisSeq);
      provisional ||= checked.provisional;
      return checked.finding;
    });
    if (role === "all_of") return { finding: findings.reduce(merge, CURRENT), provisional };
    const holding = findings.filter(({ status }) => status === "current");
    if (holding.length > 0) return { finding: holding.reduce(merge, CURRENT), provisional: false };
    return { finding: findings.reduce(merge, needsReview("alternatives_lost")), provisional };
  }

  #checkPin(pin: Pin, basisSeq: number | null): Checked {
    const source = this.#view.element(pin.id);
    if (
      source === undefined ||
      source._system.state === "tombstoned" ||
      isPurged(source) ||
      isWithheld(source)
    ) {
      return { finding: unverifiable("source_unavailable"), provisional: false };
    }
    let finding = isUnchanged(source, pin) ? CURRENT : needsReview("source_changed");
    if (basisSeq !== null && restsOnWithdrawnIdentity(this.#view, source, basisSeq)) {
      finding = merge(finding, needsReview("identity_repaired"));
    }
    finding = merge(finding, this.#checkRevision(source));
    if (source.kind === "evidence") finding = merge(finding, this.#checkRoots(source));
    if (source.kind === "assertion") finding = merge(finding, this.#checkTime(source));
    if (!isDerived(this.#view, source)) return { finding, provisional: false };
    const own = this.#check(source);
    return { finding: merge(finding, own.finding), provisional: own.provisional };
  }

  /** Whether somebody withdrew, replaced or kept out a source since (§57.5, §57.8). */
  #checkRevision(source: Element): DependencyFinding {
    const { controls } = this.#coordinates;
    let finding = this.#checkLifecycle(source);
    if (isInvalidated(source)) finding = merge(finding, needsReview("recording_invalidated"));
    if (controls.exclusionOf?.(source)) finding = merge(finding, needsReview("source_excluded"));
    return finding;
  }

  #checkLifecycle(source: Element): DependencyFinding {
    switch (source.kind) {
      case "evidence":
        return source.lifecycle.status === "corrected" ? needsReview("source_corrected") : CURRENT;
      case "concept":
        return source.merged_into ? needsReview("source_merged") : CURRENT;
      case "assertion":
        if (source.lifecycle.status !== "active") return needsReview(`source_${source.lifecycle.status}`);
        return this.#coordinates.eligibility.hasLostItsEvidence(source)
          ? needsReview("source_unsupported")
          : CURRENT;
      default:
        return CURRENT;
    }
  }

  /**
   * Whether a claim has ended by now, or else when it will have (§14.3). When it begins is no part of the check, and it
   * may end without ever having begun, where succession leaves nothing of it.
   */
  #checkTime(claim: Assertion): DependencyFinding {
    const { at, intervalOf } = this.#coordinates;
    const interval = claim.lifecycle.status === "active" ? intervalOf(claim) : null;
    if (interval === null) return CURRENT;
    if (hasEnded(interval, at)) return needsReview("source_expired");
    const end = interval.until.latest;
    return Number.isFinite(end) ? { ...CURRENT, nextChange: end } : CURRENT;
  }

  /**
   * All that a record was made from: a summary of something corrected, or of a claim that was withdrawn, has a revised
   * root, and whatever depends on the summary needs review at once (§57.5).
   */
  #checkRoots(evidence: Evidence): DependencyFinding {
    let finding = CURRENT;
    const open: Element[] = [evidence];
    const seen = new Set<ElementId>([evidence.id]);
    for (let next = open.pop(); next !== undefined; next = open.pop()) {
      if (next !== evidence) finding = merge(finding, this.#checkRevision(next));
      for (const source of sourcesBehind(this.#view, next)) {
        if (seen.has(source.id)) continue;
        seen.add(source.id);
        open.push(source);
      }
      if (seen.size > MAX_PROVENANCE_ELEMENTS) return unverifiable("traversal_incomplete");
    }
    return finding;
  }
}

/**
 * Whether an element needs a contract of its own: an inference, a Concept a process made from something, or one of the
 * Profile's derived artifacts, which without a process is an unsupported claim (Profile §8.2).
 */
export function isDerived(view: SpaceView, element: Element): element is Assertion | Concept {
  if (element.kind === "assertion") return element.mode === "inferred";
  if (element.kind !== "concept") return false;
  if (DERIVED_ARTIFACTS.has(view.environment.canonicalLineage("ConceptType", element.schema_ref)))
    return true;
  return producersOf(view, element.id).some(({ inputs }) => inputs.length > 0);
}

/** Whether nothing is known of an element but that it is there: then it vouches for nothing (§57.6). */
function isWithheld({ governance }: Element): boolean {
  return governance.withheld === true;
}

/** Whether a recording repair found that an element misreads its source (§57.8). */
function isInvalidated({ _system }: Element): boolean {
  return _system.recording_validity?.status === "invalidated";
}

/**
 * Whether a derivation still is what its Activity certified: none of the planes the engine captured has changed since.
 * A plane that was never written then and is now is a change too; one the Activity certifies nothing of is not (§57.6).
 */
function isAsCertified({ id, _system }: Element, activity: Activity): boolean {
  const certified = activity._system.output_plane_versions?.[id];
  if (certified === undefined) return true;
  const planes = new Set([...Object.keys(certified), ...CERTIFIED_PLANES]);
  return [...planes].every(
    (plane) => planeCounter(_system.plane_versions, plane) === (certified[plane] ?? 0),
  );
}

/** The planes a derivation's meaning is in, whatever its Facets say (§6.3). */
const CERTIFIED_PLANES = ["attributes", "structural"];

/** A pin that names planes is held against those counters alone; its version is where the read took place (§57.6). */
function isUnchanged({ _system: { version, plane_versions } }: Element, pin: Pin): boolean {
  if (pin.planes === null) return version === pin.version;
  return Object.entries(pin.planes).every(
    ([plane, counter]) => planeCounter(plane_versions, plane) === counter,
  );
}

function needsReview(reason: DependencyReason): DependencyFinding {
  return { ...CURRENT, status: "needs_review", reasons: new Set([reason]) };
}

function unverifiable(reason: DependencyReason): DependencyFinding {
  return { ...CURRENT, status: "unverifiable", reasons: new Set([reason]) };
}

const STATUSES: readonly DependencyStatus[] = ["current", "needs_review", "unverifiable"];

function rank({ status }: DependencyFinding): number {
  return STATUSES.indexOf(status);
}

/** Both findings together: the graver status, and what led to either. */
function merge(left: DependencyFinding, right: DependencyFinding): DependencyFinding {
  return {
    status: rank(left) >= rank(right) ? left.status : right.status,
    reasons: new Set([...left.reasons, ...right.reasons]),
    nextChange: earlier(left.nextChange, right.nextChange),
  };
}

/** A finding in the words of the virtual field. */
export function asDependencyVerdict({ status, reasons }: DependencyFinding): DependencyVerdict {
  return { status, reasons: [...reasons].sort(), action_eligible: status === "current" };
}
