import type { ElementId, JsonObject, JsonValue, Projection, ProjectionBasis } from "../model/index.js";

/** What a caller asks of Recall (Recall policy §3). Context shapes relevance, never authority. */
export interface RecallRequest {
  readonly query: string;
  readonly context?: { readonly counterparty_ref?: string; readonly topic?: string };
  readonly action_context?: {
    readonly goal?: string;
    readonly current_state?: string;
    readonly available_tools?: readonly string[];
  };
  readonly time?: { readonly valid_at?: string | null; readonly as_of_seq?: number | null };
}

/** The channels whose completeness a briefing reports (`RecallCoverage`, Recall policy §26). */
export const RECALL_CHANNELS = [
  "constraints",
  "commitments",
  "dependencies",
  "failures",
  "experiences",
  "skills",
  "evidence",
] as const;
export type RecallChannel = (typeof RECALL_CHANNELS)[number];

/** What was and was not looked at. Nothing may be applied automatically while `action_eligible` is false. */
export interface RecallCoverage {
  readonly basis: ProjectionBasis;
  readonly channels: Readonly<
    Record<RecallChannel | "knowledge", { readonly completed: boolean; readonly truncated: boolean }>
  >;
  readonly unverified_preconditions: readonly string[];
  readonly action_eligible: boolean;
}

/** One candidate value of a slot, with the belief about it and who stands behind it. */
export interface BriefingKnowledge {
  readonly subject: { readonly id: ElementId; readonly name: string | null };
  readonly predicate_ref: string;
  readonly object: JsonValue;
  readonly object_name: string | null;
  readonly belief: Projection;
  /** A sentence in plain words: what is believed, on whose word, since when. */
  readonly statement: string;
}

/** Several candidates that contradict each other, shown side by side (Recall policy §11). */
export interface BriefingContest {
  readonly subject: { readonly id: ElementId; readonly name: string | null };
  readonly predicate_ref: string;
  readonly candidates: readonly BriefingKnowledge[];
  readonly statement: string;
}

/** What to know before acting (Recall policy §18). Read-only, computed, without a model. */
export interface ActionBriefing {
  readonly goal: string;
  readonly knowledge: readonly BriefingKnowledge[];
  readonly contested_assumptions: readonly BriefingContest[];
  readonly skills: readonly JsonObject[];
  readonly successful_experiences: readonly JsonObject[];
  readonly failed_experiences: readonly JsonObject[];
  readonly open_commitments: readonly JsonObject[];
  readonly constraints: readonly JsonObject[];
  readonly unverified_preconditions: readonly string[];
  readonly coverage: RecallCoverage;
  readonly basis: ProjectionBasis;
  readonly warnings: readonly string[];
}
