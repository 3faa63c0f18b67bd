import type { ProjectionPolicy } from "./policy-artifact.js";
import { WITHHELD } from "./reader.js";
import type { Verdict } from "./settlement.js";
import { rootGroupsOfSide } from "./settlement.js";
import type { WeighedClaim } from "./weighing.js";

/** What each reason says of a claim, after "because". */
const REASON_WORDS: Readonly<Record<string, string>> = {
  retracted: "was withdrawn",
  superseded: "was corrected by its own actor",
  archived: "is archived",
  tombstoned: "was deleted",
  purged: "was erased",
  hypothetical: "is a hypothesis",
  predicted: "is a forecast",
  imported: "is imported and nobody here vouches for it",
  context_mismatch: "holds in another context",
  expired: "has ended by this time",
  not_yet_valid: "has not begun by this time",
  temporal_indeterminate: "cannot be placed before or after this time",
  stance_uncertain: "says that it is uncertain",
  evidence_corrected: "rests on evidence that was corrected",
  dependency_needs_review: "is an inference whose sources have changed",
  dependency_unverifiable: "is an inference whose sources cannot be checked",
  circular_provenance: "rests on nothing but itself",
  quarantined: "is quarantined",
  recording_invalidated: "was recorded by mistake",
  [WITHHELD]: "may not be read here",
};

/**
 * A verdict in one or two plain sentences, for a person or a model that asks why. It names no people and no values: the
 * reader has them, and a sentence must not say more than the result does. Whatever decided, who contradicts the value
 * itself is not passed over (§27.4). `reasons` are why each claim about it does not count, null for one that does.
 */
export function inPlainWords(
  verdict: Verdict,
  reasons: readonly (string | null)[],
  policy: ProjectionPolicy,
): string {
  const { support, opposition } = verdict.tally;
  const forIt = [...support, ...verdict.tally.unverifiedSupport];
  const againstIt = [...opposition, ...verdict.tally.unverifiedOpposition];
  const besides = againstIt.length > 0 ? `; besides, ${opposing(againstIt)}` : "";
  switch (verdict.rule) {
    case "unopposed_support":
      return `Accepted: ${supporting(support)} and nothing counts against it.`;
    case "unanswered_opposition":
      return `Rejected: ${opposing(opposition)} and nothing counts for it.`;
    case "stance_conflict":
      return `Contested: ${supporting(forIt)}, and ${opposing(againstIt)}.`;
    case "slot_conflict":
      return `Contested: ${supporting(support)}, but only one value can hold at a time and ${others(verdict.conflictRefs.length)} supported too${besides}.`;
    case "exclusive_value":
      return `Rejected: another value is accepted, and accepting it rules this one out${besides}.`;
    case "closed_world":
      return "Rejected: nothing counts for it, and for this predicate what is not on record is false.";
    case "undecided_material":
      return `Uncertain: there is something on record, but ${listReasons(verdict.reasons)}.`;
    case "no_basis":
      return `Insufficient: ${reasons.length === 0 ? "nobody is on record about it" : `nothing on record counts here (${listReasons(distinctReasons(reasons))})`}.`;
    default:
      return precedenceWords(verdict, againstIt, policy);
  }
}

function precedenceWords(
  { precedence, rule }: Verdict,
  againstIt: readonly WeighedClaim[],
  policy: ProjectionPolicy,
): string {
  const why =
    policy.precedence.find(({ id }) => id === rule)?.summary ?? `Rule ${rule} of ${policy.id} decided.`;
  if (precedence?.outrankedBy !== undefined) {
    const denied = againstIt.length > 0 ? `, and ${opposing(againstIt)}` : ", though nobody denies this one";
    return `Uncertain: another value comes first${denied}. ${why}`;
  }
  const prevails = `it prevails over ${others(precedence?.prevailedOver?.length ?? 0, "")}`;
  if (againstIt.length > 0) return `Contested: ${prevails}, but ${opposing(againstIt)}. ${why}`;
  return `Accepted: ${prevails}. ${why}`;
}

function supporting(claims: readonly WeighedClaim[]): string {
  return `${count(claims.length, "claim supports", "claims support")} it${voices(claims)}`;
}

function opposing(claims: readonly WeighedClaim[]): string {
  return `${count(claims.length, "claim opposes", "claims oppose")} it${voices(claims)}`;
}

/** Says how many independent sources stand behind several claims; one claim needs no such remark. */
function voices(claims: readonly WeighedClaim[]): string {
  if (claims.length < 2) return "";
  return `, from ${count(rootGroupsOfSide(claims).length, "independent source", "independent sources")}`;
}

function others(howMany: number, verb = " is"): string {
  if (howMany === 1) return `another value${verb}`;
  return `${howMany} other values${verb === " is" ? " are" : verb}`;
}

function listReasons(reasons: readonly string[]): string {
  return reasons
    .map((reason) => `a claim ${REASON_WORDS[reason] ?? `is kept out (${reason})`}`)
    .join(", and ");
}

function distinctReasons(reasons: readonly (string | null)[]): readonly string[] {
  return [...new Set(reasons.filter((reason) => reason !== null))].sort();
}

function count(howMany: number, one: string, many: string): string {
  return `${howMany} ${howMany === 1 ? one : many}`;
}
