import type { ElementId, ElementKind, GovernanceState, JsonObject, Timestamp } from "../model/index.js";
import type { Permission } from "./permissions.js";
import type { Scope, Vocabulary } from "./scope.js";

/** An authenticated execution identity the host knows (§28.2). Never a Person or Agent Concept. */
export interface PrincipalRecord {
  readonly kind: "principal";
  readonly id: string;
  readonly label: string | null;
  /** A role of the preset, whose permissions the Principal holds besides its grants (§28.5, §30.5). */
  readonly role: PresetRole | null;
  readonly status: "active" | "suspended";
}

/** The four Principals of the single-agent preset (§30.5). */
export type PresetRole = "agent" | "maintenance" | "instrument" | "owner";

/** When a record counts: from its beginning to its end, unless it was revoked before. Instants compare as texts. */
export interface Term {
  readonly not_before: Timestamp | null;
  /** The first instant at which it no longer holds. */
  readonly expires_at: Timestamp | null;
  readonly revoked_at: Timestamp | null;
}

/** A rule that allows or denies permissions to a Principal (§30.2). */
export interface GrantRecord extends Term {
  readonly kind: "grant";
  readonly id: string;
  readonly effect: "allow" | "deny";
  readonly principal: string;
  readonly permissions: readonly Permission[];
  readonly scope: Scope;
  /** The purposes of the endpoint it is limited to; null for any. A purpose comes from the host, never a request. */
  readonly purposes: readonly string[] | null;
  readonly granted_by: string;
  readonly granted_at: Timestamp;
}

/** What one Principal lets another do in its place: never more than it may do itself (§28.5). */
export interface DelegationRecord extends Term {
  readonly kind: "delegation";
  readonly id: string;
  readonly from: string;
  readonly to: string;
  readonly permissions: readonly Permission[];
  readonly scope: Scope;
  /** Whether `to` may delegate it further; without it a delegation ends with its holder. */
  readonly redelegable: boolean;
  readonly granted_by: string;
  readonly granted_at: Timestamp;
}

/** The actor a binding is about: a Concept, or whichever Concept the Space has as its `$self` (§5.6). */
export type BoundActor = ElementId | "$self";

/** Trusted state that lets a Principal speak as a semantic actor (§28.3). */
export interface BindingRecord extends Term {
  readonly kind: "binding";
  readonly id: string;
  readonly principal: string;
  readonly actor: BoundActor;
  /** What it may be spoken about: Predicate lineages; null for anything. */
  readonly predicates: readonly string[] | null;
  /** The contexts it may be spoken in; null for any, general claims included. */
  readonly contexts: readonly ElementId[] | null;
  readonly bound_by: string;
  readonly bound_at: Timestamp;
}

/** A kind of act that needs a second Principal's decision (§29.11). */
export interface ApprovalRule {
  readonly permissions: readonly Permission[];
  readonly scope: Scope;
}

/** The Space's own rules: its vocabulary of labels, who is spoken for by binding only, and what needs approval. */
export interface PolicyRecord extends Vocabulary {
  readonly kind: "policy";
  readonly id: "policy";
  /** Actors that only a bound Principal may speak for (§28.4). */
  readonly reserved_actors: readonly BoundActor[];
  readonly approvals: readonly ApprovalRule[];
}

/** A version of a Projection Policy that the host has registered (§21.13). What it says is for `belief/` to read. */
export interface ProjectionPolicyRecord {
  readonly kind: "projection_policy";
  /** The policy's id and version, `id@version`. */
  readonly id: string;
  readonly artifact: JsonObject;
  readonly content_digest: string;
  readonly registered_by: string;
  readonly registered_at: Timestamp;
}

export type AuthorityClass = GovernanceState["authority_class"];

/**
 * Why an element is kept out of recall and projection (§31.6).
 *
 * The reason is the host's own record of its decision and no content of the element (§28.1): a purge of the element
 * destroys the element's bytes (§60.3) and leaves what proves what was decided about it (§60.7), this reason included. So
 * a reason names why and quotes nothing; what it must not outlive belongs into Evidence.
 */
export interface Quarantine {
  readonly reason: string;
  readonly placed_at: Timestamp;
}

/** What Governance has decided about one element (§31). It is no part of the element: deciding leaves that as it is. */
export interface ElementRecord {
  readonly kind: "element";
  readonly id: ElementId;
  readonly classification: string | null;
  readonly authority_class: AuthorityClass;
  /** The digest of the behaviour the class was given to; null where the class needs none (§31.3). */
  readonly behavior_digest: string | null;
  readonly quarantine: Quarantine | null;
  readonly decided_by: string;
  readonly decided_at: Timestamp;
}

/** One element that a request would change and a rule holds back: what it is, and never what it says (§29.11). */
export interface ApprovalTarget {
  /** Null for an element the request would make: it has no id before it is committed. */
  readonly id: ElementId | null;
  readonly kind: ElementKind;
  /** The version the request would change; null for a new element. */
  readonly version: number | null;
  readonly permissions: readonly Permission[];
}

/** A request that waits for, or has, a second Principal's decision (§29.11). */
export interface ApprovalRecord {
  readonly kind: "approval";
  readonly id: string;
  readonly principal: string;
  readonly permissions: readonly Permission[];
  /** Names the exact request: the approval is for it and no other. */
  readonly request_digest: string;
  /** The statements of the request, for whoever decides. */
  readonly statements: readonly string[];
  /** The elements it resolved to when it was asked for. The approval is for these, in these versions, and no others. */
  readonly targets: readonly ApprovalTarget[];
  readonly status: "pending" | "approved" | "refused" | "used";
  readonly requested_at: Timestamp;
  readonly decided_by: string | null;
  readonly decided_at: Timestamp | null;
}

/** One act or refusal, for whoever may read the audit (§29). It holds names and ids, never content. */
export interface AuditRecord {
  readonly kind: "audit";
  readonly id: string;
  readonly at: Timestamp;
  readonly principal: string;
  /** A statement, or a host operation. */
  readonly act: string;
  readonly outcome: "done" | "denied" | "waiting";
  readonly permissions: readonly Permission[];
  /** The elements or control records it was about, as far as the Principal named or saw them. */
  readonly about: readonly string[];
  /** The Space sequence of the commit, where there was one. */
  readonly space_seq: number | null;
  /** The error code of a refusal. */
  readonly code: string | null;
}

/** A record that decides about authority. */
export type ControlRecord =
  | PrincipalRecord
  | GrantRecord
  | DelegationRecord
  | BindingRecord
  | PolicyRecord
  | ProjectionPolicyRecord
  | ElementRecord
  | ApprovalRecord;

/** Any record of the control plane (§28.1). */
export type GovernanceRecord = ControlRecord | AuditRecord;

export const CONTROL_KINDS = [
  "principal",
  "grant",
  "delegation",
  "binding",
  "policy",
  "projection_policy",
  "element",
  "approval",
] as const satisfies readonly ControlRecord["kind"][];

/** Whether a record counts at an instant. */
export function isInForce({ not_before, expires_at, revoked_at }: Term, at: Timestamp): boolean {
  return (
    (revoked_at === null || at < revoked_at) &&
    (not_before === null || at >= not_before) &&
    (expires_at === null || at < expires_at)
  );
}

/** The next instant after `at` at which a record begins or ends by itself, or null. */
export function nextTurn({ not_before, expires_at, revoked_at }: Term, at: Timestamp): Timestamp | null {
  if (revoked_at !== null && revoked_at <= at) return null;
  // A clock that was set back meets revocations that are still to come.
  const turns = [not_before, expires_at, revoked_at].filter(
    (turn): turn is Timestamp => turn !== null && turn > at,
  );
  return turns.sort()[0] ?? null;
}
