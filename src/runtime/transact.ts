import type { SettledWrites } from "../govern/index.js";
import { statementName } from "../lang/index.js";
import {
  type ChangeEntry,
  type CommitRecord,
  type Digest,
  type ElementId,
  isJsonObject,
  type JsonObject,
  KipError,
  kipError,
  type Receipt,
  type RequestEnvelope,
} from "../model/index.js";
import { type SpaceView, StateOverlay } from "../state/index.js";
import type { NewEnvironment } from "../store/index.js";
import { commitKnowingly } from "./commit-outcome.js";
import { commitTimeAfter } from "./commit-time.js";
import {
  type Evaluation,
  type EvaluationContext,
  evaluateMutation,
  evaluateRead,
  type MutationEvaluation,
  nextTransaction,
} from "./evaluate.js";
import type { Door } from "./gate.js";
import { auditId, auditOfWrites, authorizationChange, governanceRows } from "./governance-rows.js";
import { identityChange } from "./identity-change.js";
import { mintEvidence } from "./ingest.js";
import { type IngestEntry, mints } from "./ingest-context.js";
import type { IntentKey } from "./intent-keys.js";
import type { PreparedOperation } from "./operation.js";
import type { Patience } from "./patience.js";
import { fetchMaterial, NOTHING, type ReadMaterial } from "./read-material.js";
import { commitArtifacts, type FinishedPlan, noEffectReceipt, noEffectTxId } from "./receipts.js";
import { type KeyLookup, lookUpKeys, outcomeRows, standingOf } from "./replay.js";
import { lastingResults, retainedAnswers } from "./retained.js";
import { activationOf, schemaChange } from "./schema-commit.js";
import type { SpaceSession } from "./session.js";
import { requireTransactionSize } from "./transaction-size.js";

/** One transaction as it was asked for. */
export interface TransactionRequest {
  readonly operations: readonly PreparedOperation[];
  /** The idempotency keys it was sent with, each with the work it stands for (§34). */
  readonly keys: readonly IntentKey[];
  /** Names the work of the transaction, in its receipt and for approvals. */
  readonly requestDigest: Digest;
  readonly preconditions: RequestEnvelope["preconditions"];
  readonly principal: string;
  readonly patience: Patience;
  /** Is told what the transaction has come to, before anything of it is durable (§84.2). */
  readonly progress: (stage: TransactionStage) => void;
  readonly dryRun: boolean;
  /** Whether its reads are bound to the state of a snapshot token; then it has nothing but reads (§78). */
  readonly isBound: boolean;
  /** The state its operations begin from: the present as the caller may see it, or the one they are bound to. */
  readonly seen: (present: SpaceView, context: Pick<EvaluationContext, "authorized">) => SpaceView;
  /** The observations the transaction mints before its first operation (§71.1); empty where it mints none. */
  readonly ingest: readonly IngestEntry[];
}

/** How far a transaction has come that has not ended: `evaluating` may begin again when another writer was faster. */
export type TransactionStage = "waiting" | "evaluating" | "committing";

/** A finished transaction: what each operation answered, and the receipt unless nothing was meant to last. */
export interface TransactionOutcome {
  readonly evaluations: readonly Evaluation[];
  /** Absent for a dry run and for reads alone, which establish nothing (§69.4). */
  readonly receipt: Receipt | null;
  readonly replayed: boolean;
  /** What the transaction's observations are cited by: an element reference for each key (§71.1). */
  readonly cited: JsonObject;
}

/** An operation failed inside a transaction; the whole transaction is void (§32.1). */
export class TransactionFailure extends Error {
  constructor(
    readonly index: number,
    override readonly cause: unknown,
  ) {
    super("an operation of the transaction failed");
  }
}

/**
 * Runs operations as one transaction (§32): one start snapshot, each reading its predecessors' writes, one commit or
 * none. Every attempt evaluates without awaiting anything, on memory; the commit then checks that nothing moved.
 * @throws `TransactionFailure` when an operation fails, `PreconditionFailed`, `IdempotencyConflict`,
 * `TransactionUnknown` for an expired key, `SerializationConflict` when other tabs kept winning, `ExecutionTimeout` when
 * patience was over before the commit began, or a storage error. Nothing is written in any of these cases.
 * `OutcomeUnknown` when the storage failed so that nobody can tell, or the deadline passed while it was at it (§80.3).
 */
export async function transact(
  session: SpaceSession,
  request: TransactionRequest,
  door: Door,
): Promise<TransactionOutcome> {
  const { patience, keys } = request;
  request.progress("waiting");
  let begun: Receipt | null = null;
  const work = session.write(async () => {
    begun = null;
    const { outcome, unspent } =
      keys.length > 0 && isLasting(request) ? await spentOn(session, request, door) : NO_KEYS;
    if (outcome !== null) return outcome;
    return attemptOnce(session, request, door, unspent, (receipt) => {
      begun = receipt;
    });
  });
  try {
    return await patience.upTo(work, () => {
      if (begun === null) patience.require();
      // Whoever cancels hears what it came to: the commit takes no longer for it.
      if (begun === null || patience.isCancelled) return work;
      throw stillCommitting(begun);
    });
  } catch (thrown) {
    const [key] = keys;
    throw key === undefined ? thrown : withKey(thrown, key.sent);
  }
}

const NO_KEYS: KeyLookup = { outcome: null, unspent: [] };

/** As `lookUpKeys`; whoever may not ask at all is not told whether a key was spent either. */
async function spentOn(session: SpaceSession, request: TransactionRequest, door: Door): Promise<KeyLookup> {
  try {
    door.pass();
  } catch (thrown) {
    throw new TransactionFailure(0, thrown);
  }
  return lookUpKeys(session, request, door);
}

/** The deadline is the client's, and the commit does not end with it: it is durable in a moment, or not at all (§80.2). */
function stillCommitting({ tx_id, space_id }: Receipt): KipError {
  return kipError("OutcomeUnknown", "the deadline passed while this was being committed", {
    hint: "Do not send the work again as new. Send exactly the same request with the same idempotency_key, or ask DESCRIBE TRANSACTION BY IDEMPOTENCY KEY; without a key, DESCRIBE TRANSACTION with this tx_id tells.",
    details: { tx_id, space_id },
  });
}

/** By which key an outcome that is not known can be looked up (§80.4). */
function withKey(thrown: unknown, key: string): unknown {
  if (!(thrown instanceof KipError) || thrown.code !== "OutcomeUnknown") return thrown;
  return thrown.saying(thrown.message, { details: { ...thrown.details, idempotency_key: key } });
}

/** Whether a transaction can establish anything: a dry run and one of reads alone have no outcome to keep (§69.4). */
function isLasting({ dryRun, operations }: TransactionRequest): boolean {
  return !dryRun && operations.some(({ stateChanging }) => stateChanging);
}

async function attemptOnce(
  session: SpaceSession,
  request: TransactionRequest,
  door: Door,
  unspent: readonly IntentKey[],
  committing: (receipt: Receipt) => void,
): Promise<TransactionOutcome | null> {
  request.progress("evaluating");
  const materials = await fetchMaterials(session, request, door);
  const attempt = await session.evaluate(() => {
    const { basis } = session;
    const gate = door.pass();
    const now = commitTimeAfter(session.lastCommitAt);
    const context = { ...door.context(gate), now };
    const view = request.seen(gate.view, context);
    requirePreconditions(request.preconditions, view, request.isBound);
    const overlay = new StateOverlay(view, basis.counters);
    const { identityVersion } = session.view;
    return {
      basis,
      gate,
      view,
      identityVersion,
      now,
      overlay,
      ...evaluateAll(overlay, request, context, materials),
    };
  });
  const { basis, gate, view, identityVersion, now, overlay, evaluations, changes, cited, settled } = attempt;
  requireTransactionSize(overlay);
  if (!isLasting(request)) return { evaluations, receipt: null, replayed: false, cited: {} };

  const answers = retainedAnswers(evaluations, request.operations);
  const kept = { space: view.spaceId, now, answers, cited };
  const plan: FinishedPlan = {
    space: view.spaceId,
    snapshotSeq: view.seq,
    environmentVersion: overlay.environment.version,
    principal: request.principal,
    requestDigest: request.requestDigest,
    changes,
    controlChanges: [
      ...schemaChange(view.environment, overlay.environment),
      ...identityChange(overlay, identityVersion),
      ...authorizationChange(settled, view.seq + 1),
    ],
    actorBinding: settled.actorBinding,
    delegationDigest: settled.delegationDigest,
    result: lastingResults(answers),
  };
  if (changes.length === 0 && plan.controlChanges.length === 0) {
    const receipt = noEffectReceipt(plan, noEffectTxId(view.spaceId, view.seq));
    const noEffect = { receipt, result: answers.lasting };
    const rows = outcomeRows(request, unspent, { ...kept, seen: standingOf(gate), seq: null, noEffect });
    return (await session.confirmNoEffect(basis, rows))
      ? { evaluations, receipt, replayed: false, cited }
      : null;
  }
  // The last moment at which giving up is still true: after this the commit may be durable whoever waits for it.
  request.patience.require();
  const { record, envelope, receipt } = commitArtifacts(plan, now);
  const activation = activationOf(view, overlay.environment, []);
  const pending = {
    row: {
      space: view.spaceId,
      seq: record.space_seq,
      counters: overlay.counters,
      record,
      envelope,
      receipt,
      result: answers.lasting,
    },
    written: {
      // What was set back as it was has the version it had, and nothing new to keep.
      elements: settled.elements.filter(
        ({ id, _system: { version } }) => view.element(id)?._system.version !== version,
      ),
      clientKeys: overlay.boundClientKeys(),
      identity: overlay.decided(),
      control: settled.records as unknown as readonly JsonObject[],
    },
    governance: governanceRows(
      {
        records: [
          ...settled.records,
          ...auditOfWrites(exercisedBy(settled, activation), () => auditLine(request, changes, record)),
        ],
      },
      view.spaceId,
      record.space_seq,
    ),
    outcomes: outcomeRows(request, unspent, {
      ...{ ...kept, seq: record.space_seq, noEffect: null },
      seen: standingOf(gate, decidesOfElements(settled) ? record.space_seq : undefined),
    }),
    environment: activation,
    erasures: overlay.erasures(),
  };
  committing(receipt);
  request.progress("committing");
  const committed = await commitKnowingly(session, basis, pending, activation && overlay.environment);
  return committed ? { evaluations, receipt, replayed: false, cited } : null;
}

/** What a transaction made use of; to extend the draft vocabulary writes no element, so it is known by what it left. */
function exercisedBy(
  { exercised }: SettledWrites,
  activation: NewEnvironment | null,
): Pick<SettledWrites, "exercised"> {
  return { exercised: activation === null ? exercised : [...exercised, "propose_schema"] };
}

function auditLine(
  { principal, operations }: TransactionRequest,
  changes: readonly ChangeEntry[],
  { committed_at, space_seq }: CommitRecord,
) {
  return {
    id: auditId(committed_at),
    at: committed_at,
    principal,
    act: operations.map(({ command }) => statementName(command)).join(", "),
    about: changes.map(({ id }) => id),
    space_seq,
  };
}

/** What the reads among the operations need of the log, fetched before anything is evaluated (design 3.2). */
async function fetchMaterials(
  session: SpaceSession,
  { operations, seen }: TransactionRequest,
  door: Door,
): Promise<readonly ReadMaterial[]> {
  const materials: ReadMaterial[] = [];
  for (const [index, operation] of operations.entries()) {
    try {
      const gate = door.passWith(operation.command);
      const context = door.context(gate);
      const isRead = !operation.stateChanging;
      materials.push(
        isRead ? await fetchMaterial(session, seen(gate.view, context), operation, context) : NOTHING,
      );
    } catch (thrown) {
      throw new TransactionFailure(index, thrown);
    }
  }
  return materials;
}

function evaluateAll(
  overlay: StateOverlay,
  request: TransactionRequest,
  context: EvaluationContext,
  materials: readonly ReadMaterial[],
) {
  const transaction = nextTransaction(overlay, request.principal);
  const evaluations: Evaluation[] = [];
  let last: MutationEvaluation | null = null;
  const cited = mintFor(overlay, request, { ...transaction, now: context.now });
  const minting = request.operations.findIndex(mints);
  const { gate } = context;
  let settled: SettledWrites | null = null;
  for (const [index, prepared] of request.operations.entries()) {
    const operation = citing(prepared, cited);
    try {
      gate.statement(operation.command);
      if (operation.stateChanging) {
        last = evaluateMutation(overlay, operation, context, transaction);
        evaluations.push(index === minting ? withIngested(last, cited, overlay) : last);
        settled = gate.writes(overlay.base, overlay, request.requestDigest);
      } else {
        const read = request.isBound ? overlay.base : overlay;
        evaluations.push(evaluateRead(read, operation, context, materials[index]));
      }
    } catch (thrown) {
      throw new TransactionFailure(index, thrown);
    }
  }
  // The newest entries are those of the whole transaction: none when it set everything back as it was (§32.8).
  settled ??= gate.writes(overlay.base, overlay, request.requestDigest);
  return { evaluations, changes: last?.changes ?? [], cited, settled };
}

/** Mints what the transaction observes, before any operation; what is wrong with it is the first writer's failure. */
function mintFor(
  overlay: StateOverlay,
  { ingest, operations }: TransactionRequest,
  context: Parameters<typeof mintEvidence>[2],
): JsonObject {
  if (ingest.length === 0) return {};
  try {
    return mintEvidence(overlay, ingest, context);
  } catch (thrown) {
    throw new TransactionFailure(Math.max(0, operations.findIndex(mints)), thrown);
  }
}

/** The operation with the observations it may cite among its parameters (§71.1). */
export function citing(operation: PreparedOperation, cited: JsonObject): PreparedOperation {
  if (Object.keys(cited).length === 0) return operation;
  return { ...operation, parameters: { ...operation.parameters, ...cited } };
}

/** The answer of the operation that mints, with what was ingested: the transaction made it, and no command says so. */
function withIngested(
  evaluation: MutationEvaluation,
  cited: JsonObject,
  overlay: StateOverlay,
): MutationEvaluation {
  const { result } = evaluation;
  const ingested = Object.entries(cited).map(([key, reference]): [string, ElementId] => [
    key,
    (reference as { readonly id: ElementId }).id,
  ]);
  if (ingested.length === 0 || !isJsonObject(result)) return evaluation;
  const minted = ingested.map(([, id]) => id).filter((id) => overlay.base.element(id) === undefined);
  const { created, created_ids } = result;
  return {
    ...evaluation,
    result: {
      ...result,
      created: Number(created) + minted.length,
      ...(minted.length > 0
        ? { created_ids: [...minted, ...(Array.isArray(created_ids) ? created_ids : [])] }
        : {}),
      ingested: Object.fromEntries(ingested),
    },
  };
}

/** Whether a commit also changes what Governance has decided about elements, and so what is seen of them. */
function decidesOfElements({ records }: SettledWrites): boolean {
  return records.some(({ kind }) => kind === "element");
}

/**
 * Holds a request's preconditions against the state it is about: the present, or the one its snapshot token names.
 * @throws `PreconditionFailed` when that is not at the sequence a request insists on, `SchemaEnvironmentChanged` when it
 * is not under that version of the Schema Environment (§35.4).
 */
export function requirePreconditions(
  preconditions: RequestEnvelope["preconditions"],
  { seq, environment: { version: environmentVersion } }: SpaceView,
  isBound = false,
): void {
  const { space_seq, schema_environment_version } = preconditions ?? {};
  if (space_seq !== undefined && space_seq !== seq) {
    const where = isBound ? "read.snapshot_token binds the request to" : "the Space is at";
    throw kipError("PreconditionFailed", `${where} sequence ${seq}, not ${space_seq}`, {
      details: { precondition: "space_seq", expected: space_seq, actual: seq },
    });
  }
  if (schema_environment_version !== undefined && schema_environment_version !== environmentVersion) {
    throw kipError(
      "SchemaEnvironmentChanged",
      `the Schema Environment ${isBound ? "of read.snapshot_token" : "of the Space"} is at version ${environmentVersion}, not ${schema_environment_version}`,
      {
        details: {
          precondition: "schema_environment_version",
          expected: schema_environment_version,
          actual: environmentVersion,
        },
      },
    );
  }
}
