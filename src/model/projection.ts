import type { ElementRef } from "./elements.js";
import type { ElementId, SpaceId } from "./ids.js";
import type { JsonObject, JsonValue } from "./json.js";
import type { Timestamp } from "./timestamps.js";

export type BeliefStatus = "accepted" | "rejected" | "contested" | "uncertain" | "insufficient";
export type SlotStatus = Exclude<BeliefStatus, "rejected">;
export type Leading = "support" | "opposition" | "none";

/** Every coordinate a projection depends on; served with each result (§21.12). */
export interface ProjectionBasis {
  readonly space_id: SpaceId;
  readonly snapshot_seq: number;
  readonly schema_environment_version: number;
  readonly identity_version: number;
  readonly policy: { readonly id: string; readonly version: string };
  readonly trust_version: string;
  readonly authorization_view: string;
  readonly context_refs: readonly ElementId[];
  readonly purpose: string;
  readonly risk: string;
  readonly valid_at: Timestamp;
  readonly next_invalid_at: Timestamp | null;
}

/** One side of a projection. A structural policy weighs nothing, so `score` is null (§21.10). */
export interface ProjectionSide {
  readonly score: null;
  readonly score_semantics: null;
  readonly assertion_ids: readonly ElementId[];
  readonly root_groups: readonly string[];
}

/** The virtual, never stored result of projecting one Proposition (§27.2). */
export interface Projection {
  readonly proposition_id: ElementId | null;
  readonly status: BeliefStatus;
  readonly candidate_status: BeliefStatus;
  readonly slot_status: SlotStatus;
  readonly leading: Leading;
  readonly support: ProjectionSide;
  readonly opposition: ProjectionSide;
  readonly uncertainty: { readonly level: string | null; readonly reasons: readonly string[] };
  readonly conflict_refs: readonly ElementId[];
  readonly conflict_reasons: readonly string[];
  readonly precedence?: {
    readonly rule: string;
    readonly prevailed_over?: readonly ElementId[];
    readonly outranked_by?: ElementId | null;
  };
  /** Absent when the request asked for `explanation: "none"` (§49.1). */
  readonly explanation?: JsonObject;
  readonly basis: ProjectionBasis;
}

/** The virtual result of projecting one subject–predicate slot (§47.3). */
export interface SlotProjection {
  readonly status: SlotStatus;
  readonly accepted_values: readonly JsonValue[];
  readonly candidate_projections: readonly Projection[];
  readonly subject: ElementRef | null;
  readonly predicate_ref: string;
  readonly uncertainty: { readonly level: string | null; readonly reasons: readonly string[] };
  readonly explanation?: JsonObject;
  readonly basis: ProjectionBasis;
}
