import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";
import { canonicalJson } from "./canonical-json.js";

/** Any JSON value. Objects are treated as immutable everywhere in the engine. */
export type JsonValue = string | number | boolean | null | readonly JsonValue[] | JsonObject;

/** A JSON object. An absent member is absent, never `undefined`. */
export interface JsonObject {
  readonly [key: string]: JsonValue;
}

/** A content digest: `sha256:` and 64 lower-case hex digits. */
export type Digest = `sha256:${string}`;

/** True for a plain object: not null, not an array, and no Map, Date, typed array or other class's instance. */
export function isJsonObject(value: unknown): value is JsonObject {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  // An object of another realm has another Object.prototype; what makes it plain is that nothing stands above that.
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}

/** The digest of a value's canonical JSON (§37.7). */
export function digestOf(value: unknown): Digest {
  return digestOfText(canonicalJson(value));
}

/** The digest of a text's UTF-8 bytes. */
export function digestOfText(text: string): Digest {
  return `sha256:${bytesToHex(sha256(utf8ToBytes(text)))}`;
}

/** The beginning of texts that differ only in their ends: what they share is digested once. */
export class SharedBeginning {
  readonly #hash: ReturnType<typeof sha256.create>;

  constructor(text: string) {
    this.#hash = sha256.create().update(utf8ToBytes(text));
  }

  /** The digest of the whole text's UTF-8 bytes. The ends must not part a surrogate pair. */
  digestWith(end: string): Digest {
    return `sha256:${bytesToHex(this.#hash.clone().update(utf8ToBytes(end)).digest())}`;
  }
}

/**
 * Whether two JSON values hold the same data: key order is insignificant, array order is significant (§42.5).
 */
export function sameJson(left: unknown, right: unknown): boolean {
  if (left === right) return true;
  if (typeof left !== "object" || typeof right !== "object" || left === null || right === null) return false;
  if (Array.isArray(left) !== Array.isArray(right)) return false;
  if (Array.isArray(left) && Array.isArray(right)) {
    return left.length === right.length && left.every((item, index) => sameJson(item, right[index]));
  }
  const leftKeys = Object.keys(left);
  if (leftKeys.length !== Object.keys(right).length) return false;
  return leftKeys.every(
    (key) =>
      Object.hasOwn(right, key) &&
      sameJson((left as Record<string, unknown>)[key], (right as Record<string, unknown>)[key]),
  );
}
