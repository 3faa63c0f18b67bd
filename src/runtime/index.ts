/** From a request envelope to a response: transactions, idempotency, receipts, and the two tools. */
export { reportedShape } from "./defects.js";
export { DEFAULT_SPACE, NexusRuntime, type RuntimeOptions } from "./nexus-runtime.js";
export type { PackageIdentity } from "./package-library.js";
export { receiptDigestVerifies } from "./receipts.js";
export type { PromotionResult, SchemaChangeResult } from "./schema-operations.js";
export type { ExecuteKipArguments, ExecuteKipReadonlyArguments, ToolOperation } from "./tools.js";
export type { LogProblem, LogVerification } from "./verify-log.js";
