/** KQL (§42–§50): a FIND, or the WHERE of another statement, evaluated over one view. Pure and synchronous. */
export {
  DEFAULT_LIMITS,
  type FindContext,
  type FindOutcome,
  type FindPosition,
  type MatchContext,
  type PlanStep,
  type QueryLimits,
} from "./context.js";
export { type CursorKey, type CursorScope, decodeCursor, encodeCursor } from "./cursor.js";
export { evaluateFind, readAsOf, readSequence } from "./find.js";
export { commandDigest, encodeFindCursor, readFindCursor } from "./find-cursor.js";
export { type MatchedSolution, matchWhere } from "./match-where.js";
export { Parameters, wrongType } from "./parameters.js";
export { regexProblem } from "./regular-expression.js";
export { searchContext } from "./search-context.js";
export { readLimit, readSearchRequest, type SearchClause } from "./search-pattern.js";
export { Symbols } from "./symbols.js";
