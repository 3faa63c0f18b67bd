import type { ClientKeyBinding, Element } from "./elements.js";
import type { ElementId, ElementKind, IdCounters, SpaceId, TxId } from "./ids.js";
import type { Digest, JsonObject } from "./json.js";
import type { Timestamp } from "./timestamps.js";

/** What a commit did to one element: names and versions, never values (§36.1). */
export interface ChangeEntry {
  readonly op: "create" | "update" | "lifecycle" | "retention" | "merge" | "purge" | "payload_purge";
  readonly kind: ElementKind;
  readonly id: ElementId;
  readonly schema_ref?: string;
  readonly old_version?: number;
  readonly new_version: number;
  readonly state?: { readonly from: string; readonly to: string };
  readonly refs?: {
    readonly proposition?: ElementId;
    readonly subject?: ElementId;
    readonly predicate_ref?: string;
    readonly merged_into?: ElementId;
  };
  readonly touched?: readonly string[];
  readonly planes?: {
    readonly attributes?: number;
    readonly structural?: number;
    readonly retention?: number;
    readonly facets?: Readonly<Record<string, number>>;
  };
}

/** A change of protected state that a commit carries: which kind, and its new version under an opaque name (§36.1). */
export interface ControlChange {
  readonly kind: "trust" | "policy" | "schema" | "identity" | "authorization" | "recording";
  readonly version: string;
}

/** The one logical envelope a state-changing commit yields (§36.1). */
export interface ChangeEnvelope {
  readonly kip: "2.0";
  readonly space_id: SpaceId;
  readonly space_seq: number;
  readonly tx_id: TxId;
  readonly committed_at: Timestamp;
  readonly transaction_class: string;
  readonly schema_environment_version: number;
  readonly changes: readonly ChangeEntry[];
  /** Only on commits that change protected state. */
  readonly control_changes?: readonly ControlChange[];
}

/** What a client may know of a transaction's outcome (§33.2). */
export interface Receipt {
  readonly status: "committed" | "no_effect";
  readonly tx_id: TxId;
  readonly space_id: SpaceId;
  readonly snapshot_seq: number;
  readonly space_seq?: number;
  readonly committed_at?: Timestamp;
  readonly transaction_class: string;
  readonly request_digest: Digest;
  readonly semantic_plan_digest: Digest;
  readonly result_digest: Digest;
  readonly schema_environment_version: number;
  readonly change_summary: JsonObject;
  readonly origin: {
    readonly principal_id: string;
    readonly actor_binding_id: string | null;
    readonly delegation_digest: Digest | null;
  };
  readonly receipt_digest: Digest;
}

/** The immutable record a commit appends to the Space's history (§33.1). */
export interface CommitRecord {
  readonly tx_id: TxId;
  readonly space_id: SpaceId;
  readonly space_seq: number;
  readonly snapshot_seq: number;
  readonly committed_at: Timestamp;
  readonly transaction_class: string;
  readonly request_digest: Digest;
  readonly result_digest: Digest;
  readonly semantic_plan_digest: Digest;
  readonly schema_environment_version: number;
  readonly change_summary: JsonObject;
  readonly origin_principal: string;
}

/** The withdrawal of an identity decision (§11.5). */
export interface IdentityWithdrawal {
  readonly tx_id: TxId;
  readonly space_seq: number;
  readonly at: Timestamp;
  readonly principal_id: string;
  /** The Evidence that says why. */
  readonly reason_evidence: ElementId;
  /** The version of the identity resolution that the withdrawal made. */
  readonly identity_version: number;
}

/** One merge: a protected, immutable decision about how references resolve (§11.5). It is kept after its withdrawal. */
export interface IdentityDecision {
  readonly decision_id: string;
  readonly source: ElementId;
  /** The Concept it was merged into, as the statement named it. */
  readonly target: ElementId;
  /** What the target itself resolved to at the time. */
  readonly canonical_target: ElementId;
  readonly principal_id: string;
  readonly tx_id: TxId;
  readonly decided_at: Timestamp;
  /** The state the decision was made on (§32.5), and the sequence it became true at. */
  readonly basis: { readonly snapshot_seq: number };
  readonly space_seq: number;
  /** The version of the identity resolution that the merge made. */
  readonly identity_version: number;
  readonly withdrawn: IdentityWithdrawal | null;
}

/** Everything one mutation plan would write: the new envelope of each element it touched (design 3.3). */
export interface WriteSet {
  readonly elements: readonly Element[];
  readonly clientKeys: readonly ClientKeyBinding[];
  /** Decisions about identity that are new or were withdrawn; absent where there are none (§11.5). */
  readonly identity?: readonly IdentityDecision[];
  readonly changes: readonly ChangeEntry[];
  /** The Nexus-wide counters after this plan's allocations. */
  readonly counters: IdCounters;
}
