import {
  type ChangeEnvelope,
  type CommitRecord,
  type JsonObject,
  kipError,
  type Receipt,
} from "../model/index.js";
import type { SpaceView } from "../state/index.js";
import { visibleEnvelope } from "./history.js";

/** A finalized transaction as it is retained: committed with its envelope, or without an effect (§34.3). */
export type RetainedTransaction =
  | { readonly status: "committed"; readonly record: CommitRecord; readonly envelope: ChangeEnvelope }
  | { readonly status: "no_effect"; readonly receipt: Receipt };

/** Who asks about a transaction. */
export interface TransactionReader {
  readonly principal: string;
  /** Whether it may know what every Principal did (§29): then no transaction is unknown to it. */
  readonly readsAudit: boolean;
}

/**
 * Whether a transaction is there for its reader: its own, one it sees something of, and for the audit every one (§30.4).
 */
export function isKnown(
  view: SpaceView,
  transaction: RetainedTransaction,
  { principal, readsAudit }: TransactionReader,
): boolean {
  if (readsAudit) return true;
  if (transaction.status === "no_effect") return transaction.receipt.origin.principal_id === principal;
  const { record, envelope } = transaction;
  return record.origin_principal === principal || visibleEnvelope(view, envelope) !== null;
}

/**
 * What `DESCRIBE TRANSACTION` answers a Principal (§68): the transition as an envelope, the snapshot it began from, and
 * whether it was committed. Entries of elements that are not in the view are left out (§30.4).
 * @throws `TransactionUnknown` for one that is not known to the reader: `isKnown`.
 */
export function describeTransaction(
  view: SpaceView,
  transaction: RetainedTransaction,
  reader: TransactionReader,
): JsonObject {
  if (!isKnown(view, transaction, reader)) {
    const { tx_id } = transaction.status === "committed" ? transaction.record : transaction.receipt;
    throw unknownTransaction({ tx_id });
  }
  if (transaction.status === "committed") {
    const { record, envelope } = transaction;
    const visible = visibleEnvelope(view, envelope) ?? { ...envelope, changes: [] };
    return {
      ...(visible as unknown as JsonObject),
      snapshot_seq: record.snapshot_seq,
      status: transaction.status,
    };
  }
  const { tx_id, space_id, snapshot_seq, transaction_class, schema_environment_version } =
    transaction.receipt;
  return {
    kip: "2.0",
    space_id,
    tx_id,
    snapshot_seq,
    status: transaction.status,
    transaction_class,
    schema_environment_version,
    changes: [],
  };
}

/** The transactions of one request whose operations share an idempotency key (§75), as far as they came. */
export interface RetainedBatch {
  readonly key: string;
  readonly mode: string;
  readonly parts: readonly {
    readonly operation: number;
    readonly op_id?: string;
    /** Null for an operation that came to nothing that is retained. */
    readonly transaction: RetainedTransaction | null;
  }[];
}

/**
 * What `DESCRIBE TRANSACTION BY IDEMPOTENCY KEY` answers for a key that several transactions share (§80.4): each of them
 * by the place of its operation, and how far the whole came. `partial` is one that the same request, sent again, goes on
 * with. @throws as `describeTransaction`.
 */
export function describeBatch(
  view: SpaceView,
  { key, mode, parts }: RetainedBatch,
  reader: TransactionReader,
): JsonObject {
  const statuses = parts.map(({ transaction }) => transaction?.status);
  const isWhole = !statuses.includes(undefined);
  return {
    kip: "2.0",
    space_id: view.spaceId,
    idempotency_key: key,
    mode,
    status: isWhole ? (statuses.includes("committed") ? "committed" : "no_effect") : "partial",
    transactions: parts.map(({ transaction, ...of }) => ({
      ...of,
      ...(transaction ? describeTransaction(view, transaction, reader) : { status: "not_finalized" }),
    })),
  };
}

/** The error for a transaction nobody retains: it says nothing about whether there was one (§87.6). */
export function unknownTransaction(what: { readonly tx_id: string } | { readonly idempotency_key: string }) {
  const isKey = "idempotency_key" in what;
  return kipError(
    "TransactionUnknown",
    isKey ? "no transaction is retained under that idempotency key" : "no transaction of that id is retained",
    {
      hint: isKey
        ? "Sending the exact same request again with the key is safe: it either replays or runs now."
        : "An id comes from a receipt, a change envelope or an element's _system. Nothing follows from its absence here.",
      details: { ...what },
    },
  );
}
