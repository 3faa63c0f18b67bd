import { hmac } from "@noble/hashes/hmac.js";
import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";
import { canonicalJson, isJsonObject, type JsonObject, type JsonValue, kipError } from "../model/index.js";

/** With what a caller's cursors are made and read (§88.4). They are nobody else's, whoever comes to hold one. */
export interface CursorKey {
  /** The host's. */
  readonly secret: string;
  /** Whose cursors they are: the Principal, or nothing in particular for a token that anybody may use. */
  readonly holder: string;
  /** An opaque name of what the holder may see, as it is now (§21.12). */
  readonly view: string;
}

/** What a continuation belongs to (§44.8): a family of commands, one Space, and one query with its parameters. */
export interface CursorScope {
  /** `kql`, `search`, `list`, `history`, `changes`. */
  readonly family: string;
  readonly spaceId: string;
  /** The digest of the command and of the parameters it refers to. */
  readonly query: string;
  /**
   * What a position counts. Rows are those of one authorized view, so a traversal over them ends when that view changes:
   * going on would leave rows out, or give them twice. Sequences stay what they are, and what lies after one is decided
   * under the Governance of then.
   */
  readonly counts: "rows" | "sequences";
}

const MAC_DIGITS = 32;

/**
 * The opaque token for a position. Its holder can neither read meaning into it nor change it unnoticed: it is
 * authenticated with the host's secret key, for its holder alone (§88.4).
 */
export function encodeCursor(
  key: CursorKey,
  { counts, ...scope }: CursorScope,
  position: JsonObject,
): string {
  const view = counts === "rows" ? { view: key.view } : {};
  const body = toBase64Url(utf8ToBytes(canonicalJson({ ...scope, ...view, position })));
  return `${body}.${authenticate(key, body)}`;
}

/**
 * The position a token stands for, when it was made for exactly this scope.
 * @throws `CursorInvalid` for anything `encodeCursor` did not make under this key: to another Principal a cursor is
 * nothing. `CursorTypeMismatch` for a cursor of another command family, `CursorMismatch` for one of another query, other
 * parameters or another Space, `CursorExpired` for a place among rows of a view that has changed since (§87.7).
 */
export function decodeCursor(key: CursorKey, scope: CursorScope, token: JsonValue): JsonObject {
  const issued = typeof token === "string" ? readToken(key, token) : null;
  if (issued === null) {
    throw kipError("CursorInvalid", "this is not a cursor of this memory", {
      details: { family: scope.family, reason: "malformed" },
    });
  }
  if (issued.family !== scope.family) {
    throw kipError("CursorTypeMismatch", `a ${issued.family} cursor cannot continue a ${scope.family} read`, {
      details: { family: scope.family, issued_by: issued.family },
    });
  }
  if (issued.query !== scope.query || issued.spaceId !== scope.spaceId) {
    throw kipError(
      "CursorMismatch",
      "the cursor belongs to another query, other parameters or another Space",
      {
        hint: "Repeat the command and parameters that returned the cursor, or drop the cursor to start again.",
        details: { family: scope.family },
      },
    );
  }
  if (scope.counts === "rows" && issued.view !== key.view) {
    throw kipError("CursorExpired", "what may be seen here has changed since this traversal began", {
      hint: "Start again without the cursor: the answer is then that of what may be seen now.",
      details: { family: scope.family, reason: "access_revoked" },
    });
  }
  return issued.position;
}

interface Issued extends Omit<CursorScope, "counts"> {
  readonly view: JsonValue | undefined;
  readonly position: JsonObject;
}

function readToken(key: CursorKey, token: string): Issued | null {
  const [body, mac, ...rest] = token.split(".");
  if (body === undefined || mac === undefined || rest.length > 0) return null;
  if (!sameText(mac, authenticate(key, body))) return null;
  try {
    const value: unknown = JSON.parse(new TextDecoder().decode(fromBase64Url(body)));
    if (!isJsonObject(value)) return null;
    const { family, spaceId, query, view, position } = value;
    if (typeof family !== "string" || typeof spaceId !== "string" || typeof query !== "string") return null;
    return position !== undefined && isJsonObject(position)
      ? { family, spaceId, query, view, position }
      : null;
  } catch {
    return null;
  }
}

function authenticate({ secret, holder }: CursorKey, body: string): string {
  const told = utf8ToBytes(canonicalJson([holder, body]));
  return bytesToHex(hmac(sha256, utf8ToBytes(secret), told)).slice(0, MAC_DIGITS);
}

/** Compares in time that does not depend on where the texts differ. */
function sameText(left: string, right: string): boolean {
  if (left.length !== right.length) return false;
  let difference = 0;
  for (let at = 0; at < left.length; at += 1) difference |= left.charCodeAt(at) ^ right.charCodeAt(at);
  return difference === 0;
}

function toBase64Url(bytes: Uint8Array): string {
  const text = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
  return text.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

function fromBase64Url(text: string): Uint8Array {
  const decoded = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(decoded, (character) => character.charCodeAt(0));
}
