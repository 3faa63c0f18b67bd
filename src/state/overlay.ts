import {
  type ClientKeyBinding,
  ELEMENT_KINDS,
  type Element,
  type ElementId,
  type ElementKind,
  elementId,
  type IdCounters,
  type IdentityDecision,
  isPayloadPurged,
  isPurged,
  type SpaceId,
} from "../model/index.js";
import type { SchemaEnvironment } from "../schema/index.js";
import { type ErasureEntry, erasedClientKey } from "../store/index.js";
import { type IndexKey, indexKeysOf } from "./index-keys.js";
import { PostingLists } from "./posting-lists.js";
import { clientKeySlot, mergeTarget } from "./space-state.js";
import type { SpaceView } from "./view.js";

/**
 * A tentative state over a base view: what one transaction has written so far (§32.6). Readers of the overlay see
 * its writes; readers of the base see nothing of it (§32.7). Dropping the overlay is the rollback.
 */
export class StateOverlay implements SpaceView {
  readonly #base: SpaceView;
  readonly #elements = new Map<ElementId, Element>();
  /** What is filed, in the version that is filed; the rest of `#elements` is filed when somebody looks something up. */
  readonly #filed = new Map<ElementId, Element>();
  readonly #unfiled = new Set<ElementId>();
  readonly #postings = new PostingLists();
  readonly #clientKeys = new Map<string, ClientKeyBinding>();
  readonly #decisions = new Map<string, IdentityDecision>();
  #environment: SchemaEnvironment | null = null;
  readonly #counters: Record<ElementKind, number>;
  #resolutionChanges = 0;

  constructor(base: SpaceView, counters: IdCounters) {
    this.#base = base;
    this.#counters = { ...counters };
  }

  get spaceId(): SpaceId {
    return this.#base.spaceId;
  }

  get seq(): number {
    return this.#base.seq;
  }

  get environment(): SchemaEnvironment {
    return this.#environment ?? this.#base.environment;
  }

  get identityVersion(): number {
    return this.#base.identityVersion + this.#resolutionChanges;
  }

  get selfId(): ElementId | null {
    return this.#base.selfId;
  }

  /** The view this overlay stands on: the transaction's start snapshot (§32.5). */
  get base(): SpaceView {
    return this.#base;
  }

  get counters(): IdCounters {
    return { ...this.#counters };
  }

  element(id: ElementId): Element | undefined {
    return this.#elements.get(id) ?? this.#base.element(id);
  }

  *lookup(key: IndexKey): Iterable<ElementId> {
    for (const id of this.#base.lookup(key)) if (!this.#elements.has(id)) yield id;
    yield* this.#level().ids(key);
  }

  estimate(key: IndexKey): number {
    return this.#base.estimate(key) + this.#level().size(key);
  }

  clientKey(kind: ElementKind, clientKey: string): ClientKeyBinding | undefined {
    return this.#clientKeys.get(clientKeySlot(kind, clientKey)) ?? this.#base.clientKey(kind, clientKey);
  }

  identityDecisions(concept: ElementId): readonly IdentityDecision[] {
    const own = [...this.#decisions.values()].filter(
      ({ source, target }) => source === concept || target === concept,
    );
    if (own.length === 0) return this.#base.identityDecisions(concept);
    const known = this.#base.identityDecisions(concept);
    const fresh = own.filter(({ decision_id }) => !known.some((each) => each.decision_id === decision_id));
    return [...known.map((each) => this.#decisions.get(each.decision_id) ?? each), ...fresh];
  }

  /** What was written here over the view that the base lets projection read. */
  get projecting(): SpaceView {
    const base = this.#base.projecting;
    if (base === undefined || base === this.#base) return this;
    const over = new StateOverlay(base, this.#counters);
    for (const element of this.#elements.values()) over.put(element);
    for (const decision of this.#decisions.values()) over.decide(decision);
    if (this.#environment) over.useEnvironment(this.#environment);
    return over;
  }

  mayFind(id: ElementId): boolean {
    return this.#base.mayFind?.(id) ?? true;
  }

  /** The next id of a kind. Ids of an abandoned overlay are handed out again, since nobody has seen them (§7.1). */
  allocate(kind: ElementKind): ElementId {
    this.#counters[kind] += 1;
    return elementId(kind, this.#counters[kind]);
  }

  /** Counts the ids as handed out that were handed out over this overlay. */
  advanceCounters(counters: IdCounters): void {
    for (const kind of ELEMENT_KINDS) {
      this.#counters[kind] = Math.max(this.#counters[kind], counters[kind]);
    }
  }

  /** Writes an element's new envelope into this overlay. */
  put(element: Element): void {
    const previous = this.#elements.get(element.id);
    this.#unfiled.add(element.id);
    this.#resolutionChanges += this.#changesResolution(element) - this.#changesResolution(previous);
    this.#elements.set(element.id, element);
  }

  /** The postings of everything written so far. Most transactions never look up what they wrote. */
  #level(): PostingLists {
    for (const id of this.#unfiled) {
      const [filed, element] = [this.#filed.get(id), this.#elements.get(id)];
      if (filed) for (const key of indexKeysOf(filed)) this.#postings.remove(key, id);
      if (element) {
        for (const key of indexKeysOf(element)) this.#postings.add(key, id);
        this.#filed.set(id, element);
      }
    }
    this.#unfiled.clear();
    return this.#postings;
  }

  /** 1 when a version resolves references to its element otherwise than the base does, else 0 (§11.5). */
  #changesResolution(element: Element | undefined): number {
    if (element?.kind !== "concept") return 0;
    return mergeTarget(element) === mergeTarget(this.#base.element(element.id)) ? 0 : 1;
  }

  /** Puts another Schema Environment in force for the rest of the transaction (§20.16). */
  useEnvironment(environment: SchemaEnvironment): void {
    this.#environment = environment;
  }

  bindClientKey(binding: ClientKeyBinding): void {
    this.#clientKeys.set(clientKeySlot(binding.kind, binding.client_key), binding);
  }

  /** Takes in an identity decision, new or withdrawn. */
  decide(decision: IdentityDecision): void {
    this.#decisions.set(decision.decision_id, decision);
  }

  /** The identity decisions that were made or withdrawn here. */
  decided(): readonly IdentityDecision[] {
    return [...this.#decisions.values()];
  }

  /** Every element written here, in first-written order. */
  written(): readonly Element[] {
    return [...this.#elements.values()];
  }

  /** The client keys bound here; of what was purged again in this overlay no words are left (§60.3). */
  boundClientKeys(): readonly ClientKeyBinding[] {
    return [...this.#clientKeys.values()].map((binding) => {
      const element = this.#elements.get(binding.id);
      return element && isPurged(element)
        ? { ...binding, client_key: erasedClientKey(binding.client_key) }
        : binding;
    });
  }

  /** What was purged here of what the base holds: what has to be erased from everything durable (§60). */
  erasures(): readonly ErasureEntry[] {
    return this.written().flatMap((element): readonly ErasureEntry[] => {
      const before = this.#base.element(element.id);
      if (before === undefined) return [];
      if (isPurged(element)) return isPurged(before) ? [] : [{ id: element.id, scope: "element" }];
      const payloadGone =
        element.kind === "evidence" &&
        isPayloadPurged(element) &&
        before.kind === "evidence" &&
        !isPayloadPurged(before);
      return payloadGone ? [{ id: element.id, scope: "payload" }] : [];
    });
  }
}
