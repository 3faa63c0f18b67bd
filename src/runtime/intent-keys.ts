import {
  type Digest,
  digestOf,
  type JsonValue,
  kipError,
  type Operation,
  type RequestEnvelope,
} from "../model/index.js";
import type { OutcomeBatch } from "../store/index.js";
import { requestDigestOf } from "./idempotency.js";
import type { PreparedOperation } from "./operation.js";

/** An idempotency key that a transaction is sent with, and the work it stands for (§34). */
export interface IntentKey {
  /** As the caller sent it. */
  readonly sent: string;
  /** What it is kept under. */
  readonly stored: string;
  /** The work: the key's second use must mean the same. */
  readonly digest: Digest;
  /** Whether the transaction spends the key; one that does not must only not contradict it. */
  readonly binds: boolean;
  /** Where several transactions share the key: each keeps its outcome under a key of its own. Null for any other. */
  readonly batch: OutcomeBatch | null;
}

/** A request of several transactions under one key, worked out once (§75). */
export interface KeyedBatch {
  readonly key: string;
  readonly digest: Digest;
  readonly facts: OutcomeBatch;
}

/**
 * What a caller's key is kept under. Callers may use any text; what the engine keeps beside it begins with, or holds, a
 * NUL, so a key that holds one is set apart.
 */
export function storedKey(sent: string): string {
  return sent.includes("\u0000") ? `\u0000x\u0000${sent}` : sent;
}

/** What the outcome of one operation of a batch is kept under. */
function positionKey(sent: string, index: number): string {
  return `\u0000${index}\u0000${sent}`;
}

/** An operation's own key, unless it says the same as the key of its request. */
function ownKey(
  { execution }: Pick<RequestEnvelope, "execution">,
  { idempotency_key }: Pick<Operation, "idempotency_key">,
): string | null {
  return (idempotency_key ?? null) === execution?.idempotency_key ? null : (idempotency_key ?? null);
}

/** Every key that a request names. */
export function keysNamedBy({ execution, operations }: RequestEnvelope): readonly string[] {
  const named = [execution?.idempotency_key, ...operations.map(({ idempotency_key }) => idempotency_key)];
  return [...new Set(named)].filter((key) => typeof key === "string");
}

/**
 * The keys of the one transaction of an atomic request, or of the only operation there is: the request's, and each that
 * a writing operation names for itself. All of them stand for the transaction as a whole, which is done once or not at
 * all, so whoever sends one of them with other work is refused (§34.4).
 * @throws `IdempotencyConflict` when two operations of the transaction name one key: it cannot stand for both.
 */
export function keysOfWhole(
  request: RequestEnvelope,
  operations: readonly PreparedOperation[],
  digest: Digest,
): readonly IntentKey[] {
  const sent: string[] = [];
  const shared = request.execution?.idempotency_key;
  if (shared !== undefined) sent.push(shared);
  for (const [index, { stateChanging }] of operations.entries()) {
    const own = stateChanging ? ownKey(request, request.operations[index] ?? {}) : null;
    if (own === null) continue;
    if (sent.includes(own)) {
      throw kipError(
        "IdempotencyConflict",
        "two operations of one transaction name the same idempotency key",
        {
          hint: "Give each operation a key of its own, or leave the keys to execution.idempotency_key, which names the transaction.",
          details: { idempotency_key: own },
        },
      );
    }
    sent.push(own);
  }
  return sent.map((key) => ({ sent: key, stored: storedKey(key), digest, binds: true, batch: null }));
}

/**
 * A request of several operations that are transactions of their own, under one key. The key stands for the whole
 * request: its mode, every operation in its order, and what it observes. An operation that cannot be read counts by its
 * text. Null for a request without such a key.
 */
export function keyedBatch(
  request: RequestEnvelope,
  prepared: readonly (PreparedOperation | null)[],
  observed: readonly JsonValue[],
): KeyedBatch | null {
  const { execution, operations } = request;
  const key = execution?.idempotency_key;
  if (
    execution === undefined ||
    key === undefined ||
    execution.mode === "atomic" ||
    operations.length === 1
  ) {
    return null;
  }
  const { mode } = execution;
  const works = operations.map((operation, index) => {
    const read = prepared[index];
    const own = ownKey(request, operation);
    return read
      ? { work: requestDigestOf([read]), own }
      : { text: operation.command, parameters: operation.parameters ?? {}, own };
  });
  return {
    key,
    digest: digestOf({
      mode,
      on_error: mode === "sequence" ? (execution.on_error ?? "stop") : null,
      operations: works,
      observed,
    }),
    facts: {
      mode,
      operations: operations.flatMap((operation, index) =>
        prepared[index]?.stateChanging && ownKey(request, operation) === null
          ? [
              {
                operation: index,
                ...(operation.op_id === undefined ? {} : { op_id: operation.op_id }),
                key: positionKey(key, index),
              },
            ]
          : [],
      ),
    },
  };
}

/**
 * The keys of one operation of a batch. Its outcome is kept by its place under the batch's key, or under a key of its
 * own; either way the batch's key must not have been spent on another request.
 */
export function keysOfPart(
  batch: KeyedBatch | null,
  request: RequestEnvelope,
  index: number,
  digest: Digest,
): readonly IntentKey[] {
  const own = ownKey(request, request.operations[index] ?? {});
  const kept = { digest, binds: true, batch: null };
  const ofOwn = own === null ? [] : [{ sent: own, stored: storedKey(own), ...kept }];
  if (batch === null) return ofOwn;
  const { key: sent, facts } = batch;
  const whole = { sent, stored: storedKey(sent), digest: batch.digest, binds: own === null, batch: facts };
  return own === null ? [whole, { sent, stored: positionKey(sent, index), ...kept }] : [whole, ...ofOwn];
}
