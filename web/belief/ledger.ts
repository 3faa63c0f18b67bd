import {
  type AssertionMode,
  isJsonObject,
  isTimestamp,
  type JsonObject,
  type JsonValue,
  type Projection,
  type Stance,
  type Timestamp,
  type ValidTime,
  type ValidTimeEndpoint,
} from "../../src/model/index.js";
import type { Standing } from "./facts.js";

/** What a ledger says of one claim (§27.4). Of a claim that is withheld from its reader it holds the id alone (§49.2). */
export type LedgerEntry =
  | { readonly assertionId: string; readonly isRedacted: true }
  | {
      readonly assertionId: string;
      readonly isRedacted: false;
      readonly propositionId: string;
      readonly actorId: string;
      readonly stance: Stance;
      readonly mode: AssertionMode;
      readonly confidence: number | null;
      readonly assertedAt: Timestamp | null;
      readonly contexts: readonly string[];
      readonly written: ValidTime;
      /** The end that newer claims of the same line gave it, and which they are (§25.4). */
      readonly until: ValidTimeEndpoint;
      readonly endedBy: readonly string[];
      readonly standing: Standing | null;
      readonly reason: string | null;
      readonly evidence: readonly { readonly id: string; readonly role: string }[];
    };

const STANDINGS: Readonly<Record<string, Standing>> = {
  full: "counts",
  unverified: "counts, unverified",
  undecided: "undecided",
  none: "does not count",
};

/** The claims of a projection's ledger in the engine's order; null where no ledger was asked for (§49.1). */
export function ledgerOf({ explanation }: Projection): readonly LedgerEntry[] | null {
  const entries = explanation?.entries;
  return Array.isArray(entries) ? entries.filter(isJsonObject).map(entryOf) : null;
}

function entryOf(entry: JsonObject): LedgerEntry {
  const assertionId = text(entry.assertion_id);
  if (entry.redacted === true) return { assertionId, isRedacted: true };
  const { effective, confidence, reason, written } = entry;
  return {
    assertionId,
    isRedacted: false,
    propositionId: text(entry.proposition_id),
    actorId: isJsonObject(entry.actor) ? text(entry.actor.id) : "",
    stance: text(entry.stance) as Stance,
    mode: text(entry.mode) as AssertionMode,
    confidence: typeof confidence === "number" ? confidence : null,
    assertedAt: timestampIn(entry.asserted_at),
    contexts: texts(entry.context_refs),
    written: isJsonObject(written) ? (written as ValidTime) : {},
    until: isJsonObject(effective) ? ((effective.until ?? null) as ValidTimeEndpoint) : null,
    endedBy: texts(entry.ended_by),
    standing: STANDINGS[text(entry.weight)] ?? null,
    reason: typeof reason === "string" ? reason : null,
    evidence: objects(entry.evidence).map(({ id, role }) => ({ id: text(id), role: text(role) })),
  };
}

function timestampIn(value: JsonValue | undefined): Timestamp | null {
  return typeof value === "string" && isTimestamp(value) ? value : null;
}

function objects(value: JsonValue | undefined): readonly JsonObject[] {
  return Array.isArray(value) ? value.filter(isJsonObject) : [];
}

function texts(value: JsonValue | undefined): readonly string[] {
  return Array.isArray(value) ? value.filter((each: JsonValue) => typeof each === "string") : [];
}

function text(value: JsonValue | undefined): string {
  return typeof value === "string" ? value : "";
}
