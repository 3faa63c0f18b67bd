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

/** Everything one mutation plan would write: the new envelope of each element it touched (design 3.3). */
export interface WriteSet {
  readonly elements: readonly Element[];
  readonly clientKeys: readonly ClientKeyBinding[];
  readonly changes: readonly ChangeEntry[];
  /** The Nexus-wide counters after this plan's allocations. */
  readonly counters: IdCounters;
}
