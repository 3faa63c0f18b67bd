import type { EpistemicControls, PolicyRegistry } from "../belief/index.js";
import type {
  ElementId,
  JsonObject,
  JsonValue,
  ProjectionBasis,
  SearchContext,
  Timestamp,
  Warning,
} from "../model/index.js";
import type { SearchIndex } from "../search/index.js";
import type { SpaceView } from "../state/index.js";

/** How much one evaluation may do before it fails with `ResourceExhausted`; it never answers short (§42.5, §45). */
export interface QueryLimits {
  /** Intermediate solutions alive at one step of the plan. */
  readonly maxSolutions: number;
  /** Index entries and edges looked at in total. */
  readonly maxWork: number;
  /** Hops of an unbounded raw path such as `{1,}` (§45). */
  readonly maxHops: number;
  /** Rows of one page when the query names no LIMIT. */
  readonly maxRows: number;
  /** Rows of one page whatever LIMIT the query names; more fail with `ResultLimitExceeded`. */
  readonly maxPage: number;
}

/** What holds for an engine in a browser tab unless the host says otherwise. */
export const DEFAULT_LIMITS: QueryLimits = {
  maxSolutions: 500_000,
  maxWork: 5_000_000,
  maxHops: 64,
  maxRows: 10_000,
  maxPage: 100_000,
};

/** Everything outside the Space that patterns depend on. */
export interface MatchContext {
  /** The operation's effective parameters, names without the colon (§74). */
  readonly parameters: JsonObject;
  /** The instant of evaluation: world time where the query names none (§21.12). */
  readonly now: Timestamp;
  readonly limits?: Partial<QueryLimits>;
  /** Variables that are bound before matching begins: the handles of a mutation (§53). */
  readonly handles?: ReadonlyMap<string, ElementId>;
}

/** What a FIND depends on besides. */
export interface FindContext extends MatchContext {
  /** The sequence the Space had reached when this is read, where that is not the view's: an AS OF, a snapshot token. */
  readonly head?: number;
  /** The request's purpose and risk, where it states them (§71). */
  readonly purpose?: string;
  readonly risk?: string;
  /** Protected state that bears on belief, and what the caller is authorized to see (§21.12, §22.5). */
  readonly controls?: EpistemicControls;
  /** The epistemic policies the host knows; the standard ones without it. */
  readonly policies?: PolicyRegistry;
  /** The view the contexts of WITH EPISTEMIC are in (§25.3), where that is another than the one that is matched. */
  readonly contextsIn?: SpaceView;
  /** The index Search Patterns run on (§43.8); absent makes them `SearchIndexUnavailable`. */
  readonly search?: SearchIndex;
  /** Where the page begins; absent begins at the first row. It comes from a cursor (`readFindCursor`). */
  readonly position?: FindPosition;
}

/**
 * A place between two rows of one traversal: of which snapshot under which Schema Environment, evaluated for which
 * instant, after how many rows.
 */
export interface FindPosition {
  readonly seq: number;
  /** The sequence the Space had reached when the traversal began. What is erased after it ends the traversal. */
  readonly head: number;
  /** The version of the Schema Environment the traversal reads under: what its symbols mean. */
  readonly environment: number;
  readonly now: Timestamp;
  readonly offset: number;
}

/** One page of a FIND's answer and what it rests on. */
export interface FindOutcome {
  /** What is to be said of conditions that no memory can meet as they are written (§44.2). */
  readonly remarks: readonly Warning[];
  /** One projected expression: its value is the row. Several: the row is an array in FIND order (§81.1). */
  readonly rows: readonly JsonValue[];
  /** How many rows the whole answer has. */
  readonly total: number;
  /** Where the next page begins, or null after the last row. */
  readonly next: FindPosition | null;
  /** True when the query names no LIMIT and the engine's own cut the page: a caveat the response must carry (§44.8). */
  readonly capped: boolean;
  /** The coordinates of the beliefs in the answer, its `next_invalid_at` the earliest among them (§50). */
  readonly basis: ProjectionBasis | null;
  /**
   * When the passing of time alone makes the answer invalid: of its beliefs and of the dependency validity that it read,
   * whichever is first. Null where nothing does. What fades with every instant is not counted; `fades` tells of it.
   */
  readonly nextInvalidAt: Timestamp | null;
  /** Whether the query read what is less with every instant, as the strength of a memory is (Profile §6.1). */
  readonly fades: boolean;
  readonly usesBelief: boolean;
  readonly usesSearch: boolean;
  /** How fresh the search index was, when the query searched (§66.5). */
  readonly search: SearchContext | null;
  /** What the planner chose, step by step, with estimated and actual solutions. */
  readonly plan: readonly PlanStep[];
}

/** One step of an executed plan. */
export interface PlanStep {
  /** What was matched or done, for example `concept`, `proposition kip://…/prefers` or `not`. */
  readonly operator: string;
  /** The clause it stands for, as offsets in the command's text. */
  readonly from: number;
  readonly to: number;
  /** The index the step read, or the operator it is. */
  readonly access: string;
  /** Nesting within NOT, OPTIONAL and UNION; 0 at the top of WHERE. */
  readonly depth: number;
  readonly estimated: number;
  readonly actual: number;
}
