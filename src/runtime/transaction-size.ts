import { kipError } from "../model/index.js";
import type { StateOverlay } from "../state/index.js";

/** The most elements one transaction may write: a commit is one record, written and read whole (design 3.3). */
export const MAX_TRANSACTION_ELEMENTS = 10_000;

/** @throws `TransactionTooLarge` when the overlay holds more than one record of the log should. */
export function requireTransactionSize(overlay: StateOverlay): void {
  const elements = overlay.written().length;
  if (elements <= MAX_TRANSACTION_ELEMENTS) return;
  throw kipError("TransactionTooLarge", `this transaction writes ${elements} elements`, {
    hint: `One transaction may write ${MAX_TRANSACTION_ELEMENTS}. Bound a sweep with LIMIT and repeat it, or send several requests.`,
    details: { elements, limit: MAX_TRANSACTION_ELEMENTS },
  });
}
