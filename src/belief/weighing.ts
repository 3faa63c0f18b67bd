import type { SpaceView } from "../state/index.js";
import type { DependencyCheck, DependencyFinding } from "./dependency-validity.js";
import { hasEnded, type Instant } from "./instants.js";
import { rootGroupsOf } from "./provenance.js";
import type { TimedClaim } from "./timeline.js";

/**
 * What a claim can do for the status of its candidate (§21.11):
 *
 * - `full`: it counts.
 * - `unverified`: it is material and may be contradicted, but it cannot carry acceptance or rejection alone: an inference
 *   whose dependencies are not current (§57.6), or a claim that explains itself (§23.5). Nor does it dispute another
 *   value of the slot: conflict sets are formed by accepted candidates (§25.1). An inference is a claim of its own, with
 *   its own mode and context: what its premises would count for in the request is no part of the check, or two engines
 *   would answer differently (§21.10).
 * - `undecided`: it is material, and says nothing definite here: its time is indeterminate (§25.5), its stance is
 *   `uncertain`, or its Evidence was corrected (§22.4).
 * - `none`: it plays no part.
 */
export type Weight = "full" | "unverified" | "undecided" | "none";

export interface WeighedClaim {
  readonly timed: TimedClaim;
  readonly weight: Weight;
  /** Why the claim does not count in full, or null. */
  readonly reason: string | null;
  /** The groups of provenance roots behind it; empty for a claim that plays no part (§23.4). */
  readonly rootGroups: readonly string[];
  /** The check of an inference's sources, where it was made (§57.6). */
  readonly dependency: DependencyFinding | null;
}

/** Weighs one claim at the projection's instant. */
export function weigh(view: SpaceView, timed: TimedClaim, check: DependencyCheck, at: Instant): WeighedClaim {
  const result = (weight: Weight, reason: string | null, dependency: DependencyFinding | null = null) => ({
    timed,
    weight,
    reason,
    dependency,
    rootGroups: weight === "none" ? [] : rootGroupsOf(view, timed.claim.assertion),
  });
  if (timed.exclusion !== null) return result("none", timed.exclusion);
  if (timed.standing === "outside") {
    return result("none", hasEnded(timed.effective.interval, at) ? "expired" : "not_yet_valid");
  }
  if (timed.lostItsEvidence) return result("undecided", "evidence_corrected");
  if (timed.standing === "indeterminate") return result("undecided", "temporal_indeterminate");
  const { assertion } = timed.claim;
  if (assertion.stance === "uncertain") return result("undecided", "stance_uncertain");
  const dependency = assertion.mode === "inferred" ? check.findingOn(assertion) : null;
  if (dependency && dependency.status !== "current") {
    return result("unverified", `dependency_${dependency.status}`, dependency);
  }
  const counted = result("full", null, dependency);
  return counted.rootGroups.length > 0
    ? counted
    : { ...counted, weight: "unverified", reason: "circular_provenance" };
}
