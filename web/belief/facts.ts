import type {
  AssertionMode,
  BeliefStatus,
  Leading,
  Stance,
  Timestamp,
  ValidTime,
  ValidTimeEndpoint,
} from "../../src/model/index.js";

/** One line of Evidence under a claim, ready to be shown. */
export interface Exhibit {
  readonly id: string;
  readonly role: string;
  readonly evidenceClass: string;
  readonly observedAt: Timestamp | null;
  /** Whether another record has taken its place since (§57.2). */
  readonly isCorrected: boolean;
  /** What was said or seen, as text; null when the payload was purged or may not be read. */
  readonly text: string | null;
}

/** What became of a claim: in full, as a dispute that cannot decide, as something open, or not at all (§27.4). */
export type Standing = "counts" | "counts, unverified" | "undecided" | "does not count";

/** How newer claims of the same line ended one (§25.4): when, as far as that is known, and which they are. */
export interface Ending {
  readonly until: ValidTimeEndpoint;
  readonly by: readonly string[];
}

/** One Assertion as a voice: who takes which stance, since when, on what grounds, and what it comes to. */
export interface Voice {
  readonly assertionId: string;
  readonly actor: string;
  /** The actor speaks of themselves: the slot's subject and the one who asserted it are the same. */
  readonly isSubject: boolean;
  /** Null, as every other member that is not known, when the claim may be counted and not be read (§49.2). */
  readonly stance: Stance | null;
  readonly mode: AssertionMode | null;
  readonly assertedAt: Timestamp | null;
  readonly validTime: ValidTime;
  readonly ending: Ending | null;
  /** The contexts it is limited to, by name. */
  readonly contexts: readonly string[];
  readonly confidence: number | null;
  readonly exhibits: readonly Exhibit[];
  /** Null where no ledger says what became of it. */
  readonly standing: Standing | null;
  /** Why it does not count in full: the ledger's reason by name. */
  readonly reason: string | null;
}

/** The tuple a belief is about, with names where the memory has them. */
export interface Statement {
  readonly subject: string;
  readonly predicate: string;
  readonly object: string;
}

/** Claims that are on record and do not count at this basis: how many, and the reason's name. */
export interface SetAside {
  readonly reason: string;
  readonly claims: number;
}

/** Everything the words about one belief are made from. */
export interface BeliefFacts {
  readonly status: BeliefStatus;
  readonly leading: Leading;
  readonly statement: Statement | null;
  /** What the value is called: by itself, or by the id of its Proposition where that cannot be read. */
  readonly value: string;
  readonly support: readonly Voice[];
  readonly opposition: readonly Voice[];
  /** The claims a ledger lists that are on neither side: those that do not count, and those that take none. */
  readonly aside: readonly Voice[];
  /** How many independent sources the claims that count come from (§23.4). */
  readonly sources: { readonly support: number; readonly opposition: number };
  readonly uncertaintyReasons: readonly string[];
  readonly conflictReasons: readonly string[];
  /** The objects of the rival candidates, by name. */
  readonly rivals: readonly string[];
  /** The precedence rule that settled a conflict (§21.13). */
  readonly rule: string | null;
  /** The rule the explanation names as deciding; null when no explanation was asked for. */
  readonly decidedBy: string | null;
  readonly outrankedBy: string | null;
  readonly setAside: readonly SetAside[];
  /** Whether every claim is listed above; without a ledger there may be others. */
  readonly listsAll: boolean;
  readonly validAt: Timestamp;
}
