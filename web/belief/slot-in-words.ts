import type { SlotStatus } from "../../src/model/index.js";
import type { BeliefFacts } from "./facts.js";
import { list } from "./in-words.js";

/** What the words about one subject–predicate slot are made from. */
export interface SlotFacts {
  readonly status: SlotStatus;
  readonly accepted: readonly string[];
  readonly candidates: readonly BeliefFacts[];
}

/** What the memory answers for a whole slot (§47), in plain words. The candidates explain themselves one by one. */
export function slotInWords({ status, accepted, candidates }: SlotFacts): string {
  const others = candidates.length - accepted.length;
  switch (status) {
    case "accepted":
      return `Accepted: ${list(accepted)}. ${standing(others)}`;
    case "contested":
      return `Contested: ${claimed(candidates, "contested")}. Nothing on record settles it.`;
    case "uncertain":
      return `Uncertain: ${claimed(candidates, "uncertain")}, and nothing on record is enough to commit to.`;
    case "insufficient":
      return candidates.length === 0
        ? "Insufficient: nothing on record. That is not a no."
        : "Insufficient: nothing on record counts at this time. That is not a no.";
  }
}

function standing(others: number): string {
  if (others <= 0) return "Nothing else was claimed.";
  return others === 1
    ? "One other value was claimed; see why it gave way."
    : `${others} other values were claimed; see why they gave way.`;
}

function claimed(candidates: readonly BeliefFacts[], status: string): string {
  const values = candidates
    .filter((candidate) => candidate.status === status)
    .map(({ statement }) => statement?.object ?? "an unnamed value");
  if (values.length === 0) return "what is on record does not agree";
  if (values.length === 1) return `${values[0]} is claimed by some and denied by others`;
  return `${list(values)} are claimed, and only one can hold`;
}
