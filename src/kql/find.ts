import type { FindCommand } from "../lang/index.js";
import { type Digest, type JsonObject, kipError } from "../model/index.js";
import type { SpaceView } from "../state/index.js";
import type { FindContext, FindOutcome, FindPosition } from "./context.js";

/**
 * Evaluates a FIND over one view and returns one page of its rows (§42–§50). The same view, command, parameters and
 * `now` always give the same rows in the same order, so pages of any size join to the unpaged answer (§44.8).
 * @throws `ReferenceError` for an unbound parameter, `SchemaSymbolNotFound` and `SchemaSymbolAmbiguous` for symbols,
 * `InvalidSyntax` for what only parameters could make wrong, `ProjectionTargetUnbound` and `ProjectionTargetUnbounded`
 * (§46.3), `TypeMismatch` for aggregates over unsuitable values (§44.6), `ResourceExhausted` beyond the limits.
 */
export function evaluateFind(_view: SpaceView, _command: FindCommand, _context: FindContext): FindOutcome {
  throw kipError("UnsupportedCapability", "FIND is not executed yet");
}

/** What a cursor of this FIND is bound to: the query without its paging, and the parameters it refers to (§44.8). */
export function findDigest(_command: FindCommand, _parameters: JsonObject): Digest {
  throw kipError("UnsupportedCapability", "FIND is not executed yet");
}

/**
 * Where the FIND's CURSOR clause says to continue, or null when it has none. The runtime then serves the view of that
 * sequence and passes the position on.
 * @throws `CursorInvalid`, `CursorMismatch`, `CursorTypeMismatch` (§87.7), `ReferenceError` for an unbound parameter.
 */
export function readFindCursor(
  _command: FindCommand,
  _parameters: JsonObject,
  _secret: string,
  _spaceId: string,
): FindPosition | null {
  throw kipError("UnsupportedCapability", "FIND is not executed yet");
}
