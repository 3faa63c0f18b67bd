import type { Caller as GovernedCaller } from "../govern/index.js";
import { isDefine } from "../kml/index.js";
import { statementName } from "../lang/index.js";
import {
  type Digest,
  type JsonObject,
  KipError,
  kipError,
  type OperationResult,
  type Receipt,
  type RequestEnvelope,
  type ResponseEnvelope,
  type StreamedOperation,
  timestampAt,
  type Warning,
} from "../model/index.js";
import type { SpaceView } from "../state/index.js";
import { type Evaluation, evaluateRead } from "./evaluate.js";
import type { EvaluationContext } from "./evaluation.js";
import type { StreamFrames } from "./frames.js";
import { Door } from "./gate.js";
import { requestDigestOf } from "./idempotency.js";
import {
  type ArtifactLookup,
  type IngestEntry,
  type KnownArtifacts,
  meaningOfIngest,
  mints,
  readIngest,
  requireMintable,
} from "./ingest-context.js";
import {
  type KeyedBatch,
  keyedBatch,
  keysNamedBy,
  keysOfPart,
  keysOfWhole,
  storedKey,
} from "./intent-keys.js";
import { type PreparedOperation, prepareOperation } from "./operation.js";
import { Patience } from "./patience.js";
import { fetchMaterial, NOTHING, needsNothing, type ReadMaterial } from "./read-material.js";
import { reportedFailure } from "./refusals.js";
import { answered, failed, responseOf, withoutEffect } from "./responses.js";
import type { SpaceSession } from "./session.js";
import { readSnapshotToken, requireReadable, type SnapshotCoordinate } from "./snapshot-token.js";
import { type FinishedRead, isStreamed, STREAM_LIMITS, sendRows } from "./stream-rows.js";
import {
  citing,
  requirePreconditions,
  TransactionFailure,
  type TransactionRequest,
  transact,
} from "./transact.js";

/** Who asks, and how much they may do. Comes from the connection, never from the request (§88.1). */
export interface Caller extends GovernedCaller {
  readonly access: "full" | "readonly";
}

/** The isolation every write transaction has (§32.2). */
const ISOLATION = "serializable";

/** What a request is executed with besides who asks. */
export interface ExecutionHost {
  /** Authenticates cursors and tokens (§88.4). */
  readonly secret: string;
  readonly artifactOf?: ArtifactLookup;
  /** Where its response is told in frames as it comes about (§84), and with what the sender cancels it. */
  readonly stream?: { readonly frames: StreamFrames; readonly signal: AbortSignal };
}

/**
 * Executes a checked request in its mode (§75) and answers it. Failures of operations are part of the answer. A stream is
 * told everything but its last frame.
 * @throws `UnsupportedIsolation` for a guarantee this engine does not give.
 */
export async function executeRequest(
  session: SpaceSession,
  request: RequestEnvelope,
  caller: Caller,
  host: ExecutionHost,
): Promise<ResponseEnvelope> {
  const isolation = request.execution?.isolation;
  if (isolation !== undefined && isolation !== ISOLATION) {
    throw kipError("UnsupportedIsolation", `this engine commits with ${ISOLATION} isolation only`, {
      details: { requested: isolation, supported: [ISOLATION] },
    });
  }
  const ingest = await observationsOf(session, request, caller, host.artifactOf);
  requireMintable(ingest, mintingTransactions(request, caller));
  const snapshot = await snapshotOf(session, request, host.secret);
  const execution = new RequestExecution(session, request, caller, host, ingest, snapshot);
  host.stream?.frames.start(request, snapshot?.view ?? session.view);
  return request.execution?.mode === "atomic" ? execution.atomic() : execution.oneByOne();
}

/** One request on its way through its operations. */
class RequestExecution {
  readonly #session: SpaceSession;
  readonly #request: RequestEnvelope;
  readonly #caller: Caller;
  readonly #door: Door;
  /** Preconditions are about the state a request finds, not about what its own earlier operations made of it. */
  #hasCommitted = false;
  readonly #patience: Patience;
  readonly #frames: StreamFrames | null;
  readonly #ingest: readonly IngestEntry[];
  readonly #secret: string;
  /** The coordinate the request's reads are bound to, and the state there (§78). */
  readonly #bound: SnapshotCoordinate | null;
  readonly #boundView: SpaceView | null;
  #batch: KeyedBatch | null | undefined;
  /** What the observations are cited by, once a transaction has minted them. */
  #cited: JsonObject = {};

  constructor(
    session: SpaceSession,
    request: RequestEnvelope,
    caller: Caller,
    { secret, artifactOf, stream }: ExecutionHost,
    ingest: readonly IngestEntry[],
    snapshot: { readonly at: SnapshotCoordinate; readonly view: SpaceView } | null,
  ) {
    this.#ingest = ingest;
    this.#secret = secret;
    this.#bound = snapshot?.at ?? null;
    this.#boundView = snapshot?.view ?? null;
    this.#session = session;
    this.#request = request;
    this.#caller = caller;
    this.#patience = new Patience(request.options?.deadline_ms, stream?.signal);
    this.#frames = stream?.frames ?? null;
    this.#door = new Door(session, caller, {
      search: session.search,
      secret,
      purpose: request.context?.purpose ?? caller.purpose ?? undefined,
      risk: request.context?.risk,
      principal: caller.principal,
      access: caller.access,
      ...(artifactOf ? { artifactOf } : {}),
      ...(stream ? { limits: STREAM_LIMITS } : {}),
      session,
    });
  }

  /** `independent` and `sequence`, and a request of one operation: each operation is its own transaction (§75.1). */
  async oneByOne(): Promise<ResponseEnvelope> {
    const { operations, execution } = this.#request;
    const stopping = execution?.mode === "sequence" && execution.on_error !== "continue";
    const results: OperationResult[] = [];
    for (const [index, operation] of operations.entries()) {
      const stopped = stopping && results.some(({ status }) => status === "failed");
      const result = stopped ? withoutEffect(operation.op_id, "skipped") : await this.#one(index);
      this.#frames?.outcome(this.#at(index), result);
      results.push(result);
    }
    return responseOf(this.#request, this.#view, results, this.#secret);
  }

  /** One transaction over every operation: all of them, or none (§75.3). */
  async atomic(): Promise<ResponseEnvelope> {
    const { operations } = this.#request;
    const prepared: PreparedOperation[] = [];
    for (const [index, operation] of operations.entries()) {
      try {
        const next = prepareOperation(this.#request, operation, this.#caller.access);
        this.#requireReadable(next);
        prepared.push(next);
      } catch (thrown) {
        return this.#aborted(index, thrown, "skipped");
      }
    }
    requireNoDefineAmong(prepared);
    try {
      const { evaluations, receipt } = await transact(this.#session, this.#transaction(prepared), this.#door);
      const results = evaluations.map((evaluation, index) =>
        this.#answerOf(prepared[index], evaluation, receipt),
      );
      return responseOf(this.#request, this.#view, results, this.#secret, receipt);
    } catch (thrown) {
      if (thrown instanceof TransactionFailure)
        return this.#aborted(
          thrown.index,
          await this.#reported(thrown.cause, prepared),
          "rolled_back",
          prepared[thrown.index]?.warnings,
        );
      throw thrown;
    }
  }

  /** The answer of one operation of an atomic request; a write of a transaction without effect had none either. */
  #answerOf(
    operation: PreparedOperation | undefined,
    evaluation: Evaluation,
    receipt: Receipt | null,
  ): OperationResult {
    if (!operation) throw new RangeError("a transaction answers each of its operations");
    const result = answered(operation, this.#isDryRun ? asDryRun(evaluation, operation) : evaluation);
    const isIdle = receipt?.status === "no_effect" && operation.stateChanging;
    return isIdle ? { ...result, status: "no_effect" } : result;
  }

  /** @throws as `requireReadable`; `NotAuthorized` for the past, which `staticNeeds` says who may read. */
  #requireReadable(prepared: PreparedOperation): void {
    requireReadable(prepared, this.#bound);
    if (this.#bound !== null && this.#bound.seq < this.#session.view.seq) this.#door.pass().goesBack();
  }

  async #one(index: number): Promise<OperationResult> {
    const operation = this.#request.operations[index];
    if (!operation) throw new RangeError(`the request has no operation ${index}`);
    let prepared: PreparedOperation | null = null;
    try {
      this.#patience.require();
      prepared = citing(prepareOperation(this.#request, operation, this.#caller.access), this.#cited);
      for (const warning of prepared.warnings) this.#frames?.warning(this.#at(index), warning);
      this.#requireReadable(prepared);
      if (!prepared.stateChanging) {
        const evaluation = await this.#read(prepared, index);
        return answered(prepared, this.#isDryRun ? asDryRun(evaluation, prepared) : evaluation);
      }
      const { evaluations, receipt, cited } = await transact(
        this.#session,
        this.#transaction([prepared], index),
        this.#door,
      );
      this.#cited = { ...this.#cited, ...cited };
      this.#hasCommitted ||= receipt?.status === "committed";
      const [evaluation] = evaluations;
      if (!evaluation) throw new RangeError("a transaction of one operation answers one");
      return answered(prepared, this.#isDryRun ? asDryRun(evaluation, prepared) : evaluation, receipt);
    } catch (thrown) {
      const cause = thrown instanceof TransactionFailure ? thrown.cause : thrown;
      const reported = prepared ? await this.#reported(cause, [prepared]) : cause;
      return failed(operation.op_id, reported, prepared?.warnings);
    }
  }

  /** The answer of a read; in a stream its rows are on their way already. */
  async #read(operation: PreparedOperation, index: number): Promise<Evaluation> {
    const frames = this.#frames;
    if (frames === null || this.#isDryRun || !isStreamed(operation.command)) {
      return (await this.#readOnce(operation)).evaluation;
    }
    frames.progress(this.#at(index), "evaluating");
    return sendRows(operation, this.#at(index), frames, {
      read: (read) => this.#readOnce(read),
      pass: (command) => this.#door.passWith(command),
      patience: this.#patience,
    });
  }

  async #readOnce(operation: PreparedOperation): Promise<FinishedRead> {
    const before = this.#door.passWith(operation.command);
    const context = this.#door.context(before);
    const seen = this.#seen(before.view, context);
    const isAtHand = needsNothing(this.#session, seen, operation);
    const material = isAtHand ? NOTHING : await this.#fetched(seen, operation, context);
    let passed = isAtHand ? { gate: before, context } : null;
    return this.#session.evaluate(() => {
      // What is fetched takes a while, and the rules may have changed meanwhile.
      const gate = passed?.gate ?? this.#door.passWith(operation.command);
      const reading = { ...(passed?.context ?? this.#door.context(gate)), now: timestampAt(Date.now()) };
      passed = null;
      const view = this.#seen(gate.view, reading);
      if (!this.#hasCommitted) {
        requirePreconditions(this.#request.preconditions, view, this.#bound !== null);
      }
      return { evaluation: evaluateRead(view, operation, reading, material), gate, context: reading };
    });
  }

  /** What a read needs of the log, unless patience ends first. */
  async #fetched(
    view: SpaceView,
    operation: PreparedOperation,
    context: Omit<EvaluationContext, "now">,
  ): Promise<ReadMaterial> {
    const fetching = fetchMaterial(this.#session, view, operation, context);
    return this.#patience.upTo(fetching, () => {
      this.#patience.require();
      return fetching;
    });
  }

  #at(index: number): StreamedOperation {
    const opId = this.#request.operations[index]?.op_id;
    return { operation: index, ...(opId === undefined ? {} : { op_id: opId }) };
  }

  /** What is reported of a failure: a refusal is also written into the audit (§29). */
  #reported(thrown: unknown, operations: readonly PreparedOperation[]): Promise<unknown> {
    return reportedFailure(this.#session, thrown, {
      caller: this.#caller,
      statements: operations.map(({ command }) => statementName(command)),
      requestDigest: this.#digestOf(operations),
      isRehearsal: this.#isDryRun,
    });
  }

  /** What a read is about unless its command says otherwise: the bound state, as the caller may see it now (§78). */
  #seen(present: SpaceView, { authorized }: Pick<EvaluationContext, "authorized">): SpaceView {
    if (this.#boundView === null) return present;
    return authorized ? authorized(this.#boundView) : this.#boundView;
  }

  get #view(): SpaceView {
    return this.#boundView ?? this.#session.view;
  }

  get #isDryRun(): boolean {
    return this.#request.options?.dry_run === true;
  }

  #digestOf(operations: readonly PreparedOperation[]): Digest {
    return requestDigestOf(
      operations.map(({ command, parameters }) => ({ command, parameters: own(parameters, this.#ingest) })),
      meaningOfIngest(operations.some(mints) ? this.#ingest : []),
    );
  }

  /** The transaction of one operation of a batch, or of the whole request where it has no index. */
  #transaction(operations: readonly PreparedOperation[], index?: number): TransactionRequest {
    const request = this.#request;
    const requestDigest = this.#digestOf(operations);
    const isWhole = index === undefined || request.operations.length === 1;
    return {
      operations,
      ingest: operations.some(mints) ? this.#ingest : [],
      keys: isWhole
        ? keysOfWhole(request, operations, requestDigest)
        : keysOfPart(this.#keyedBatch(), request, index, requestDigest),
      requestDigest,
      isBound: this.#bound !== null,
      seen: (present, context) => this.#seen(present, context),
      preconditions: this.#hasCommitted ? undefined : this.#request.preconditions,
      principal: this.#caller.principal,
      patience: this.#patience,
      progress: (stage) => this.#frames?.progress(this.#at(index ?? 0), stage),
      dryRun: this.#isDryRun,
    };
  }

  /** What the key of a request of several transactions stands for (§34.4); null without such a key. */
  #keyedBatch(): KeyedBatch | null {
    if (this.#batch !== undefined) return this.#batch;
    const prepared = this.#request.operations.map((operation) => {
      try {
        return prepareOperation(this.#request, operation, this.#caller.access);
      } catch {
        // It answers its own error when its turn comes.
        return null;
      }
    });
    this.#batch = keyedBatch(this.#request, prepared, meaningOfIngest(this.#ingest));
    return this.#batch;
  }

  #aborted(
    at: number,
    thrown: unknown,
    others: "skipped" | "rolled_back",
    warnings: readonly Warning[] = [],
  ): ResponseEnvelope {
    const results = this.#request.operations.map(({ op_id }, index) =>
      index === at ? failed(op_id, thrown, warnings) : withoutEffect(op_id, index < at ? others : "skipped"),
    );
    return responseOf(this.#request, this.#view, results, this.#secret);
  }
}

/**
 * What a request observes. Content that is no longer staged is still known by its digest to whoever resends the request:
 * the outcome of its key has it.
 * @throws as `readIngest`.
 */
async function observationsOf(
  { store, view: { spaceId } }: SpaceSession,
  request: RequestEnvelope,
  { principal }: Caller,
  artifactOf: ArtifactLookup = () => undefined,
): Promise<readonly IngestEntry[]> {
  try {
    return readIngest(request, artifactOf);
  } catch (thrown) {
    if (!(thrown instanceof KipError) || thrown.code !== "ArtifactUnavailable") throw thrown;
    const found = await Promise.all(
      keysNamedBy(request).map((key) => store.outcome(spaceId, principal, storedKey(key))),
    );
    const known: KnownArtifacts = Object.assign({}, ...found.map((kept) => kept?.row.artifacts));
    return readIngest(request, artifactOf, known);
  }
}

/** The state a request's snapshot token names (§78), or null where it has none. */
async function snapshotOf(session: SpaceSession, request: RequestEnvelope, secret: string) {
  const at = readSnapshotToken(request, session.view.spaceId, secret);
  if (at === null) return null;
  const { view } = session;
  const isPresent = at.seq === view.seq && at.environment === view.environment.version;
  return { at, view: isPresent ? view : await session.past.at(at.seq, at.environment) };
}

/** In how many transactions of its own a request would mint what it ingests (§71.1). */
function mintingTransactions(request: RequestEnvelope, { access }: Caller): number {
  if (request.ingest === undefined) return 0;
  const minting = request.operations.filter((operation) => {
    try {
      return mints(prepareOperation(request, operation, access));
    } catch {
      // It answers its own error when its turn comes, and opens no transaction.
      return false;
    }
  });
  return request.execution?.mode === "atomic" ? Math.min(1, minting.length) : minting.length;
}

/** Parameters as the caller sent them: what stands for an observation is the engine's, and new with every attempt. */
function own(parameters: JsonObject, ingest: readonly IngestEntry[]): JsonObject {
  if (ingest.length === 0) return parameters;
  const keys = new Set(ingest.map(({ key }) => key));
  return Object.fromEntries(Object.entries(parameters).filter(([name]) => !keys.has(name)));
}

/**
 * DEFINE commits to the schema, alone (§20.16): a transaction is under one Schema Environment.
 * @throws `InvalidRequestEnvelope` for one beside other operations of a transaction.
 */
function requireNoDefineAmong(operations: readonly PreparedOperation[]): void {
  const index = operations.findIndex(({ command }) => isDefine(command));
  if (index === -1 || operations.length === 1) return;
  throw kipError("InvalidRequestEnvelope", "DEFINE cannot share a transaction with other operations", {
    hint: 'Send DEFINE in a request of its own first, or use the mode "sequence", where each operation commits separately.',
    details: { operation: operations[index]?.opId ?? index },
  });
}

/**
 * What a dry run answers (§69.4): a read only that it is valid, a write what it would do, with the caveat that nothing
 * of it exists.
 */
function asDryRun(evaluation: Evaluation, { stateChanging }: PreparedOperation): Evaluation {
  const warning = {
    code: "DryRun",
    message: stateChanging
      ? "Nothing was committed. The ids in this summary are not reserved."
      : "The command is valid. It was not answered, because this is a dry run.",
  };
  return {
    ...evaluation,
    result: stateChanging ? evaluation.result : { valid: true },
    warnings: [...evaluation.warnings, warning],
    nextCursor: null,
  };
}
