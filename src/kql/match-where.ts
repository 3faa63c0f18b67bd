import type { WhereClause } from "../lang/index.js";
import { type Element, kipError } from "../model/index.js";
import type { SpaceView } from "../state/index.js";
import type { MatchContext } from "./context.js";

/** One solution of a WHERE: the elements its variables are bound to, names without the question mark. */
export type MatchedSolution = ReadonlyMap<string, Element>;

/**
 * The distinct solutions of a WHERE block in a deterministic order, for statements that select elements with the raw
 * patterns (§42.4, §52.7). BELIEF, BELIEF SLOT and SEARCH select nothing here: the parser refuses them. Variables bound
 * to something other than an element are left out of a solution.
 * @throws what `evaluateFind` throws for the same patterns.
 */
export function matchWhere(
  _view: SpaceView,
  _clauses: readonly WhereClause[],
  _context: MatchContext,
): readonly MatchedSolution[] {
  throw kipError("UnsupportedCapability", "WHERE is not executed yet");
}
