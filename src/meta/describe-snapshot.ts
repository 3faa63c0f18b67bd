import type { JsonObject, SpaceId, Timestamp, TxId } from "../model/index.js";

/** A coordinate of a Space's history (§68). Before the first commit it has no transaction and no time. */
export interface SnapshotFacts {
  readonly spaceId: SpaceId;
  readonly seq: number;
  readonly environmentVersion: number;
  readonly commit: { readonly tx_id: TxId; readonly committed_at: Timestamp } | null;
}

/**
 * What `DESCRIBE SNAPSHOT` answers (§68): the sequence, the transaction that committed it and when, and the Schema
 * Environment in force. It describes a coordinate and is no token: a read of it names the sequence.
 */
export function describeSnapshot({ spaceId, seq, environmentVersion, commit }: SnapshotFacts): JsonObject {
  return {
    space_id: spaceId,
    space_seq: seq,
    tx_id: commit?.tx_id ?? null,
    committed_at: commit?.committed_at ?? null,
    schema_environment_version: environmentVersion,
  };
}
