import type { BeliefStatus, ElementId, Leading, SlotStatus } from "../model/index.js";
import { candidateStatus, type Tally, tally, uncertaintyReasons } from "./candidate-status.js";
import type { Candidate } from "./candidates.js";
import type { ProjectionPolicy } from "./policy-artifact.js";
import type { Contender, PrecedenceRule } from "./precedence.js";
import { isExclusive, isFunctionalConflict, type SlotRules } from "./slot-rules.js";
import type { WeighedClaim } from "./weighing.js";

/** One candidate with its claims, as the second stage compares it with the others of its scope. */
export interface WeighedCandidate {
  readonly candidate: Candidate;
  /** The Proposition that stands for the candidate in results; null for a value nobody stated. */
  readonly propositionId: ElementId | null;
  readonly claims: readonly WeighedClaim[];
}

/** Which rule decided a status: what the ledger names (§21.13, §27.4). Precedence rules go by their own name. */
export type DecidingRule =
  | "no_basis"
  | "undecided_material"
  | "unopposed_support"
  | "unanswered_opposition"
  | "stance_conflict"
  | "slot_conflict"
  | "exclusive_value"
  | "closed_world"
  | (string & {});

/** The belief about one candidate, before it is put into words. */
export interface Verdict {
  readonly candidateStatus: BeliefStatus;
  readonly status: BeliefStatus;
  readonly rule: DecidingRule;
  readonly reasons: readonly string[];
  readonly leading: Leading;
  readonly conflictRefs: readonly ElementId[];
  readonly conflictReasons: readonly string[];
  readonly precedence: {
    readonly rule: string;
    readonly prevailedOver?: readonly ElementId[];
    readonly outrankedBy?: ElementId;
  } | null;
  readonly tally: Tally;
}

interface Entry {
  readonly member: WeighedCandidate;
  readonly counts: Tally;
  readonly status: BeliefStatus;
}

/** The candidate a policy put first, and by which of its rules. */
interface Settled {
  readonly winner: Entry;
  readonly rule: PrecedenceRule;
}

/** The conflict of one scope and how the policy settled it. */
interface Conflict {
  readonly contenders: ReadonlySet<Entry>;
  readonly reasons: readonly string[];
  /** Null: the conflict stands. */
  readonly settled: Settled | null;
  /** For each root group, how many contenders it supports. */
  readonly supporters: ReadonlyMap<string, number>;
}

/**
 * The second stage (§21.11): the candidates of one scope against each other, under the same basis. However a candidate
 * was asked for, its verdict comes from here, so BELIEF and BELIEF SLOT cannot disagree.
 */
export class Settlement {
  readonly #rules: SlotRules;
  readonly #entries: ReadonlyMap<string, Entry>;
  readonly #conflict: Conflict | null;
  /** The candidates whose acceptance may rule others out; found only where the Predicate says that it does. */
  readonly #accepted: readonly Entry[];
  readonly #verdicts = new Map<string, Verdict>();

  constructor(
    subject: ElementId | null,
    rules: SlotRules,
    policy: ProjectionPolicy,
    members: readonly WeighedCandidate[],
  ) {
    this.#rules = rules;
    this.#entries = new Map(members.map((member) => [member.candidate.key, entryOf(member)]));
    this.#conflict = findConflict([...this.#entries.values()], subject, rules, policy);
    this.#accepted =
      isExclusive(rules) || rules.booleanCompleteness
        ? [...this.#entries.values()].filter((entry) => this.#isAccepted(entry))
        : [];
  }

  /** The verdict on a candidate. One that nobody stated is judged as if it stood in the scope with no claims (§46.4). */
  verdictOn(member: WeighedCandidate): Verdict {
    const { key } = member.candidate;
    const known = this.#verdicts.get(key);
    if (known) return known;
    const verdict = this.#judge(this.#entries.get(key) ?? entryOf(member));
    this.#verdicts.set(key, verdict);
    return verdict;
  }

  /** The candidates in conflict with one another, settled or not; empty when there is no conflict. */
  contenders(): readonly WeighedCandidate[] {
    return [...(this.#conflict?.contenders ?? [])].map(({ member }) => member);
  }

  /** The status of the scope as a slot (§47.3). */
  status(): SlotStatus {
    return slotStatus([...this.#entries.values()].map(({ member }) => this.verdictOn(member).status));
  }

  #judge(entry: Entry): Verdict {
    const conflict = this.#conflict;
    if (conflict?.contenders.has(entry)) {
      const { settled } = conflict;
      if (settled === null) return contested(entry, conflict);
      return settled.winner === entry
        ? prevailing(entry, conflict, settled)
        : outranked(entry, conflict, settled);
    }
    const rival = this.#accepted.find((accepted) => this.#rulesOut(accepted, entry));
    if (rival) return excluded(entry, rival);
    if (entry.status === "insufficient" && !this.#rules.openWorld) {
      return { ...plain(entry), status: "rejected", rule: "closed_world", leading: "opposition" };
    }
    return plain(entry);
  }

  /** Whether accepting one value rejects another (§20.15): any in a complete slot, or the opposite of a boolean. */
  #rulesOut(accepted: Entry, entry: Entry): boolean {
    if (accepted.member.candidate.key === entry.member.candidate.key) return false;
    const bothBooleans = [accepted, entry].every(
      ({ member }) => typeof member.candidate.object === "boolean",
    );
    return isExclusive(this.#rules) || (this.#rules.booleanCompleteness && bothBooleans);
  }

  /** Whether a candidate ends up accepted. Only support accepts, so exclusion by others does not enter into it. */
  #isAccepted(entry: Entry): boolean {
    const conflict = this.#conflict;
    return (
      entry.status === "accepted" && (!conflict?.contenders.has(entry) || conflict.settled?.winner === entry)
    );
  }
}

/**
 * The status of several candidates taken as one slot (§47.3): a value to go by, else a dispute, else something unclear.
 * Rejected candidates say what the value is not. A slot has no such status, and what the value is stays unknown, so one
 * that holds nothing else is `insufficient` (§21.8); the rejections are in the candidates' own projections.
 */
export function slotStatus(statuses: readonly BeliefStatus[]): SlotStatus {
  const order: readonly SlotStatus[] = ["accepted", "contested", "uncertain"];
  return order.find((status) => statuses.includes(status)) ?? "insufficient";
}

function entryOf(member: WeighedCandidate): Entry {
  const counts = tally(member.claims);
  return { member, counts, status: candidateStatus(counts) };
}

/** The conflict among supported values, when the Predicate makes one of them (§25.1). */
function findConflict(
  entries: readonly Entry[],
  subject: ElementId | null,
  rules: SlotRules,
  policy: ProjectionPolicy,
): Conflict | null {
  const supported = entries.filter(({ counts }) => counts.support.length > 0);
  const booleans = supported.filter(({ member }) => typeof member.candidate.object === "boolean");
  const compete = isFunctionalConflict(rules) || isExclusive(rules);
  const contenders = compete ? supported : rules.booleanCompleteness ? booleans : [];
  if (subject === null || contenders.length < 2) return null;
  const reasons = [
    ...(isExclusive(rules) || (rules.booleanCompleteness && booleans.length > 1) ? ["exclusive_value"] : []),
    ...(isFunctionalConflict(rules) ? ["functional_value"] : []),
  ];
  const supporters = new Map<string, number>();
  for (const { counts } of contenders) {
    for (const root of rootsOf(counts.support)) supporters.set(root, (supporters.get(root) ?? 0) + 1);
  }
  return {
    contenders: new Set(contenders),
    reasons,
    settled: settle(contenders, subject, policy),
    supporters,
  };
}

/** The first rule under which one contender prevails over every other (§21.13), or null when the conflict stands. */
function settle(contenders: readonly Entry[], subject: ElementId, policy: ProjectionPolicy): Settled | null {
  const views = contenders.map((entry): { entry: Entry; view: Contender } => ({
    entry,
    view: {
      support: entry.counts.support.map(({ timed: { claim } }) => claim),
      roots: rootsOf(entry.counts.support).size,
    },
  }));
  for (const rule of policy.precedence) {
    const first = views.find(({ view }) =>
      views.every((other) => other.view === view || rule.prevails(view, other.view, subject)),
    );
    if (first) return { winner: first.entry, rule };
  }
  return null;
}

/** The verdict of a candidate's own claims. */
function plain({ counts, status }: Entry): Verdict {
  return {
    candidateStatus: status,
    status,
    rule: RULE_OF[status],
    reasons: status === "uncertain" ? uncertaintyReasons(counts) : [],
    leading:
      status === "accepted"
        ? "support"
        : status === "rejected"
          ? "opposition"
          : status === "contested"
            ? heavier(rootsOf(counts.support).size, rootsOf(counts.opposition).size)
            : "none",
    conflictRefs: [],
    conflictReasons: [],
    precedence: null,
    tally: counts,
  };
}

const RULE_OF: Readonly<Record<BeliefStatus, DecidingRule>> = {
  accepted: "unopposed_support",
  rejected: "unanswered_opposition",
  contested: "stance_conflict",
  uncertain: "undecided_material",
  insufficient: "no_basis",
};

function contested(entry: Entry, conflict: Conflict): Verdict {
  const own = rootsOf(entry.counts.support);
  const against = rootsOf(entry.counts.opposition);
  let rivals = 0;
  for (const [root, supporters] of conflict.supporters) {
    if (supporters - (own.has(root) ? 1 : 0) === 0) continue;
    rivals += 1;
    against.delete(root);
  }
  return {
    ...plain(entry),
    status: "contested",
    rule: "slot_conflict",
    reasons: [],
    leading: heavier(own.size, rivals + against.size),
    conflictRefs: othersOf(entry, conflict),
    conflictReasons: conflict.reasons,
  };
}

function prevailing(entry: Entry, conflict: Conflict, settled: Settled): Verdict {
  const rule = settled.rule.id;
  return { ...plain(entry), rule, precedence: { rule, prevailedOver: othersOf(entry, conflict) } };
}

/** Never rejected: nobody opposed the value, another one merely comes first (§21.13). */
function outranked(entry: Entry, conflict: Conflict, settled: Settled): Verdict {
  const winner = settled.winner.member.propositionId;
  const rule = settled.rule.id;
  return {
    ...plain(entry),
    status: "uncertain",
    rule,
    reasons: ["outranked"],
    leading: "none",
    conflictRefs: winner === null ? [] : [winner],
    conflictReasons: conflict.reasons,
    precedence: winner === null ? { rule } : { rule, outrankedBy: winner },
  };
}

function excluded(entry: Entry, { member }: Entry): Verdict {
  return {
    ...plain(entry),
    status: "rejected",
    rule: "exclusive_value",
    reasons: [],
    leading: "opposition",
    conflictRefs: member.propositionId === null ? [] : [member.propositionId],
    conflictReasons: ["exclusive_value"],
  };
}

function othersOf(entry: Entry, { contenders }: Conflict): readonly ElementId[] {
  return [...contenders]
    .filter((other) => other !== entry)
    .map(({ member }) => member.propositionId)
    .filter((id) => id !== null);
}

function rootsOf(claims: readonly WeighedClaim[]): Set<string> {
  return new Set(claims.flatMap(({ rootGroups }) => rootGroups));
}

function heavier(support: number, opposition: number): Leading {
  return support === opposition ? "none" : support > opposition ? "support" : "opposition";
}

/** The distinct root groups of claims (§23.4), sorted. */
export function rootGroupsOfSide(claims: readonly WeighedClaim[]): readonly string[] {
  return [...rootsOf(claims)].sort();
}
