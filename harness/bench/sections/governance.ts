import { atMost } from "../goals.js";
import { compare } from "../rows.js";
import type { BenchSection } from "../section.js";

const VILLAGES = 10;
/** One person in so many is kept from the restricted Principal. */
const HIDDEN_EVERY = 10;
/** So many commands a request. */
const COMMANDS = 20;
const GOAL = 1.3;

/** What it costs to read as a Principal from whom something is hidden. */
export const governance: BenchSection = {
  name: "governance",
  about: "point BELIEF and a two-hop join as a Principal that may not know of some people, beside the owner",
  run: async ({ rounds, warmupRounds, scale, inPage }) => {
    const villages = Math.max(1, Math.round(VILLAGES * scale));
    const plan = { rounds, warmupRounds, villages, hiddenEvery: HIDDEN_EVERY, commands: COMMANDS };
    const { assertions, hidden, beliefMs, joinMs, afterCommitMs } = await inPage("governance", plan);
    const belief = compare(
      `${COMMANDS} point BELIEFs, restricted`,
      beliefMs.restricted,
      "owner",
      beliefMs.owner,
    );
    const join = compare(`${COMMANDS} × two hops, restricted`, joinMs.restricted, "owner", joinMs.owner);
    const after = compare(
      "one of two hops right after a commit, restricted",
      afterCommitMs.restricted,
      "owner",
      afterCommitMs.owner,
    );
    return {
      rows: [...belief.rows, ...join.rows, ...after.rows],
      goals: [
        atMost("point BELIEF, restricted ÷ owner, p50", belief.ratio.p50, GOAL, "×"),
        atMost("two hops, restricted ÷ owner, p50", join.ratio.p50, GOAL, "×"),
      ],
      notes: [
        `${assertions} assertions; ${hidden} people are hidden, with all that is said about them and by them`,
        "both through the client; the restricted Principal gets fewer rows of the join",
      ],
    };
  },
};
