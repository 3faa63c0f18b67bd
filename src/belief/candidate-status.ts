import type { BeliefStatus } from "../model/index.js";
import type { WeighedClaim } from "./weighing.js";

/** The claims about one candidate by what they do (§21.11, first stage). */
export interface Tally {
  readonly support: readonly WeighedClaim[];
  readonly opposition: readonly WeighedClaim[];
  readonly unverifiedSupport: readonly WeighedClaim[];
  readonly unverifiedOpposition: readonly WeighedClaim[];
  readonly undecided: readonly WeighedClaim[];
}

/** Sorts a candidate's claims. */
export function tally(claims: readonly WeighedClaim[]): Tally {
  const sorted = {
    support: [] as WeighedClaim[],
    opposition: [] as WeighedClaim[],
    unverifiedSupport: [] as WeighedClaim[],
    unverifiedOpposition: [] as WeighedClaim[],
    undecided: [] as WeighedClaim[],
  };
  for (const claim of claims) {
    const supports = claim.timed.claim.assertion.stance === "support";
    if (claim.weight === "full") (supports ? sorted.support : sorted.opposition).push(claim);
    if (claim.weight === "unverified") {
      (supports ? sorted.unverifiedSupport : sorted.unverifiedOpposition).push(claim);
    }
    if (claim.weight === "undecided") sorted.undecided.push(claim);
  }
  return sorted;
}

/**
 * The status of a candidate from its own support and opposition, before other values of the slot are looked at
 * (§21.3–§21.8). Unverified material disputes, and never decides: an inference with stale sources is at most uncertain
 * alone and stays contested where somebody contradicts it (§57.6).
 */
export function candidateStatus(counts: Tally): BeliefStatus {
  const supported = counts.support.length + counts.unverifiedSupport.length > 0;
  const opposed = counts.opposition.length + counts.unverifiedOpposition.length > 0;
  if (supported && opposed) return "contested";
  if (supported) return counts.support.length > 0 ? "accepted" : "uncertain";
  if (opposed) return counts.opposition.length > 0 ? "rejected" : "uncertain";
  return counts.undecided.length > 0 ? "uncertain" : "insufficient";
}

/** Why a candidate is uncertain by its own claims: each reason once, sorted. */
export function uncertaintyReasons(counts: Tally): readonly string[] {
  const undecided = [...counts.unverifiedSupport, ...counts.unverifiedOpposition, ...counts.undecided];
  return [...new Set(undecided.map(({ reason }) => reason))].filter((reason) => reason !== null).sort();
}
