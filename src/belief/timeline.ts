import type { ElementId, Proposition } from "../model/index.js";
import { keyFor, type SpaceView } from "../state/index.js";
import type { Candidate } from "./candidates.js";
import { type Claim, readClaim } from "./claims.js";
import type { Eligibility, Exclusion } from "./eligibility.js";
import { compareIds } from "./id-order.js";
import { type Instant, nextChange, type Standing, standingAt } from "./instants.js";
import { type Effective, succeed } from "./succession.js";

/** A claim with its place in time, or the reason it has none in this projection. */
export type TimedClaim = EligibleClaim | ExcludedClaim;

export interface EligibleClaim {
  readonly claim: Claim;
  readonly exclusion: null;
  /** Its supporting Evidence no longer carries it (§22.4). */
  readonly lostItsEvidence: boolean;
  readonly effective: Effective;
  readonly standing: Standing;
  /** The next instant its standing changes, or null. */
  readonly nextChange: Instant | null;
}

export interface ExcludedClaim {
  readonly claim: Claim;
  readonly exclusion: Exclusion;
}

/** The claims of one scope, by candidate, oldest first. */
export type Timeline = ReadonlyMap<string, readonly TimedClaim[]>;

/**
 * Places every claim about a scope's candidates in time (§25.2–§25.5). A claim that is not eligible, or has lost its
 * Evidence, is on no line: it neither ends another claim nor narrows one.
 */
export function timelineOf(
  view: SpaceView,
  candidates: readonly Candidate[],
  eligibility: Eligibility,
  slotLine: boolean,
  at: Instant,
): Timeline {
  const exclusions = new Map<Claim, Exclusion | null>();
  for (const { key, propositions } of candidates) {
    for (const proposition of propositions) {
      for (const claim of claimsAbout(view, proposition, key)) {
        exclusions.set(claim, eligibility.exclusionOf(claim, proposition));
      }
    }
  }
  const eligible = [...exclusions.keys()].filter((claim) => exclusions.get(claim) === null);
  const lost = new Set(eligible.filter((claim) => eligibility.hasLostItsEvidence(claim.assertion)));
  const effective = succeed(
    eligible.filter((claim) => !lost.has(claim)),
    slotLine,
  );
  const place = (claim: Claim): TimedClaim => {
    const exclusion = exclusions.get(claim) ?? null;
    if (exclusion !== null) return { claim, exclusion };
    const placed = effective.get(claim) ?? { interval: claim.written, endedBy: [] };
    return {
      claim,
      exclusion,
      lostItsEvidence: lost.has(claim),
      effective: placed,
      standing: standingAt(placed.interval, at),
      nextChange: nextChange(placed.interval, at),
    };
  };
  return groupByCandidate(candidates, [...exclusions.keys()].map(place));
}

/** The Assertions about one Proposition, in any state. */
function* claimsAbout(view: SpaceView, proposition: Proposition, candidate: string): Iterable<Claim> {
  for (const id of view.lookup(keyFor.assertionsOf(proposition.id))) {
    const assertion = view.element(id);
    if (assertion?.kind === "assertion") yield readClaim(view, assertion, candidate);
  }
}

function groupByCandidate(candidates: readonly Candidate[], claims: readonly TimedClaim[]): Timeline {
  const timeline = new Map<string, TimedClaim[]>(candidates.map(({ key }) => [key, []]));
  for (const timed of claims) timeline.get(timed.claim.candidate)?.push(timed);
  for (const members of timeline.values()) members.sort((left, right) => compareIds(idOf(left), idOf(right)));
  return timeline;
}

function idOf({ claim }: TimedClaim): ElementId {
  return claim.assertion.id;
}
