/** META: what the memory tells about itself (§63–§69). Pure and synchronous. */
export { type ArtifactLookup, MAX_ARTIFACT_LENGTH, readArtifact } from "./artifact.js";
export { type DescribeContext, evaluateDescribe, type PresentDescribeCommand } from "./describe.js";
export { describeSnapshot, type SnapshotFacts } from "./describe-snapshot.js";
export { spaceRow } from "./describe-space.js";
export {
  describeBatch,
  describeTransaction,
  isKnown,
  type RetainedBatch,
  type RetainedTransaction,
  type TransactionReader,
  unknownTransaction,
} from "./describe-transaction.js";
export {
  HISTORY_ROWS,
  type HistoryCommand,
  type HistoryContext,
  type HistoryPage,
  type HistoryRequest,
  historyGap,
  historyPage,
  readHistoryRequest,
  visibleEnvelope,
} from "./history.js";
export { evaluateList, type ListContext } from "./list.js";
export { Operands } from "./operands.js";
export { PAGE_ROWS, type PagedRead, type PagePosition, readListCursor, schemaChanged } from "./page.js";
export { describePrimer, type PrimerContext, readPrimerMode } from "./primer.js";
export type { PrimerMode } from "./schema-map.js";
export { schemaOutline } from "./schema-outline.js";
export {
  innerParameters,
  textFindings,
  type Validation,
  validateMutation,
  validatePackage,
  validateQuery,
} from "./validate.js";
export { type ReceiptRecord, transactionOf, verifyPackage, verifyReceipt } from "./verify.js";
