import type { KipErrorShape } from "./errors.js";
import type { JsonObject, JsonValue } from "./json.js";
import type { ProjectionBasis } from "./projection.js";
import type { Timestamp } from "./timestamps.js";
import type { Receipt } from "./transactions.js";

export type ExecutionMode = "independent" | "sequence" | "atomic";
export type Language = "KQL" | "KML" | "META";

/** One operation of a request (§73). */
export interface Operation {
  readonly op_id?: string;
  readonly language?: Language;
  readonly command: string;
  readonly parameters?: JsonObject;
  /** `null` says that there is none (§73). */
  readonly idempotency_key?: string | null;
  readonly options?: JsonObject;
  readonly extensions?: JsonObject;
}

/** The logical request envelope (§71). */
export interface RequestEnvelope {
  readonly kip: "2.0";
  readonly request_id?: string;
  readonly space?: { readonly id?: string; readonly uri?: string };
  readonly compatibility_profile?: string;
  readonly execution?: {
    readonly mode: ExecutionMode;
    readonly on_error?: "stop" | "continue";
    readonly isolation?: string;
    readonly idempotency_key?: string;
    readonly extensions?: JsonObject;
  };
  readonly read?: { readonly snapshot_token?: string; readonly extensions?: JsonObject };
  readonly ingest?: JsonObject;
  readonly preconditions?: {
    readonly space_seq?: number;
    readonly schema_environment_version?: number;
    readonly extensions?: JsonObject;
  };
  readonly operations: readonly Operation[];
  readonly parameters?: JsonObject;
  readonly context?: {
    readonly purpose?: string;
    readonly risk?: string;
    readonly locale?: string;
    readonly client?: string;
    readonly extensions?: JsonObject;
  };
  readonly requires?: JsonObject;
  readonly options?: {
    readonly dry_run?: boolean;
    readonly deadline_ms?: number;
    readonly extensions?: JsonObject;
  };
  readonly extensions?: JsonObject;
}

/** How fresh a search index was when it answered (§66.5). */
export interface SearchContext {
  readonly index_seq: number;
  readonly current_space_seq: number;
  readonly consistency: string;
  readonly mode: "keyword" | "semantic" | "hybrid";
  readonly score_semantics: string;
}

/** The coordinates an operation was served from (§50). */
export interface ResultContext {
  readonly space_id: string;
  readonly snapshot_seq: number;
  readonly schema_environment_version: number;
  readonly epistemic_policy?: { readonly id: string; readonly version: string };
  readonly valid_at?: Timestamp;
  readonly search?: SearchContext;
  readonly basis?: ProjectionBasis;
  readonly extensions?: JsonObject;
}

/** A non-fatal caveat (§81). */
export interface Warning {
  readonly code: string;
  readonly message: string;
  readonly details?: JsonObject;
}

/** The outcome of one operation (§81.1). */
export interface OperationResult {
  readonly op_id?: string;
  readonly status: "succeeded" | "failed" | "skipped" | "rolled_back" | "no_effect";
  readonly result?: JsonValue;
  readonly context?: ResultContext;
  readonly warnings?: readonly Warning[];
  readonly error?: KipErrorShape;
  readonly next_cursor?: string;
  readonly receipt?: Receipt;
}

/** The logical response envelope (§81). */
export interface ResponseEnvelope {
  readonly kip: "2.0";
  readonly request_id?: string;
  readonly status: "succeeded" | "failed" | "partial" | "outcome_unknown";
  readonly execution?: {
    readonly mode: ExecutionMode;
    readonly on_error?: "stop" | "continue";
    readonly isolation?: string;
    readonly idempotency_key?: string;
  };
  readonly results: readonly OperationResult[];
  readonly context?: { readonly space_id: string; readonly schema_environment_version: number };
  readonly snapshot?: {
    readonly space_id: string;
    readonly snapshot_seq: number;
    readonly schema_environment_version: number;
    /** Sent back in `read.snapshot_token`, it binds further reads to this state (§78). */
    readonly snapshot_token?: string;
  } | null;
  readonly receipt?: Receipt | null;
  readonly warnings?: readonly Warning[];
  readonly error?: KipErrorShape;
}
