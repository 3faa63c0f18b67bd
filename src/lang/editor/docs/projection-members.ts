import { SEARCH_MODES } from "../../search-modes.js";
import { type Member, type MemberTable, membersOf } from "./member.js";

// What the virtual results of a query hold: beliefs (§27.2), slots (§47.3), structural edges (§43.7), hits (§43.8).

const BASIS: MemberTable = {
  policy: ["object", "The policy that judged, with its version."],
  valid_at: ["timestamp", "The instant of the world it speaks of."],
  snapshot_seq: ["integer", "The commit the memory was read at."],
  context_refs: ["array", "The contexts it was asked for."],
  purpose: ["string", "What the answer is for."],
  risk: ["string", "How much hangs on it."],
  next_invalid_at: ["timestamp | null", "When a boundary in time may change it."],
  schema_environment_version: ["integer", "The version of the schema in force."],
  trust_version: ["string", "The version of the trust state."],
  space_id: ["string", "The Space it was computed in."],
};
const POLICY: MemberTable = {
  id: ["string", "The policy's id."],
  version: ["string", "The policy's version."],
};
const UNCERTAINTY: MemberTable = {
  level: ["string | null", "How uncertain it is, in a word."],
  reasons: ["array", "Why it is not settled."],
};
const SIDE: MemberTable = {
  score: ["number | null", "The weight of this side, where the policy weighs."],
  assertion_ids: ["array", "The claims that count on this side."],
  root_groups: ["array", "The independent sources behind them."],
};

const uncertainty = () => membersOf(UNCERTAINTY);
const basis = () => membersOf(BASIS, { policy: () => membersOf(POLICY) });
const side = () => membersOf(SIDE);

const STATUSES = ["accepted", "rejected", "contested", "uncertain", "insufficient"];

/** What BELIEF binds. */
export function beliefMembers(): readonly Member[] {
  return membersOf(
    {
      status: ["string", "What the memory makes of it. insufficient means unknown, not no.", STATUSES],
      leading: ["string", "The heavier side while it is contested.", ["support", "opposition", "none"]],
      support: ["object", "What speaks for it."],
      opposition: ["object", "What speaks against it."],
      uncertainty: ["object", "How uncertain it is, and why."],
      conflict_refs: ["array", "The claims it is in conflict with."],
      conflict_reasons: ["array", "Why they conflict."],
      precedence: ["object", "The rule that settled a conflict, if one did."],
      explanation: ["object", "How the answer came about, as far as was asked for."],
      basis: ["object", "Policy, time and commit the answer was computed with."],
      proposition_id: ["string | null", "The stored Proposition; null when nobody ever recorded it."],
      candidate_status: ["string", "The status before its rivals in the slot are looked at.", STATUSES],
      slot_status: ["string", "The status of the whole slot.", STATUSES],
    },
    { support: side, opposition: side, uncertainty, basis },
  );
}

/** What BELIEF SLOT binds. */
export function slotMembers(): readonly Member[] {
  return membersOf(
    {
      status: [
        "string",
        "Whether one value stands. insufficient means unknown.",
        STATUSES.filter((status) => status !== "rejected"),
      ],
      accepted_values: ["array", "The values that stand."],
      candidate_projections: ["array", "Every candidate with its own projection."],
      uncertainty: ["object", "How uncertain it is, and why."],
      explanation: ["object", "How the answer came about, as far as was asked for."],
      basis: ["object", "Policy, time and commit the answer was computed with."],
      subject: ["element", "Whose slot it is."],
      predicate_ref: ["string", "The exact predicate."],
    },
    { uncertainty, basis },
  );
}

/** What STRUCTURAL binds. */
export function edgeMembers(): readonly Member[] {
  return membersOf({
    index: ["integer", "Its place in an ordered field, from zero."],
    source: ["element", "What holds the reference."],
    field: ["string", "The field it belongs to."],
    target: ["element", "What it refers to."],
    role: ["string", "The role of a citation."],
  });
}

/** What SEARCH adds to the element it binds. */
export function retrievalMember(): Member {
  const members = () =>
    membersOf({
      score: ["number", "How well it fits the search, from 0 to 1. Never a confidence."],
      mode: ["string", "The way it was found.", SEARCH_MODES],
    });
  return {
    name: "retrieval",
    detail: "object",
    text: "How the search found it, for this query only.",
    members,
  };
}
