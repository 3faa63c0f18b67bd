import type { Element, ElementId, Evidence, EvidencePayload, JsonValue } from "../model/index.js";

/** Payloads whose JSON text is longer than this many characters leave the log and memory (design 3.2). */
export const USUAL_PAYLOAD_LIMIT = 4_096;

/** How many characters of payload texts a Space keeps at hand once they have been read. */
const KEPT_AT_HAND = 8_000_000;

/** What stands in a log record or an image for a payload that is kept beside them. */
const ELSEWHERE = { mode: "elsewhere" } as const;

/** The payload objects that stand for content kept elsewhere, and where that is. */
const shelved = new WeakMap<object, { readonly shelf: PayloadShelf; readonly id: ElementId }>();

/** A payload that has to be stored beside its element. */
export interface LargePayload {
  readonly id: ElementId;
  readonly text: string;
}

/** What an attempt at an evaluation came to: what it gave or threw, unless content it asked for was not at hand. */
export type Attempt<T> =
  | { readonly status: "done"; readonly value: T }
  | { readonly status: "missing"; readonly ids: readonly ElementId[] };

/**
 * The large Evidence payloads of one Space. An element in memory holds an object that looks like any inline payload, and
 * whose content is looked up when it is asked for. Evaluation is synchronous and the content is in the database, so an
 * evaluation that asks for what is not at hand is tried again once it has been fetched: whatever reads a payload reads
 * it as if it had been there all along.
 */
export class PayloadShelf {
  readonly #limit: number;
  /** Contents read lately, the oldest first. */
  readonly #kept = new Map<ElementId, { readonly value: JsonValue; readonly size: number }>();
  #keptSize = 0;
  #attempt: { readonly loaded: ReadonlyMap<ElementId, JsonValue>; readonly missing: Set<ElementId> } | null =
    null;

  constructor(limit: number) {
    this.#limit = limit;
  }

  /**
   * An element as memory holds it: a payload kept elsewhere, or to be kept there, becomes one that is looked up. Any
   * other element is returned as it is.
   */
  shelve(element: Element): Element {
    if (element.kind !== "evidence" || !("mode" in element.payload) || shelved.has(element.payload)) {
      return element;
    }
    const { mode } = element.payload as { readonly mode: string };
    if (mode !== ELSEWHERE.mode) {
      const text = this.#largeText(element);
      if (text === null || !("inline" in element.payload)) return element;
      this.keep(element.id, text, element.payload.inline);
    }
    return { ...element, payload: this.#lookedUp(element.id) };
  }

  /** An element as it is stored, and the payload to store beside it when that is not there yet. */
  stored(element: Element): { readonly element: Element; readonly payload: LargePayload | null } {
    if (element.kind !== "evidence" || !("mode" in element.payload)) return { element, payload: null };
    const elsewhere = { ...element, payload: ELSEWHERE as unknown as EvidencePayload };
    if (shelved.has(element.payload)) return { element: elsewhere, payload: null };
    const text = this.#largeText(element);
    return text === null
      ? { element, payload: null }
      : { element: elsewhere, payload: { id: element.id, text } };
  }

  /**
   * Evaluates once. `loaded` are contents fetched for this evaluation; whatever else it asks for and is not at hand is
   * named in the answer, and then what it gave or threw counts for nothing.
   */
  attempt<T>(loaded: ReadonlyMap<ElementId, JsonValue>, evaluation: () => T): Attempt<T> {
    const before = this.#attempt;
    const missing = new Set<ElementId>();
    this.#attempt = { loaded, missing };
    try {
      const value = evaluation();
      if (missing.size === 0) return { status: "done", value };
    } catch (thrown) {
      if (missing.size === 0) throw thrown;
    } finally {
      this.#attempt = before;
    }
    return { status: "missing", ids: [...missing] };
  }

  /** Keeps contents at hand that were fetched, as far as there is room. */
  keep(id: ElementId, text: string, value: JsonValue): void {
    this.forget(id);
    if (text.length > KEPT_AT_HAND) return;
    this.#kept.set(id, { value, size: text.length });
    this.#keptSize += text.length;
    for (const [oldest] of this.#kept) {
      if (this.#keptSize <= KEPT_AT_HAND) break;
      this.forget(oldest);
    }
  }

  /** Lets go of content, for good when it was erased. */
  forget(id: ElementId): void {
    this.#keptSize -= this.#kept.get(id)?.size ?? 0;
    this.#kept.delete(id);
  }

  /** Whether content can be read now; when it cannot, the attempt under way will be repeated with it. */
  isAtHand(id: ElementId): boolean {
    if (this.#kept.has(id) || this.#attempt?.loaded.has(id)) return true;
    this.#attempt?.missing.add(id);
    return false;
  }

  #read(id: ElementId): JsonValue {
    if (!this.#attempt) throw new TypeError("a payload can be read only while something is evaluated");
    const kept = this.#kept.get(id);
    if (kept) return kept.value;
    const loaded = this.#attempt.loaded.get(id);
    if (loaded !== undefined) return loaded;
    this.#attempt.missing.add(id);
    return null;
  }

  #largeText({ payload }: Evidence): string | null {
    if (!("mode" in payload) || payload.mode !== "inline") return null;
    const { inline } = payload;
    // Most payloads are short texts, which need not be written out to know it.
    if (typeof inline === "string" && inline.length * 6 + 2 <= this.#limit) return null;
    const text = JSON.stringify(inline);
    return text.length > this.#limit ? text : null;
  }

  #lookedUp(id: ElementId): EvidencePayload {
    const read = (): JsonValue => this.#read(id);
    const payload: EvidencePayload = {
      mode: "inline",
      get inline() {
        return read();
      },
    };
    shelved.set(payload, { shelf: this, id });
    return payload;
  }
}

/** Whether an element, as a record holds it, has its payload beside the log. */
export function isPayloadElsewhere(element: Element): element is Evidence {
  return (
    element.kind === "evidence" &&
    "mode" in element.payload &&
    (element.payload as { readonly mode: string }).mode === ELSEWHERE.mode
  );
}

/**
 * Whether the payload of an element can be read now. When it cannot, the evaluation under way will be repeated with it,
 * so whoever keeps what it derives from a payload must leave this element for then.
 */
export function hasPayloadAtHand(element: Element): boolean {
  if (element.kind !== "evidence") return true;
  const place = shelved.get(element.payload);
  return place === undefined || place.shelf.isAtHand(place.id);
}

/** A JSON value in which every payload is plain content. To be used within the evaluation that made the value. */
export function withPlainPayloads<T>(value: T): T {
  return plain(value) as T;
}

function plain(value: unknown): unknown {
  if (!holdsShelved(value)) return value;
  if (Array.isArray(value)) return value.map(plain);
  if (shelved.has(value)) return { ...value };
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, plain(member)]));
}

/** Most values hold none, and are looked through without a copy of anything. */
function holdsShelved(value: unknown): value is object {
  if (typeof value !== "object" || value === null) return false;
  if (Array.isArray(value)) return value.some(holdsShelved);
  if (shelved.has(value)) return true;
  for (const name in value) if (holdsShelved((value as Record<string, unknown>)[name])) return true;
  return false;
}
