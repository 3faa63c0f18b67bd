import type { Digest, JsonObject, JsonValue, Timestamp } from "../model/index.js";
import { isJsonObject, kipError } from "../model/index.js";
import type { SpaceView } from "../state/index.js";
import type { OutcomeRow } from "../store/index.js";
import type { Evaluation } from "./evaluation.js";
import type { Door, Gate } from "./gate.js";
import { keptOutcome, requireSameWork } from "./idempotency.js";
import type { IngestEntry } from "./ingest-context.js";
import type { IntentKey } from "./intent-keys.js";
import type { PreparedOperation } from "./operation.js";
import { emptyResultOf, type RetainedAnswers } from "./retained.js";
import type { SpaceSession } from "./session.js";
import type { TransactionOutcome } from "./transact.js";

/** The part of a transaction's request by which its outcome is kept and found again. */
export interface KeyedWork {
  readonly keys: readonly IntentKey[];
  readonly principal: string;
  readonly operations: readonly PreparedOperation[];
  readonly ingest: readonly IngestEntry[];
}

/** What the keys of a request came to: an outcome they were spent on, or those that are still to be spent. */
export interface KeyLookup {
  readonly outcome: TransactionOutcome | null;
  readonly unspent: readonly IntentKey[];
}

/**
 * Looks for what a transaction's keys were spent on (§34.3). The receipt comes back as it was, since what was committed
 * was committed; what was answered comes back as far as the Principal may know it now (§28.6, §68.2): a read that was
 * answered under other rules is withheld, and elements that are hidden today are not named.
 * @throws `Unauthenticated` for a Principal that is suspended by now, `IdempotencyConflict` for a key that was spent on
 * other work (§34.4), `TransactionUnknown` for an expired one (§34.5).
 */
export async function lookUpKeys(session: SpaceSession, work: KeyedWork, door: Door): Promise<KeyLookup> {
  const unspent: IntentKey[] = [];
  let found: Awaited<ReturnType<typeof keptOutcome>> = null;
  for (const key of work.keys) {
    const kept = await keptOutcome(session, work.principal, key.stored, key.sent);
    if (!kept) {
      if (key.binds) unspent.push(key);
      continue;
    }
    requireSameWork(kept.row, key.digest);
    if (key.batch === null) found ??= kept;
  }
  if (found === null) return { outcome: null, unspent };
  const { row, commit } = found;
  const kept = commit ?? row.no_effect;
  if (!kept) throw kipError("InternalError", "a retained outcome lost its record");
  // What another tab decided a moment ago counts: nothing else would notice, since nothing is committed.
  await session.level();
  const answers = (row.answers ?? kept.result) as unknown as readonly Evaluation[];
  const outcome = await session.evaluate(() => {
    const gate = door.pass();
    return {
      evaluations: answersFor(gate, answers, work.operations, row.seen),
      receipt: kept.receipt,
      replayed: true,
      cited: row.cited ?? citedByKey(session.view, work.ingest),
    };
  });
  return { outcome, unspent };
}

/** The rows that keep a finished transaction under each of its keys that is not spent yet. */
export function outcomeRows(
  { principal, ingest }: KeyedWork,
  unspent: readonly IntentKey[],
  finished: {
    readonly space: string;
    readonly now: Timestamp;
    readonly answers: RetainedAnswers;
    readonly cited: JsonObject;
    readonly seen: string;
    readonly seq: number | null;
    readonly noEffect: OutcomeRow["no_effect"];
  },
): readonly OutcomeRow[] {
  const { space, now, answers, cited, seen, seq, noEffect } = finished;
  const handles = artifactsOf(ingest);
  const artifacts = Object.keys(handles).length > 0 ? { artifacts: handles } : {};
  return unspent.map(({ stored, digest, batch }) => {
    const row = { space, principal, key: stored, request_digest: digest, recorded_at: now, ...artifacts };
    if (batch !== null) return { ...row, seq: null, no_effect: null, batch };
    return {
      ...{ ...row, seq, no_effect: noEffect, seen },
      ...(Object.keys(cited).length > 0 ? { cited } : {}),
      ...(answers.whole ? { answers: answers.whole, answers_in: space } : {}),
    };
  });
}

/**
 * Names what a Principal is authorized to see at an instant: while the name stays the same, so does the answer of a read
 * at one coordinate. `seq` is given where a commit of that sequence also decides about elements.
 */
export function standingOf({ authority, control }: Gate, seq?: number): string {
  return JSON.stringify([
    authority.caller.purpose,
    control.rulesVersion,
    seq ?? control.elementsVersion,
    authority.validUntil,
  ]);
}

function artifactsOf(ingest: readonly IngestEntry[]): Readonly<Record<string, Digest>> {
  return Object.fromEntries(
    ingest.flatMap(({ artifact, contentDigest }) => (artifact === null ? [] : [[artifact, contentDigest]])),
  );
}

function answersFor(
  gate: Gate,
  answers: readonly Evaluation[],
  operations: readonly PreparedOperation[],
  seen: string | undefined,
): readonly Evaluation[] {
  const isUnchanged = gate.authority.seesEverything || seen === standingOf(gate);
  return answers.map((answer, index) => {
    const operation = operations[index];
    if (operation === undefined) return answer;
    if (operation.stateChanging) return isUnchanged ? answer : withoutHidden(answer, gate.view);
    if (isErased(answer)) return { ...answer, result: emptyResultOf(operation.command) };
    return isUnchanged && mayAsk(gate, operation) ? answer : withheld(answer, operation);
  });
}

/** Whether content was purged since, and with it what the read had found. */
function isErased({ warnings }: Evaluation): boolean {
  return warnings.some(({ code }) => code === "AnswerErased");
}

function mayAsk(gate: Gate, { command }: PreparedOperation): boolean {
  try {
    gate.statement(command);
    return true;
  } catch {
    return false;
  }
}

/** What was read under other rules than those of now: it cannot be told which of it may still be seen. */
function withheld(answer: Evaluation, { command }: PreparedOperation): Evaluation {
  const { space_id, snapshot_seq, schema_environment_version } = answer.context;
  return {
    result: emptyResultOf(command),
    context: { space_id, snapshot_seq, schema_environment_version },
    warnings: [
      {
        code: "AnswerWithheld",
        message:
          "What this operation read is not told again: what may be seen has changed since. Read again, without the key, to learn what may be seen now.",
      },
    ],
    nextCursor: null,
  };
}

/** The members of a summary that name elements. */
const NAMING = ["handles", "created_ids", "ingested"];

/** A summary without the ids of elements that are not there for the Principal now (§30.4). */
function withoutHidden(answer: Evaluation, view: SpaceView): Evaluation {
  const { result } = answer;
  if (!isJsonObject(result)) return answer;
  let hides = false;
  const isShown = (id: JsonValue) => {
    const shown = typeof id !== "string" || view.element(id as never) !== undefined;
    hides ||= !shown;
    return shown;
  };
  const shownIn = (value: JsonValue): JsonValue => {
    if (Array.isArray(value)) return value.filter(isShown);
    if (!isJsonObject(value)) return value;
    return Object.fromEntries(Object.entries(value).filter(([, id]) => isShown(id)));
  };
  const summary = Object.fromEntries(
    Object.entries(result).map(([name, value]) => [name, NAMING.includes(name) ? shownIn(value) : value]),
  );
  if (!hides) return answer;
  const warning = {
    code: "AnswerWithheld",
    message: "Not every element this command wrote is named: what may be seen has changed since.",
  };
  return { ...answer, result: summary, warnings: [...answer.warnings, warning] };
}

/** What an earlier transaction minted for these observations, as far as a client key tells (§7.5). */
function citedByKey(view: SpaceView, entries: readonly IngestEntry[]): JsonObject {
  return Object.fromEntries(
    entries.flatMap(({ key, clientKey }) => {
      const minted = clientKey === null ? undefined : view.clientKey("evidence", clientKey);
      return minted ? [[key, { id: minted.id }]] : [];
    }),
  );
}
