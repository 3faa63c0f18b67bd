import { readAsOf, readFindCursor } from "../kql/index.js";
import type { FindCommand, ListDependentsCommand, MetaCommand, Scalar } from "../lang/index.js";
import {
  type HistoryCommand,
  type HistoryRequest,
  historyGap,
  isKnown,
  Operands,
  type ReceiptRecord,
  type RetainedBatch,
  type RetainedTransaction,
  readArtifact,
  readHistoryRequest,
  readListCursor,
  type SnapshotFacts,
  schemaChanged,
  type TransactionReader,
  transactionOf,
  unknownTransaction,
  visibleEnvelope,
} from "../meta/index.js";
import {
  type ChangeEnvelope,
  type JsonObject,
  kipError,
  type SpaceId,
  type Timestamp,
  type Warning,
} from "../model/index.js";
import type { SearchIndex } from "../search/index.js";
import { type PastView, type SpaceView, StateOverlay } from "../state/index.js";
import type { StoredCommit } from "../store/index.js";
import { placed } from "./error-place.js";
import { authorizationViewOf, type EvaluationContext } from "./evaluation.js";
import { keptOutcome } from "./idempotency.js";
import { storedKey } from "./intent-keys.js";
import type { PreparedOperation } from "./operation.js";
import type { SpaceSession } from "./session.js";

/**
 * What a read needs of the log, fetched before it is evaluated: evaluation itself awaits nothing (design 3.2). Most
 * reads are about the present and need nothing.
 */
export type ReadMaterial =
  | { readonly kind: "none" }
  /** The earlier state the read is about. */
  | {
      readonly kind: "past";
      readonly view: SpaceView;
      readonly search: SearchIndex;
      /** Whether something the reader would see there was purged since. */
      readonly isErased: boolean;
    }
  | {
      readonly kind: "history";
      readonly request: HistoryRequest;
      /** The visible transitions, one more than a page where there are more. */
      readonly found: readonly ChangeEnvelope[];
    }
  | { readonly kind: "transaction"; readonly transaction: RetainedTransaction }
  | { readonly kind: "batch"; readonly batch: RetainedBatch }
  | { readonly kind: "snapshot"; readonly facts: SnapshotFacts }
  | { readonly kind: "receipt"; readonly receipt: JsonObject; readonly held: ReceiptRecord };

type ReaderContext = Omit<EvaluationContext, "now">;

/** What a read of the present has. */
export const NOTHING: ReadMaterial = { kind: "none" };

/** What an evaluation reads: the state it is about, and the index of that state. */
export function readingOf(
  view: SpaceView,
  context: EvaluationContext,
  material: ReadMaterial,
): { readonly view: SpaceView; readonly context: EvaluationContext } {
  if (material.kind !== "past") return { view, context };
  return { view: material.view, context: { ...context, search: material.search } };
}

/** Whether a read is known to need nothing of the log: a FIND of the state at hand, from its first row. */
export function needsNothing(
  session: SpaceSession,
  { seq }: SpaceView,
  { command }: PreparedOperation,
): boolean {
  return (
    command.type === "Find" && command.cursor === null && command.asOf === null && seq === session.view.seq
  );
}

/**
 * Fetches what one read needs of the log of its Space. `view` is what the caller may see of the present.
 * @throws what reading the operands throws, `HistoricalSnapshotUnavailable` for a coordinate that is not reached or no
 * longer held, `TransactionUnknown`, and the errors of a history with a gap.
 */
export async function fetchMaterial(
  session: SpaceSession,
  view: SpaceView,
  operation: PreparedOperation,
  context: ReaderContext,
): Promise<ReadMaterial> {
  try {
    return await materialFor(session, view, operation, context);
  } catch (thrown) {
    throw placed(thrown, operation.text);
  }
}

async function materialFor(
  session: SpaceSession,
  view: SpaceView,
  { command, parameters }: PreparedOperation,
  context: ReaderContext,
): Promise<ReadMaterial> {
  switch (command.type) {
    case "Find":
      return findMaterial(session, view, command, parameters, context);
    case "Search":
    case "DescribeSchemaEnvironment":
      return pastMaterial(session, view, context, readAsOf(command.asOf, parameters));
    case "ListDependents":
      return listMaterial(session, view, command, parameters, context);
    case "HistoryElement":
    case "HistorySpace":
    case "ChangesSince":
    case "ChangesAfterSeq":
      return historyMaterial(session, view, command, parameters, context);
    case "DescribeTransaction":
      await session.committed();
      return byId(session, view, new Operands(parameters).text(command.transaction, "DESCRIBE TRANSACTION"));
    case "DescribeTransactionByKey": {
      const key = new Operands(parameters).text(command.idempotencyKey, "IDEMPOTENCY KEY");
      await session.committed();
      return transactionsUnder(session, context.principal, key);
    }
    case "DescribeSnapshot":
      return snapshotMaterial(session, view, command, parameters);
    case "Verify":
      return command.target === "RECEIPT"
        ? receiptMaterial(session, view, command.artifact, parameters, context)
        : NOTHING;
    default:
      return NOTHING;
  }
}

/** A FIND is about the sequence it names, or about the one its traversal began on (§44.8, §48.1). */
async function findMaterial(
  session: SpaceSession,
  view: SpaceView,
  command: FindCommand,
  parameters: JsonObject,
  context: ReaderContext,
): Promise<ReadMaterial> {
  const position = readFindCursor(command, parameters, context.cursorKey, view.spaceId);
  const asOf = readAsOf(command.asOf, parameters);
  if (position !== null) requireUnerased(session, view, position.head, "kql");
  if (position === null || asOf !== null) return pastMaterial(session, view, context, asOf);
  requireSameSchema(view, position.environment, "kql");
  return pastMaterial(session, view, context, position.seq, position.environment);
}

/** What a traversal's symbols mean must not change between its pages (§87.7). */
function requireSameSchema(view: SpaceView, environment: number, family: string): void {
  if (environment !== view.environment.version) throw schemaChanged(family);
}

/**
 * A traversal counts rows, and an erasure takes some from the state it reads: going on would pass others by in silence.
 * What its holder may not see ends no traversal.
 */
function requireUnerased(session: SpaceSession, view: SpaceView, seq: number, family: string): void {
  if (!session.past.hasErasedAfter(seq, view)) return;
  throw kipError("CursorExpired", "something this traversal may have read was erased since it began", {
    hint: "Start again without the cursor: the answer is then that of what is left.",
    details: { family, reason: "erased", snapshot_seq: seq },
  });
}

async function listMaterial(
  session: SpaceSession,
  view: SpaceView,
  command: ListDependentsCommand,
  parameters: JsonObject,
  context: ReaderContext,
): Promise<ReadMaterial> {
  const { cursorKey } = context;
  const position = readListCursor({ command, parameters, cursorKey, spaceId: view.spaceId });
  if (position === null) return NOTHING;
  requireSameSchema(view, position.environment, "list");
  requireUnerased(session, view, position.head, "list");
  return pastMaterial(session, view, context, position.seq, position.environment);
}

/** The state of a sequence; the present one is at hand already. */
async function pastMaterial(
  session: SpaceSession,
  view: SpaceView,
  { authorized }: ReaderContext,
  seq: number | null,
  environmentVersion?: number,
): Promise<ReadMaterial> {
  if (seq === null || seq === view.seq) return boundMaterial(session, view);
  const past = await session.past.at(seq, environmentVersion);
  return stateMaterial(session, past, authorized ? authorized(past) : past);
}

/** What a read of the state at hand needs: where a snapshot token made that an earlier one, the index of that state. */
async function boundMaterial(session: SpaceSession, view: SpaceView): Promise<ReadMaterial> {
  if (view.seq >= session.view.seq || view instanceof StateOverlay) return NOTHING;
  const past = await session.past.at(view.seq, view.environment.version);
  return stateMaterial(session, past, view);
}

/** An earlier state, as `view` shows it to the reader. */
function stateMaterial({ past }: SpaceSession, state: PastView, view: SpaceView): ReadMaterial {
  const isErased = [...state.purgedSince()].some((id) => view.element(id) !== undefined);
  return { kind: "past", view, search: past.searchOf(state), isErased };
}

const ERASED_PAST: Warning = {
  code: "PastErased",
  message:
    "Elements of this earlier state were purged since, and it is read without them: what was believed, counted or found then may differ.",
};

/** What is to be said of an answer because of the state it was read from (§48.4: what was believed then is never made up). */
export function caveatsOf(material: ReadMaterial): readonly Warning[] {
  return material.kind === "past" && material.isErased ? [ERASED_PAST] : [];
}

async function historyMaterial(
  session: SpaceSession,
  view: SpaceView,
  command: HistoryCommand,
  parameters: JsonObject,
  context: ReaderContext,
): Promise<ReadMaterial> {
  const authorizationView = authorizationViewOf(context);
  const request = readHistoryRequest(view, command, {
    parameters,
    cursorKey: context.cursorKey,
    authorizationView,
  });
  const { element, limit } = request;
  const found: ChangeEnvelope[] = [];
  for await (const envelope of transitions(session, view, request)) {
    const visible = visibleEnvelope(view, envelope, element);
    if (visible) found.push(visible);
    if (found.length > limit) break;
    if (found.length > MOST_TRANSITIONS) throw tooManyTransitions();
  }
  return { kind: "history", request, found };
}

/** The most transitions of one page, whatever LIMIT says: a page is one answer, sent at once. */
const MOST_TRANSITIONS = 10_000;

function tooManyTransitions() {
  return kipError("ResultLimitExceeded", `this page would have more than ${MOST_TRANSITIONS} transitions`, {
    hint: `Ask for at most ${MOST_TRANSITIONS} with LIMIT and continue with next_cursor.`,
    details: { limit: MOST_TRANSITIONS },
  });
}

/** How many records one read of an element's chronology asks for. */
const RECORDS_AT_ONCE = 64;

/** The transitions a request is about, in sequence order, before anything is hidden. */
async function* transitions(
  session: SpaceSession,
  { spaceId }: SpaceView,
  request: HistoryRequest,
): AsyncGenerator<ChangeEnvelope> {
  const { element, after, through } = request;
  if (element !== null) {
    const seqs = session.sequencesOf(element).filter((seq) => seq > after && seq <= through);
    for (let from = 0; from < seqs.length; from += RECORDS_AT_ONCE) {
      const some = seqs.slice(from, from + RECORDS_AT_ONCE);
      const commits = new Map((await session.store.commitsAt(spaceId, some)).map((one) => [one.seq, one]));
      for (const seq of some) {
        const commit = commits.get(seq);
        if (!commit) throw historyGap(request, seq);
        yield commit.envelope;
      }
    }
    return;
  }
  let expected = after + 1;
  if (expected > through) return;
  for await (const { seq, envelope } of session.store.commitsAfter(spaceId, after)) {
    if (seq !== expected) throw historyGap(request, expected);
    if (seq > through) return;
    yield envelope;
    expected += 1;
  }
  if (expected <= through) throw historyGap(request, expected);
}

/** What a Principal finished under a key: its transaction, or those of a batch whose operations share it (§80.4). */
async function transactionsUnder(
  session: SpaceSession,
  principal: string,
  key: string,
): Promise<ReadMaterial> {
  const find = async (stored: string) => {
    const found = await keptOutcome(session, principal, stored, key);
    return (
      found && { batch: found.row.batch, transaction: retained(found.commit, found.row.no_effect?.receipt) }
    );
  };
  const found = await find(storedKey(key));
  if (!found?.batch) {
    if (!found?.transaction) throw unknownTransaction({ idempotency_key: key });
    return { kind: "transaction", transaction: found.transaction };
  }
  const { mode, operations } = found.batch;
  const parts = await Promise.all(
    operations.map(async ({ key: stored, ...of }) => ({
      ...of,
      transaction: (await find(stored))?.transaction ?? null,
    })),
  );
  const [only] = parts;
  if (parts.length === 1 && only?.transaction) return { kind: "transaction", transaction: only.transaction };
  return { kind: "batch", batch: { key, mode, parts } };
}

async function byId(session: SpaceSession, view: SpaceView, txId: string): Promise<ReadMaterial> {
  const transaction = await transactionById(session, view, txId);
  if (!transaction) throw unknownTransaction({ tx_id: txId });
  return { kind: "transaction", transaction };
}

async function transactionById(
  { store }: SpaceSession,
  { spaceId }: SpaceView,
  txId: string,
): Promise<RetainedTransaction | null> {
  const number = txId.startsWith(`${spaceId}#`) ? txId.slice(spaceId.length + 1) : "";
  if (/^[1-9][0-9]{0,15}$/.test(number)) return retained(await store.commitAt(spaceId, Number(number)));
  if (number === "") return null;
  return retained(undefined, (await store.noEffectOutcome(spaceId, txId))?.no_effect?.receipt);
}

function retained(
  commit: Awaited<ReturnType<SpaceSession["store"]["commitAt"]>>,
  noEffect?: Extract<RetainedTransaction, { status: "no_effect" }>["receipt"],
): RetainedTransaction | null {
  if (commit) return { status: "committed", record: commit.record, envelope: commit.envelope };
  return noEffect ? { status: "no_effect", receipt: noEffect } : null;
}

async function receiptMaterial(
  session: SpaceSession,
  view: SpaceView,
  artifact: Scalar,
  parameters: JsonObject,
  context: ReaderContext,
): Promise<ReadMaterial> {
  const receipt = readArtifact(new Operands(parameters).value(artifact), "receipt", context.artifactOf);
  const { txId, spaceId } = transactionOf(receipt);
  const held = spaceId === view.spaceId ? await issuedReceipt(session, view, txId, receipt, context) : null;
  return { kind: "receipt", receipt, held: held ?? { status: "not_held" } };
}

/** Who asks, as far as transactions are concerned. */
export function transactionReader({
  principal,
  may,
}: Pick<EvaluationContext, "principal" | "may">): TransactionReader {
  return { principal, readsAudit: may?.("read_audit") ?? true };
}

/**
 * What is held about the transaction a Receipt names. To whom the transaction is unknown, it is as if there were none,
 * unless the Receipt is the one that was issued: then whoever has it knows all that is told.
 */
async function issuedReceipt(
  { store }: SpaceSession,
  view: SpaceView,
  txId: string,
  { receipt_digest: presented }: JsonObject,
  context: ReaderContext,
): Promise<ReceiptRecord | null> {
  const { spaceId } = view;
  const reader = transactionReader(context);
  const number = txId.startsWith(`${spaceId}#`) ? txId.slice(spaceId.length + 1) : "";
  if (/^[1-9][0-9]{0,15}$/.test(number)) {
    const commit = await store.commitAt(spaceId, Number(number));
    if (!commit) throw unknownTransaction({ tx_id: txId });
    const { receipt, record, envelope } = commit;
    if (
      presented !== receipt.receipt_digest &&
      !isKnown(view, { status: "committed", record, envelope }, reader)
    ) {
      throw unknownTransaction({ tx_id: txId });
    }
    return { status: "held", issued: receipt, record };
  }
  const receipt = (await store.noEffectOutcome(spaceId, txId))?.no_effect?.receipt;
  if (!receipt) return null;
  const isTold =
    presented === receipt.receipt_digest || isKnown(view, { status: "no_effect", receipt }, reader);
  return isTold ? { status: "held", issued: receipt, record: null } : null;
}

async function snapshotMaterial(
  session: SpaceSession,
  view: SpaceView,
  command: Extract<MetaCommand, { readonly type: "DescribeSnapshot" }>,
  parameters: JsonObject,
): Promise<ReadMaterial> {
  const operands = new Operands(parameters);
  const named = readAsOf(command.asOf, parameters);
  const seq =
    command.atTime === null
      ? (named ?? view.seq)
      : await sequenceAt(session, view, operands.timestamp(command.atTime, "AT TIME"));
  const { spaceId } = view;
  const record = seq === 0 ? null : (await commitAt(session, spaceId, seq)).record;
  const environmentVersion =
    seq === view.seq ? view.environment.version : await session.past.environmentVersionAt(seq);
  return {
    kind: "snapshot",
    facts: {
      spaceId,
      seq,
      environmentVersion,
      commit: record && { tx_id: record.tx_id, committed_at: record.committed_at },
    },
  };
}

/** @throws `HistoricalSnapshotUnavailable` for a sequence that is not reached yet or no longer held. */
async function commitAt({ store, view }: SpaceSession, spaceId: SpaceId, seq: number): Promise<StoredCommit> {
  const commit = await store.commitAt(spaceId, seq);
  if (commit) return commit;
  const reason = seq > view.seq ? `is not reached yet: the Space is at ${view.seq}` : "is no longer held";
  throw kipError("HistoricalSnapshotUnavailable", `the sequence ${seq} ${reason}`, {
    hint: `Name a sequence up to ${view.seq} that is held; HISTORY SPACE shows them.`,
    details: { requested_seq: seq, current_seq: view.seq },
  });
}

/** The last sequence committed at or before an instant (§68); commit times never go back. */
async function sequenceAt(
  session: SpaceSession,
  { spaceId, seq }: SpaceView,
  at: Timestamp,
): Promise<number> {
  let [known, open] = [0, seq + 1];
  while (open - known > 1) {
    const middle = Math.floor((known + open) / 2);
    const { record } = await commitAt(session, spaceId, middle);
    if (record.committed_at > at) open = middle;
    else known = middle;
  }
  return known;
}
