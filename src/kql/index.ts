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
export { type CursorScope, decodeCursor, encodeCursor } from "./cursor.js";
export { evaluateFind, findDigest, readFindCursor } from "./find.js";
export { matchWhere, type MatchedSolution } from "./match-where.js";
