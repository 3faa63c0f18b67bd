import { asKipError, kipError } from "../model/index.js";
import type { SchemaEnvironment } from "../schema/index.js";
import type { CommitBasis, PendingCommit } from "../store/index.js";
import type { SpaceSession } from "./session.js";

/**
 * Commits, and knows afterwards whether it did (§80.3). A storage failure in the middle does not say whether the record
 * is durable, so the log is asked. Returns as `SpaceSession.commit`.
 * @throws the storage error when the record is not in the log: nothing was written then. `OutcomeUnknown` when the log
 * cannot be asked either.
 */
export async function commitKnowingly(
  session: SpaceSession,
  basis: CommitBasis,
  pending: PendingCommit,
  environment: SchemaEnvironment | null = null,
): Promise<boolean> {
  // A connection that is lost before the commit begins leaves nothing to wonder about.
  session.store.requireConnection();
  try {
    return await session.commit(basis, pending, environment);
  } catch (thrown) {
    const failure = asKipError(thrown);
    // Any other storage error is one the browser gives for a transaction it has undone.
    if (failure.code !== "InternalError") throw failure;
    if (!(await isInLog(session, pending, failure))) throw failure;
    await session.level();
    return true;
  }
}

async function isInLog(
  session: SpaceSession,
  { row: { space, seq, receipt } }: PendingCommit,
  failure: unknown,
): Promise<boolean> {
  try {
    const stored = await session.store.commitAt(space, seq);
    return stored?.receipt.receipt_digest === receipt.receipt_digest;
  } catch {
    throw kipError("OutcomeUnknown", "the browser did not say whether this commit is durable", {
      hint: "Do not send the work again as new. Reopen the memory, then send exactly the same request with the same idempotency_key, or ask DESCRIBE TRANSACTION BY IDEMPOTENCY KEY; without a key, DESCRIBE TRANSACTION with this tx_id tells.",
      details: { tx_id: receipt.tx_id, space_id: space },
      cause: failure,
    });
  }
}
