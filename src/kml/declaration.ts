import { type Digest, digestOf, type ElementId, type JsonValue, sameJson } from "../model/index.js";
import type { Claims } from "./claims.js";

/**
 * What an author said about an element to be created, path by path, before any default was filled in. A resend that
 * says the same is a retry of the same creation (§7.5, §52.1), whatever the engine decided in between.
 */
export class Declaration {
  readonly #paths = new Map<string, JsonValue>();
  /** Whether the element is really made from this, rather than compared with what is stored. */
  readonly isFresh: boolean;
  readonly #onSay: (path: string, value: JsonValue) => void;

  /** With `claims`, every path is also claimed for the element, so that other clauses cannot contradict it (§53.4). */
  constructor(id: ElementId, claims: Claims | null) {
    this.isFresh = claims !== null;
    this.#onSay = claims ? (path, value) => claims.claim(id, path, value) : () => {};
  }

  say(path: string, value: JsonValue): void {
    this.#onSay(path, value);
    this.#paths.set(path, value);
  }

  digest(): Digest {
    return digestOf(Object.fromEntries(this.#paths));
  }

  /** Whether everything said here holds, with the same values, of what is stored. */
  holdsOf(stored: ReadonlyMap<string, JsonValue>): boolean {
    return [...this.#paths].every(([path, value]) => sameJson(stored.get(path), value));
  }
}
