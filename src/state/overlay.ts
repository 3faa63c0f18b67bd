import {
  type ClientKeyBinding,
  type Element,
  type ElementId,
  type ElementKind,
  elementId,
  type IdCounters,
  type SpaceId,
} from "../model/index.js";
import type { SchemaEnvironment } from "../schema/index.js";
import { type IndexKey, indexKeysOf } from "./index-keys.js";
import { PostingLists } from "./posting-lists.js";
import { clientKeySlot } from "./space-state.js";
import type { SpaceView } from "./view.js";

/**
 * A tentative state over a base view: what one transaction has written so far (§32.6). Readers of the overlay see
 * its writes; readers of the base see nothing of it (§32.7). Dropping the overlay is the rollback.
 */
export class StateOverlay implements SpaceView {
  readonly #base: SpaceView;
  readonly #elements = new Map<ElementId, Element>();
  readonly #postings = new PostingLists();
  readonly #clientKeys = new Map<string, ClientKeyBinding>();
  #counters: IdCounters;

  constructor(base: SpaceView, counters: IdCounters) {
    this.#base = base;
    this.#counters = counters;
  }

  get spaceId(): SpaceId {
    return this.#base.spaceId;
  }

  get seq(): number {
    return this.#base.seq;
  }

  get environment(): SchemaEnvironment {
    return this.#base.environment;
  }

  get identityVersion(): number {
    return this.#base.identityVersion;
  }

  get selfId(): ElementId | null {
    return this.#base.selfId;
  }

  /** The view this overlay stands on: the transaction's start snapshot (§32.5). */
  get base(): SpaceView {
    return this.#base;
  }

  get counters(): IdCounters {
    return this.#counters;
  }

  element(id: ElementId): Element | undefined {
    return this.#elements.get(id) ?? this.#base.element(id);
  }

  *lookup(key: IndexKey): Iterable<ElementId> {
    for (const id of this.#base.lookup(key)) if (!this.#elements.has(id)) yield id;
    yield* this.#postings.ids(key);
  }

  estimate(key: IndexKey): number {
    return this.#base.estimate(key) + this.#postings.size(key);
  }

  clientKey(kind: ElementKind, clientKey: string): ClientKeyBinding | undefined {
    return this.#clientKeys.get(clientKeySlot(kind, clientKey)) ?? this.#base.clientKey(kind, clientKey);
  }

  /** The next id of a kind. Ids of an abandoned overlay are handed out again, since nobody has seen them (§7.1). */
  allocate(kind: ElementKind): ElementId {
    const ordinal = this.#counters[kind] + 1;
    this.#counters = { ...this.#counters, [kind]: ordinal };
    return elementId(kind, ordinal);
  }

  /** Writes an element's new envelope into this overlay. */
  put(element: Element): void {
    const previous = this.#elements.get(element.id);
    if (previous) for (const key of indexKeysOf(previous)) this.#postings.remove(key, element.id);
    for (const key of indexKeysOf(element)) this.#postings.add(key, element.id);
    this.#elements.set(element.id, element);
  }

  bindClientKey(binding: ClientKeyBinding): void {
    this.#clientKeys.set(clientKeySlot(binding.kind, binding.client_key), binding);
  }

  /** Every element written here, in first-written order. */
  written(): readonly Element[] {
    return [...this.#elements.values()];
  }

  boundClientKeys(): readonly ClientKeyBinding[] {
    return [...this.#clientKeys.values()];
  }
}
