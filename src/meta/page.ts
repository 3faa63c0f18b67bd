import { type CursorKey, type CursorScope, commandDigest, decodeCursor, encodeCursor } from "../kql/index.js";
import type { Command, Scalar } from "../lang/index.js";
import { isJsonObject, type JsonObject, type JsonValue, kipError } from "../model/index.js";
import { Operands } from "./operands.js";

/** A statement with LIMIT and CURSOR, and what its continuations are bound to (§44.8, §81.1). */
export interface PagedRead {
  readonly command: Command & { readonly limit: Scalar | null; readonly cursor: Scalar | null };
  readonly parameters: JsonObject;
  /** Authenticates cursors (§88.4). */
  readonly cursorKey: CursorKey;
  readonly spaceId: string;
}

/** Where a page begins: in the answer of which snapshot, under which Schema Environment, after how many rows. */
export interface PagePosition {
  readonly seq: number;
  /** The sequence the Space had reached when the traversal began. What is erased after it ends the traversal. */
  readonly head: number;
  readonly environment: number;
  readonly offset: number;
}

/** One page of a collection (§81.1). */
export interface Page {
  readonly rows: readonly JsonValue[];
  readonly nextCursor: string | null;
  /** The number of all rows, when this engine's own cap cut the page: a caveat the response must carry (§44.8). */
  readonly cappedOf: number | null;
}

/** How many rows a page has when the statement names no LIMIT. */
export const PAGE_ROWS = 1000;

const FAMILY = "list";

/**
 * Where the CURSOR clause says to continue, or null without one.
 * @throws `CursorInvalid`, `CursorTypeMismatch`, `CursorMismatch`, `CursorExpired` (§87.7), `ReferenceError` for an unbound parameter.
 */
export function readListCursor(read: PagedRead): PagePosition | null {
  const { cursor } = read.command;
  if (cursor === null) return null;
  const token = new Operands(read.parameters).value(cursor);
  const position = decodeCursor(read.cursorKey, scopeOf(read), token);
  const { seq, head, environment, offset } = isJsonObject(position) ? position : {};
  if (
    typeof seq === "number" &&
    typeof head === "number" &&
    typeof environment === "number" &&
    typeof offset === "number"
  ) {
    return { seq, head, environment, offset };
  }
  throw kipError("CursorInvalid", "this cursor holds no position", {
    details: { family: FAMILY, reason: "malformed" },
  });
}

/**
 * The rows a statement's LIMIT and CURSOR ask for. `rows` are all of them, in their order, as of `snapshot`.
 * @throws what `readListCursor` throws; `CursorInvalid` when the Schema Environment has changed since the first page,
 * `TypeMismatch` for LIMIT.
 */
export function pageOf(
  read: PagedRead,
  rows: readonly JsonValue[],
  snapshot: Omit<PagePosition, "offset">,
): Page {
  const position = readListCursor(read);
  if (position && position.environment !== snapshot.environment) throw schemaChanged(FAMILY);
  const limit = new Operands(read.parameters).limit(read.command.limit);
  const offset = position?.offset ?? 0;
  const end = offset + (limit ?? PAGE_ROWS);
  const more = end < rows.length;
  return {
    rows: rows.slice(offset, end),
    // A page without rows leads nowhere: LIMIT 0 asks for none.
    nextCursor:
      more && end > offset
        ? encodeCursor(read.cursorKey, scopeOf(read), {
            ...snapshot,
            head: position?.head ?? snapshot.head,
            offset: end,
          } satisfies PagePosition)
        : null,
    cappedOf: more && limit === null ? rows.length : null,
  };
}

/** The error of a traversal whose symbols may have come to mean something else since it began (§87.7). */
export function schemaChanged(family: string) {
  return kipError("CursorInvalid", "the Schema Environment has changed since this traversal began", {
    hint: "Start again without the cursor.",
    details: { family, reason: "schema_changed" },
  });
}

function scopeOf({ command, parameters, spaceId }: PagedRead): CursorScope {
  return { family: FAMILY, spaceId, query: commandDigest(command, parameters), counts: "rows" };
}
