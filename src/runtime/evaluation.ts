import { type EpistemicControls, NO_CONTROLS, type PolicyRegistry } from "../belief/index.js";
import type { CursorKey, QueryLimits } from "../kql/index.js";
import type { ArtifactLookup } from "../meta/index.js";
import type {
  ChangeEntry,
  IdCounters,
  JsonObject,
  JsonValue,
  ProjectionBasis,
  ResultContext,
  SearchContext,
  Timestamp,
  Warning,
} from "../model/index.js";
import type { SearchIndex } from "../search/index.js";
import type { SpaceView } from "../state/index.js";
import type { Gate } from "./gate.js";

/** What an evaluation may depend on besides the state it reads. */
export interface EvaluationContext {
  readonly now: Timestamp;
  /** The sequence the Space had reached, whichever state is read: what was erased by then is no part of the answer. */
  readonly head: number;
  readonly search: SearchIndex;
  /** With what the caller's cursors are made and read: what it may see is part of it (§44.8, §88.4). */
  readonly cursorKey: CursorKey;
  readonly purpose: string | undefined;
  readonly risk: string | undefined;
  /** How much a query may do and answer; absent means what holds for every request. */
  readonly limits?: Partial<QueryLimits>;
  readonly principal: string;
  readonly access: "full" | "readonly";
  /** Protected state that bears on belief, and what the caller is authorized to see (§21.12, §22.5). */
  readonly controls?: EpistemicControls;
  /** The Projection Policies of the Space; absent means the standard ones (§21.13). */
  readonly policies?: PolicyRegistry;
  /** Whether the caller has a permission in at least some scope; absent means that its access alone decides (§67.2). */
  readonly may?: (permission: string) => boolean;
  /** Through which the caller came: its authority, for what is decided while evaluating. */
  readonly gate: Gate;
  /** What the caller may know of a state of the Space; absent means all of it (design 3.5). */
  readonly authorized?: (view: SpaceView) => SpaceView;
  /** Finds what the host staged under a handle (§85); absent finds nothing. */
  readonly artifactOf?: ArtifactLookup;
  /** Where the Space stands now: what a preview would take ids from, and when the newest commit was made. */
  readonly session: {
    readonly basis: { readonly counters: IdCounters };
    readonly lastCommitAt: Timestamp | null;
    /** How long outcomes are kept for retries (§34.5). */
    readonly idempotencyRetentionSeconds: number;
  };
}

/** What one operation answered, before it is known whether its transaction commits. */
export interface Evaluation {
  readonly result: JsonValue;
  readonly context: ResultContext;
  readonly warnings: readonly Warning[];
  readonly nextCursor: string | null;
}

/** What a state-changing operation did to its overlay. */
export interface MutationEvaluation extends Evaluation {
  /** The change entries of the whole transaction so far. */
  readonly changes: readonly ChangeEntry[];
  /** Whether the operation changed anything at all: elements, or the schema. */
  readonly effect: boolean;
}

/** The namespace of what this engine adds to contexts and envelopes beyond the protocol. */
export const EXTENSION = "kip-browser-nexus";

/** What a result rests on besides its view. */
export interface AnswerExtras {
  readonly basis?: ProjectionBasis | null;
  readonly search?: SearchContext | null;
  /** Members of this engine's own, each under a name without its namespace. */
  readonly extensions?: Readonly<Record<string, JsonObject>>;
}

/** An answer read from a view, with the coordinates it was served from (§50, §81.1). */
export function answer(
  view: SpaceView,
  result: JsonValue,
  { basis, search, extensions }: AnswerExtras = {},
  nextCursor: string | null = null,
  warnings: readonly Warning[] = [],
): Evaluation {
  return {
    result,
    context: {
      space_id: view.spaceId,
      snapshot_seq: view.seq,
      schema_environment_version: view.environment.version,
      ...(basis ? { basis, epistemic_policy: basis.policy, valid_at: basis.valid_at } : {}),
      ...(search ? { search } : {}),
      ...(extensions
        ? {
            extensions: Object.fromEntries(
              Object.entries(extensions).map(([name, value]) => [`${EXTENSION}/${name}`, value]),
            ),
          }
        : {}),
    },
    warnings,
    nextCursor,
  };
}

/** The caveat of a page that this engine cut: it must not look like the whole answer (§44.8). */
export function cappedRows(rows: number, total: number | null): Warning {
  return {
    code: "ResultCapped",
    message: `These are the first ${rows}${total === null ? "" : ` of ${total}`} rows. Continue with next_cursor, or ask for fewer with LIMIT.`,
    details: { rows, ...(total === null ? {} : { total }) },
  };
}

/** The opaque name of what a caller is authorized to see (§21.12). */
export function authorizationViewOf({ controls }: Pick<EvaluationContext, "controls">): string {
  return (controls ?? NO_CONTROLS).authorizationView;
}

/** The version of the protected trust state (§22.5). */
export function trustVersionOf({ controls }: Pick<EvaluationContext, "controls">): string {
  return (controls ?? NO_CONTROLS).trustVersion;
}
