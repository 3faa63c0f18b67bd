import type { FindCommand } from "../lang/index.js";
import {
  type Digest,
  digestOf,
  isJsonObject,
  isTimestamp,
  type JsonObject,
  type JsonValue,
  kipError,
} from "../model/index.js";
import type { FindPosition } from "./context.js";
import { type CursorKey, type CursorScope, decodeCursor, encodeCursor } from "./cursor.js";
import { nodeKey } from "./node-key.js";
import { Parameters } from "./parameters.js";

const FAMILY = "kql";

/**
 * What a continuation of a command is bound to (§44.8): the command without its paging clauses, and the values of the
 * parameters it refers to. Another page size is still the same traversal.
 * @throws `ReferenceError` for an unbound parameter.
 */
export function commandDigest(command: object, parameters: JsonObject): Digest {
  const unpaged = { ...command, limit: null, cursor: null };
  const values = new Parameters(parameters);
  const referred = [...parametersIn(unpaged)]
    .sort()
    .map((name) => [name, values.value({ type: "Parameter", name, from: 0, to: 0 })]);
  return digestOf({ command: nodeKey(unpaged), parameters: referred });
}

function parametersIn(node: unknown, found = new Set<string>()): ReadonlySet<string> {
  if (typeof node !== "object" || node === null) return found;
  const { type, name } = node as { readonly type?: unknown; readonly name?: unknown };
  if (type === "Parameter" && typeof name === "string") found.add(name);
  for (const child of Object.values(node)) parametersIn(child, found);
  return found;
}

/** The cursor that continues a FIND after one of its pages (§44.8). */
export function encodeFindCursor(
  command: FindCommand,
  parameters: JsonObject,
  key: CursorKey,
  spaceId: string,
  next: FindPosition,
): string {
  return encodeCursor(key, scopeOf(command, parameters, spaceId), { ...next });
}

/**
 * Where the FIND's CURSOR clause says to continue, or null when it has none. The runtime then serves the view of that
 * sequence and passes the position on.
 * @throws `CursorInvalid`, `CursorMismatch`, `CursorTypeMismatch`, `CursorExpired` (§87.7), `ReferenceError` for an
 * unbound parameter.
 */
export function readFindCursor(
  command: FindCommand,
  parameters: JsonObject,
  key: CursorKey,
  spaceId: string,
): FindPosition | null {
  if (command.cursor === null) return null;
  const token = new Parameters(parameters).scalar(command.cursor);
  return readPosition(decodeCursor(key, scopeOf(command, parameters, spaceId), token));
}

function scopeOf(command: FindCommand, parameters: JsonObject, spaceId: string): CursorScope {
  return { family: FAMILY, spaceId, query: commandDigest(command, parameters), counts: "rows" };
}

function readPosition(value: JsonValue): FindPosition {
  const { seq, head, environment, now, offset } = isJsonObject(value) ? value : {};
  if (
    typeof seq === "number" &&
    typeof head === "number" &&
    typeof environment === "number" &&
    typeof offset === "number" &&
    typeof now === "string" &&
    isTimestamp(now)
  ) {
    return { seq, head, environment, now, offset };
  }
  throw kipError("CursorInvalid", "this cursor holds no position", {
    details: { family: FAMILY, reason: "malformed" },
  });
}
