/** From a request envelope to a response: transactions, idempotency, receipts, and the two tools. */

export type {
  ApprovalRecord,
  ApprovalTarget,
  AuditRecord,
  AuthorityClass,
  BindingRecord,
  DelegationRecord,
  ElementRecord,
  GovernanceOperation,
  GovernanceResult,
  GrantRecord,
  HostAuthorityDecision,
  HostBinding,
  HostDelegation,
  HostPolicy,
  HostPrincipal,
  HostRule,
  HostScope,
  PolicyRecord,
  PrincipalRecord,
} from "../govern/index.js";
export type { StagedArtifact } from "./artifacts.js";
export { reportedShape } from "./defects.js";
export type { Endpoint, EndpointOptions } from "./endpoint.js";
export type { ExplainedStep, Explanation } from "./explain.js";
export type { SendFrame } from "./frames.js";
export type { AuditRequest } from "./governance.js";
export type { LiveAnswer } from "./live-query.js";
export {
  DEFAULT_SPACE,
  type IdentityStanding,
  NexusRuntime,
  type NexusStatus,
  type RepairOptions,
  type RuntimeOptions,
} from "./nexus-runtime.js";
export type { Opening } from "./opening.js";
export type { PackageIdentity } from "./package-library.js";
export type { PolicyRegistration } from "./policy-registration.js";
export type { ProtectedOutcome } from "./protected-commit.js";
export { receiptDigestVerifies } from "./receipts.js";
export type {
  IdentityRepair,
  IdentityRepairOutcome,
  IdentityReview,
  RecordingRepair,
  ReplacementCommand,
} from "./repairs.js";
export type { PromotionResult, SchemaChangeResult } from "./schema-operations.js";
export type { ExecuteKipArguments, ExecuteKipReadonlyArguments, ToolOperation } from "./tools.js";
export type { LogProblem, LogVerification } from "./verify-log.js";
