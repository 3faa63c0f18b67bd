import {
  asTxId,
  type ChangeEntry,
  type ChangeEnvelope,
  type CommitRecord,
  type ControlChange,
  commitTxId,
  type Digest,
  digestOf,
  type JsonObject,
  type JsonValue,
  type Receipt,
  type SpaceId,
  type Timestamp,
  type TxId,
} from "../model/index.js";

/** What is known of a finished plan before it becomes a receipt. */
export interface FinishedPlan {
  readonly space: SpaceId;
  readonly snapshotSeq: number;
  readonly environmentVersion: number;
  readonly principal: string;
  readonly requestDigest: Digest;
  readonly changes: readonly ChangeEntry[];
  /** What the plan changes of protected state; usually nothing (§36.1). */
  readonly controlChanges: readonly ControlChange[];
  /** The ActorBinding the commit exercised, and the delegations it was reached through; absent for neither (§33.2). */
  readonly actorBinding?: string | null;
  readonly delegationDigest?: Digest | null;
  /** The class of a protected operation's commit (§33.1); absent for commands and for changes of protected state alone. */
  readonly transactionClass?: string;
  readonly result: JsonValue;
}

/** Everything a commit leaves behind besides the elements themselves. */
export interface CommitArtifacts {
  readonly record: CommitRecord;
  readonly envelope: ChangeEnvelope;
  readonly receipt: Receipt;
}

/** Counts by kind of change, such as `{create: 3, lifecycle: 1}` or `{schema: 1}`. */
export function changeSummary(
  changes: readonly ChangeEntry[],
  controlChanges: readonly ControlChange[] = [],
): JsonObject {
  const summary: Record<string, number> = {};
  const names = [...changes.map(({ op }) => op), ...controlChanges.map(({ kind }) => kind)];
  for (const name of names) summary[name] = (summary[name] ?? 0) + 1;
  return summary;
}

/** The record, envelope and receipt of the commit that follows `snapshotSeq` (§33, §36.1). */
export function commitArtifacts(plan: FinishedPlan, committedAt: Timestamp): CommitArtifacts {
  const seq = plan.snapshotSeq + 1;
  const shared = {
    ...planDigests(plan),
    tx_id: commitTxId(plan.space, seq),
    space_id: plan.space,
    space_seq: seq,
    committed_at: committedAt,
    snapshot_seq: plan.snapshotSeq,
  };
  return {
    record: { ...shared, origin_principal: plan.principal },
    envelope: {
      kip: "2.0",
      space_id: shared.space_id,
      space_seq: shared.space_seq,
      tx_id: shared.tx_id,
      committed_at: shared.committed_at,
      transaction_class: shared.transaction_class,
      schema_environment_version: shared.schema_environment_version,
      changes: plan.changes,
      ...(plan.controlChanges.length > 0 ? { control_changes: plan.controlChanges } : {}),
    },
    receipt: sealed({ ...shared, status: "committed", origin: originOf(plan) }),
  };
}

/** The receipt of a plan that changed nothing: it has a transaction id but no sequence (§32.8). */
export function noEffectReceipt(plan: FinishedPlan, txId: TxId): Receipt {
  return sealed({
    ...planDigests(plan),
    status: "no_effect",
    tx_id: txId,
    space_id: plan.space,
    snapshot_seq: plan.snapshotSeq,
    origin: originOf(plan),
  });
}

/** Whether a receipt's digest is the digest of its contents (§33.2). */
export function receiptDigestVerifies({ receipt_digest, ...rest }: Receipt): boolean {
  return digestOf(rest) === receipt_digest;
}

/** Whether a change envelope is the one whose plan a receipt names (§33.2, §36.1). */
export function planDigestVerifies(receipt: Receipt, { changes, control_changes }: ChangeEnvelope): boolean {
  return planDigest(changes, control_changes ?? []) === receipt.semantic_plan_digest;
}

/** What a transaction means is what it changes. */
function planDigest(changes: readonly ChangeEntry[], controlChanges: readonly ControlChange[]): Digest {
  return digestOf(controlChanges.length === 0 ? changes : { changes, control_changes: controlChanges });
}

function sealed(receipt: Omit<Receipt, "receipt_digest">): Receipt {
  return { ...receipt, receipt_digest: digestOf(receipt) };
}

function planDigests(plan: FinishedPlan) {
  return {
    transaction_class: plan.transactionClass ?? usualClass(plan),
    request_digest: plan.requestDigest,
    semantic_plan_digest: planDigest(plan.changes, plan.controlChanges),
    result_digest: digestOf(plan.result),
    schema_environment_version: plan.environmentVersion,
    change_summary: changeSummary(plan.changes, plan.controlChanges),
  };
}

function usualClass({ changes, controlChanges }: FinishedPlan): string {
  return changes.length === 0 && controlChanges.length > 0 ? "control" : "cognitive";
}

/** A transaction that allocates no sequence still has an id of its own (§32.4). */
export function noEffectTxId(space: SpaceId, seq: number): TxId {
  return asTxId(`${space}#${seq}~${crypto.randomUUID()}`);
}

function originOf(plan: FinishedPlan): Receipt["origin"] {
  const { principal, actorBinding = null, delegationDigest = null } = plan;
  return { principal_id: principal, actor_binding_id: actorBinding, delegation_digest: delegationDigest };
}
