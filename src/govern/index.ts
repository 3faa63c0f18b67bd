/**
 * Who may know and do what (§28–§31): Principals, grants, decisions, the authorized view every reader gets, and what the
 * host may change of all this. Pure and synchronous, over one state and one control plane.
 */
export { type AccessContext, describeAccess } from "./access.js";
export { Authority, type Caller, type Reach, WHOLE_SPACE } from "./authority.js";
export { ApprovalNeeded, type WriteAuthorization } from "./authorize-writes.js";
export {
  AuthorizedView,
  authorizedPast,
  authorizedView,
  type ElementChanges,
  viewBeneath,
} from "./authorized-view.js";
export { ControlState, type Rules } from "./control-state.js";
export { type AccessQuestion, type Decision, type DenialReason, decide } from "./decide.js";
export { objectWith, principalIdOf, textAt } from "./host-values.js";
export type { OperationContext, PlannedOperation } from "./operation-context.js";
export type {
  GovernanceOperation,
  GovernanceResult,
  HostAuthorityDecision,
  HostBinding,
  HostDelegation,
  HostPolicy,
  HostPrincipal,
  HostRule,
  HostScope,
  HostTerm,
  OperationName,
} from "./operations.js";
export {
  type Advertised,
  CORE_PERMISSIONS,
  EXTENDED_PERMISSIONS,
  type Permission,
  registeredPermissions,
} from "./permissions.js";
export { planOperation, readOperation } from "./plan-operation.js";
export { OWNER, PRESET_ROLES, presetPrincipal } from "./preset.js";
export { policiesOf } from "./projection-policies.js";
export * from "./records.js";
export { EVERYTHING, readScope, type Scope, type Target, targetOf } from "./scope.js";
export { type EvaluatedTransaction, type SettledWrites, settleWrites } from "./settle-writes.js";
export { requireStatement, staticNeeds } from "./statement-permissions.js";
