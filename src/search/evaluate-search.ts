import {
  type CursorKey,
  type CursorScope,
  commandDigest,
  decodeCursor,
  encodeCursor,
  Parameters,
  readAsOf,
  readSearchRequest,
  Symbols,
  searchContext,
} from "../kql/index.js";
import type { SearchCommand } from "../lang/index.js";
import { type JsonObject, type JsonValue, kipError, type SearchContext } from "../model/index.js";
import type { SpaceView } from "../state/index.js";
import type { SearchHit, SearchIndex } from "./types.js";

/** How many hits one page has when the statement names no LIMIT. */
const PAGE = 20;

const FAMILY = "search";

/** One page of a SEARCH (§66). */
export interface SearchOutcome {
  /** Ranked hits; empty when nothing was found, which proves nothing (§66.6). */
  readonly hits: readonly SearchHit[];
  readonly search: SearchContext;
  readonly nextCursor: string | null;
}

/**
 * Answers a SEARCH statement from one view and the index of its Space (§66).
 * @throws `HistoricalSearchUnavailable` for AS OF SEQ another sequence than the view's, the cursor errors of §87.7,
 * `CursorExpired` when the Space has moved on since the first page, and what reading the statement throws.
 */
export function evaluateSearch(
  view: SpaceView,
  index: SearchIndex,
  command: SearchCommand,
  parameters: JsonObject,
  key: CursorKey,
): SearchOutcome {
  const bound = new Parameters(parameters);
  const { limit = PAGE, ...request } = readSearchRequest(command, bound, new Symbols(view.environment));
  requirePresent(readAsOf(command.asOf, parameters), index);
  const scope: CursorScope = {
    family: FAMILY,
    spaceId: view.spaceId,
    query: commandDigest(command, parameters),
    counts: "rows",
  };
  const offset = command.cursor === null ? 0 : readOffset(key, scope, bound.scalar(command.cursor), index);
  const end = offset + limit;
  // One more than the page, to know whether there is another.
  const ranked = index.search(view, { ...request, limit: end + 1 });
  return {
    hits: ranked.slice(offset, end),
    search: searchContext(view, index.seq),
    nextCursor:
      end < ranked.length && limit > 0 ? encodeCursor(key, scope, { seq: index.seq, offset: end }) : null,
  };
}

/** The past is not indexed: searching it would answer with the present (§66.1). */
function requirePresent(asOf: number | null, index: SearchIndex): void {
  if (asOf === null || asOf === index.seq) return;
  throw kipError("HistoricalSearchUnavailable", "SEARCH finds only in the present", {
    details: { snapshot_seq: asOf, index_seq: index.seq },
  });
}

function readOffset(key: CursorKey, scope: CursorScope, token: JsonValue, index: SearchIndex): number {
  const { seq, offset } = decodeCursor(key, scope, token);
  if (typeof seq !== "number" || typeof offset !== "number") {
    throw kipError("CursorInvalid", "this cursor holds no position", {
      details: { family: FAMILY, reason: "malformed" },
    });
  }
  if (seq === index.seq) return offset;
  throw kipError("CursorExpired", "the memory has moved on since this search began", {
    hint: "Search again without the cursor.",
    details: { family: FAMILY, reason: "expired", index_seq: seq },
  });
}
