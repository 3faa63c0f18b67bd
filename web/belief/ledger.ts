import {
  isJsonObject,
  isTimestamp,
  type JsonObject,
  type JsonValue,
  type Projection,
  type Timestamp,
  type ValidTime,
} from "../../src/model/index.js";
import { nameOf, statementOf } from "./facts-of.js";
import type { BeliefMaterial } from "./material.js";

/** One claim of a ledger, as a person reads it: who said what, for when, and whether it counts and why. */
export interface LedgerLine {
  readonly assertionId: string;
  readonly actor: string;
  /** What was said: "prefers Dark", or "not prefers Dark" for a denial. */
  readonly said: string;
  readonly mode: string;
  readonly assertedAt: Timestamp | null;
  readonly written: ValidTime;
  /** When a newer claim of the same line ended this one (§25.4). */
  readonly endedAt: Timestamp | null;
  readonly standing: "counts" | "counts, unverified" | "undecided" | "does not count";
  readonly why: string;
}

/** The account a projection's ledger gives: its lines in the engine's order, and the rule that decided (§27.4). */
export interface LedgerAccount {
  readonly rule: string | null;
  readonly lines: readonly LedgerLine[];
}

const REASONS: Readonly<Record<string, string>> = {
  retracted: "it was withdrawn",
  superseded: "its actor corrected it",
  archived: "it is archived",
  tombstoned: "it was deleted",
  purged: "it was erased",
  hypothetical: "it is a hypothesis",
  predicted: "it is a forecast",
  imported: "it is imported, and nobody here vouches for it",
  context_mismatch: "it holds in another context",
  expired: "it has ended by this time",
  not_yet_valid: "it has not begun by this time",
  temporal_indeterminate: "it cannot be placed before or after this time",
  stance_uncertain: "it takes no side",
  evidence_corrected: "the evidence under it was corrected",
  dependency_needs_review: "it is an inference whose sources have changed",
  dependency_unverifiable: "it is an inference whose sources cannot be checked",
  circular_provenance: "it rests on nothing but itself",
  quarantined: "it is quarantined",
  recording_invalidated: "it was recorded by mistake",
};

const STANDINGS: Readonly<Record<string, LedgerLine["standing"]>> = {
  full: "counts",
  unverified: "counts, unverified",
  undecided: "undecided",
};

/** Reads the ledger of a projection; null when it was not asked for at that level (§49.1). */
export function ledgerOf({ explanation }: Projection, material: BeliefMaterial): LedgerAccount | null {
  if (!Array.isArray(explanation?.entries)) return null;
  return {
    rule: typeof explanation.rule === "string" ? explanation.rule : null,
    lines: explanation.entries.filter(isJsonObject).map((entry) => lineOf(entry, material)),
  };
}

/** The claims and statements a ledger names, so that they can be read and shown by name. */
export function namedInLedger({ explanation }: Projection): {
  readonly assertions: readonly string[];
  readonly propositions: readonly string[];
} {
  const entries: readonly JsonValue[] = Array.isArray(explanation?.entries) ? explanation.entries : [];
  const ids = (member: string) =>
    entries.flatMap((entry: JsonValue) => {
      const id = isJsonObject(entry) ? entry[member] : undefined;
      return typeof id === "string" ? [id] : [];
    });
  return { assertions: ids("assertion_id"), propositions: ids("proposition_id") };
}

function lineOf(entry: JsonObject, material: BeliefMaterial): LedgerLine {
  const { reason, stance, weight } = entry;
  return {
    assertionId: text(entry.assertion_id),
    actor: isJsonObject(entry.actor) ? nameOf(text(entry.actor.id), material) : "somebody",
    said: saidIn(text(entry.proposition_id), stance, material),
    mode: text(entry.mode),
    assertedAt: timestampIn(entry.asserted_at),
    written: isJsonObject(entry.written) ? (entry.written as ValidTime) : {},
    endedAt: endOf(entry),
    standing: STANDINGS[text(weight)] ?? "does not count",
    why: typeof reason === "string" ? (REASONS[reason] ?? reason.replaceAll("_", " ")) : sideIn(stance),
  };
}

function saidIn(propositionId: string, stance: JsonValue | undefined, material: BeliefMaterial): string {
  const statement = statementOf(propositionId, material);
  const words = statement ? `${statement.predicate} ${statement.object}` : propositionId;
  if (stance === "reject") return `not ${words}`;
  return stance === "uncertain" ? `perhaps ${words}` : words;
}

function sideIn(stance: JsonValue | undefined): string {
  return stance === "reject" ? "it opposes, and holds at this time" : "it supports, and holds at this time";
}

function endOf({ ended_by, effective }: JsonObject): Timestamp | null {
  if (!Array.isArray(ended_by) || ended_by.length === 0 || !isJsonObject(effective)) return null;
  return timestampIn(effective.until);
}

function timestampIn(value: JsonValue | undefined): Timestamp | null {
  return typeof value === "string" && isTimestamp(value) ? value : null;
}

function text(value: JsonValue | undefined): string {
  return typeof value === "string" ? value : "";
}
