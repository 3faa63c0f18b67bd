import type {
  ApprovalRecord,
  AuditRecord,
  AuditRequest,
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
  PolicyRecord,
  PrincipalRecord,
} from "../runtime/index.js";

/** What may be looked at as a whole, and what one gets. */
export interface ControlPlane {
  readonly principals: readonly PrincipalRecord[];
  readonly grants: readonly GrantRecord[];
  readonly delegations: readonly DelegationRecord[];
  readonly bindings: readonly BindingRecord[];
  readonly policy: PolicyRecord;
  readonly approvals: readonly ApprovalRecord[];
}

/** What the page asks the engine about the control plane. */
export type GovernanceQuestion =
  | { readonly change: GovernanceOperation }
  | { readonly look: keyof ControlPlane }
  | { readonly element: string }
  | { readonly audit: AuditRequest };

/**
 * The control plane of the Space: who may do and see what, and what Governance has decided about elements (§28–§31).
 * Only the page that opened the Nexus has it; no command and no endpoint reaches it. Every change is a commit of its own,
 * is in the audit, reaches every other tab, and stops writes that were authorized before it and are not yet committed.
 *
 * All of it throws `KipError`: `NotAuthorized` where the acting Principal lacks the permission, `NotFoundOrNotVisible`
 * for what is not there, `ConstraintViolation` and `TypeMismatch` for a wrong request. Nothing is changed then.
 */
export interface GovernanceApi {
  /** The same control plane as another Principal may use it. Without this the owner acts. */
  as(principal: string): GovernanceApi;

  /** Every Principal there is; the four of the single-agent preset come first (§30.5). */
  principals(): Promise<readonly PrincipalRecord[]>;
  /** Adds a Principal, which may do nothing until it is granted something or has a role. */
  addPrincipal(principal: HostPrincipal): Promise<GovernanceResult>;
  /** Takes everything from a Principal until it is resumed; its endpoints answer `Unauthenticated`. */
  suspendPrincipal(id: string): Promise<GovernanceResult>;
  resumePrincipal(id: string): Promise<GovernanceResult>;

  /** Every grant and deny there ever was, with its term. */
  grants(): Promise<readonly GrantRecord[]>;
  grant(rule: HostRule): Promise<GovernanceResult>;
  /** Forbids something, whatever grants, roles and delegations allow (§30.2). */
  deny(rule: HostRule): Promise<GovernanceResult>;
  /** Every delegation there ever was. */
  delegations(): Promise<readonly DelegationRecord[]>;
  delegate(delegation: HostDelegation): Promise<GovernanceResult>;
  /** Every ActorBinding there ever was, but for those that come with the preset's roles. */
  bindings(): Promise<readonly BindingRecord[]>;
  /** Lets a Principal speak as an actor (§28.3). */
  bindActor(binding: HostBinding): Promise<GovernanceResult>;
  /** Ends a grant, a deny, a delegation or a binding now. Ending it again has no effect. */
  revoke(id: string): Promise<GovernanceResult>;

  /** Says which Concept is the Space's `$self`; null for none (§5.6). */
  designateSelf(concept: string | null): Promise<GovernanceResult>;
  policy(): Promise<PolicyRecord>;
  setPolicy(policy: HostPolicy): Promise<GovernanceResult>;

  /** What Governance has decided about an element; null where it has decided nothing. */
  element(id: string): Promise<ElementRecord | null>;
  /**
   * Labels elements, or with null takes their labels away, and raises what was derived from them with them unless
   * `propagate` is false (§31.2). Neither this nor the next ones change an element: no version, no history.
   */
  classify(
    elements: readonly string[],
    classification: string | null,
    options?: { readonly propagate?: boolean },
  ): Promise<GovernanceResult>;
  /** Gives exactly this revision of an element a class of authority (§31.3). */
  setAuthority(decision: HostAuthorityDecision): Promise<GovernanceResult>;
  /** Keeps elements out of search, recall and belief, marked, until they are released (§31.6). */
  quarantine(elements: readonly string[], reason: string): Promise<GovernanceResult>;
  release(elements: readonly string[]): Promise<GovernanceResult>;

  /** What waits for a decision, and what was decided (§29.11). */
  approvals(): Promise<readonly ApprovalRecord[]>;
  /** Lets exactly that request through, once, when its Principal sends it again. Nobody approves their own. */
  approve(approval: string): Promise<GovernanceResult>;
  refuse(approval: string): Promise<GovernanceResult>;

  /** What was done and what was refused, newest first: names and ids, never content. */
  audit(request?: AuditRequest): Promise<readonly AuditRecord[]>;
}
