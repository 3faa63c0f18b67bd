import type { BeliefStatus, SlotStatus } from "../../src/model/index.js";
import type { BeliefFacts } from "./facts.js";
import { few, list } from "./in-words.js";

/** What the words about one subject–predicate slot are made from. */
export interface SlotFacts {
  readonly status: SlotStatus;
  readonly accepted: readonly string[];
  /** Whether BELIEF rejects every value that nothing counts for (§24.2). */
  readonly isClosedWorld: boolean;
  readonly candidates: readonly BeliefFacts[];
}

/** The order in which a reader wants the candidates: what to go by first, what does not count last. */
export const READING_ORDER: readonly BeliefStatus[] = [
  "accepted",
  "contested",
  "uncertain",
  "rejected",
  "insufficient",
];

/**
 * What the memory answers for a whole slot (§47), in plain words: what its candidates' statuses add up to, and no more.
 * The candidates explain themselves one by one.
 */
export function slotInWords({ status, accepted, isClosedWorld, candidates }: SlotFacts): string {
  const with_ = (wanted: BeliefStatus) => candidates.filter((candidate) => candidate.status === wanted);
  switch (status) {
    case "accepted":
      return `Accepted: ${few(accepted)}. ${othersInWords(candidates)}`;
    case "contested":
      return `Contested: ${contestInWords(with_("contested"))}. Nothing on record settles it.`;
    case "uncertain":
      return `Uncertain: what is on record about ${few(with_("uncertain").map(named))} is not enough to commit to.`;
    case "insufficient":
      return isClosedWorld ? noValue(with_("rejected")) : insufficient(with_("rejected"), candidates.length);
  }
}

/** The other candidates by status; an accepted slot is no verdict on them. */
function othersInWords(candidates: readonly BeliefFacts[]): string {
  const counts = READING_ORDER.filter((status) => status !== "accepted").flatMap((status) => {
    const howMany = candidates.filter((candidate) => candidate.status === status).length;
    return howMany === 0 ? [] : [`${howMany} ${status}`];
  });
  return counts.length === 0 ? "No other value is on record." : `Other values on record: ${list(counts)}.`;
}

/** Values that exclude each other, and values of which some say yes and some no, are different disputes. */
function contestInWords(contested: readonly BeliefFacts[]): string {
  const rivals = contested.filter(({ conflictReasons }) => conflictReasons.length > 0).map(named);
  const disputed = contested.filter(({ conflictReasons }) => conflictReasons.length === 0).map(named);
  const parts = [
    ...(rivals.length > 1 ? [`${few(rivals)} are claimed, and only one can hold`] : []),
    ...(rivals.length === 1 ? [`${rivals[0]} is claimed, and so is a value that rules it out`] : []),
    ...(disputed.length === 1 ? [`${disputed[0]} is both claimed and denied`] : []),
    ...(disputed.length > 1 ? [`${few(disputed)} are both claimed and denied`] : []),
  ];
  return parts.join("; ");
}

/** No value in a closed world: the slot is insufficient all the same, as it has no status for a no (§47.3). */
function noValue(rejected: readonly BeliefFacts[]): string {
  const closed = "Of this predicate whatever is not on record is false";
  if (rejected.length === 0) return `Insufficient: nothing on record. ${closed}, so any value is rejected.`;
  const values = few(rejected.map(named));
  return `Insufficient: ${values} ${rejected.length === 1 ? "is" : "are"} rejected. ${closed}, so any other value is rejected, too.`;
}

function insufficient(rejected: readonly BeliefFacts[], candidates: number): string {
  if (candidates === 0) return "Insufficient: nothing on record. That is not a no.";
  if (rejected.length === 0) {
    return "Insufficient: nothing on record counts at this time. That is not a no.";
  }
  const denied = `${few(rejected.map(named))} ${rejected.length === 1 ? "is" : "are"} rejected`;
  return `Insufficient: ${denied}, and nothing counts for any other value. Of those, that is not a no.`;
}

function named({ value }: BeliefFacts): string {
  return value;
}
