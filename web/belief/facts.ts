import type {
  AssertionMode,
  BeliefStatus,
  Leading,
  Stance,
  Timestamp,
  ValidTime,
} from "../../src/model/index.js";

/** One line of Evidence under a claim, ready to be shown. */
export interface Exhibit {
  readonly id: string;
  readonly role: string;
  readonly evidenceClass: string;
  readonly observedAt: Timestamp | null;
  /** What was said or seen, as text; null when the payload was purged or may not be read. */
  readonly text: string | null;
}

/** One Assertion as a voice: who takes which stance, since when, on what grounds. */
export interface Voice {
  readonly assertionId: string;
  readonly actorId: string;
  readonly actor: string;
  /** The actor speaks of themselves: the slot's subject and the one who asserted it are the same. */
  readonly isSubject: boolean;
  readonly stance: Stance;
  readonly mode: AssertionMode;
  /** Null when the caller may know that the claim counts, but not read it (§49.2). */
  readonly assertedAt: Timestamp | null;
  readonly validTime: ValidTime;
  /** When a newer claim of the same actor ended this one (§25.4), where the ledger says so. */
  readonly endedAt: Timestamp | null;
  readonly confidence: number | null;
  readonly exhibits: readonly Exhibit[];
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
  readonly support: readonly Voice[];
  readonly opposition: readonly Voice[];
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
  readonly validAt: Timestamp;
}
