import type { ChangeEntry, JsonObject, Origin, Timestamp, TxId } from "../model/index.js";

/** What a mutation knows about the transaction it runs in. The engine supplies all of it; no caller can (§2.5). */
export interface MutationContext {
  /** The operation's effective parameters, names without the colon (§74). */
  readonly parameters: JsonObject;
  /** The transaction's time: every default instant and every `_system` time of this transaction is this one. */
  readonly now: Timestamp;
  readonly txId: TxId;
  /** The `space_seq` the transaction gets if it commits (§5.4). */
  readonly nextSeq: number;
  readonly origin: Origin;
  /** The operation's `op_id`, kept with references that were resolved through a merge (§11.3). */
  readonly opId?: string;
}

/** What one KML command did to the overlay. Nothing is durable before the transaction commits. */
export interface MutationOutcome {
  /**
   * The operation's result (§81.1): `handles` (handle name → id), `created` and `updated` (counts by kind where not
   * zero), and for statements with a selection `matched` (distinct targets).
   */
  readonly summary: JsonObject;
  /**
   * The change entries of the whole transaction so far, one per changed element (§36.1). In an atomic request the
   * entries of the last operation are therefore the entries of the transaction.
   */
  readonly changes: readonly ChangeEntry[];
  /** Whether this command changed the overlay at all; false means `no_effect` (§32.8). */
  readonly effect: boolean;
}
