import type {
  ClientKeyBinding,
  Element,
  ElementId,
  ElementKind,
  IdentityDecision,
  SpaceId,
} from "../model/index.js";
import type { SchemaEnvironment } from "../schema/index.js";
import { type ErasureEntry, erasedClientKey, isErasedClientKey } from "../store/index.js";
import { IdentityDecisions } from "./identity-decisions.js";
import { type IndexKey, indexKeysOf } from "./index-keys.js";
import { PostingLists } from "./posting-lists.js";
import type { SpaceView } from "./view.js";

/** The part of a commit that memory needs: the new envelopes and the sequence they became true at. */
export interface AppliedCommit {
  readonly seq: number;
  readonly elements: readonly Element[];
  readonly clientKeys: readonly ClientKeyBinding[];
  /** Decisions about identity that the commit made or withdrew (§11.5). */
  readonly identity?: readonly IdentityDecision[];
  /** What the commit erased; the new versions are among `elements` (§60). */
  readonly erasures?: readonly ErasureEntry[];
}

/** A whole state, as an image keeps it. */
export interface RestoredState {
  readonly seq: number;
  readonly elements: readonly Element[];
  readonly clientKeys: readonly ClientKeyBinding[];
  readonly identity: readonly IdentityDecision[];
  readonly identityVersion: number;
}

/**
 * The committed head of one Space in memory. It changes only through `apply`, after the commit is durable
 * (design 3.3); between two `apply` calls it is a snapshot.
 */
export class SpaceState implements SpaceView {
  readonly spaceId: SpaceId;
  readonly #elements = new Map<ElementId, Element>();
  readonly #postings = new PostingLists();
  readonly #clientKeys = new Map<string, ClientKeyBinding>();
  readonly #decisions = new IdentityDecisions();
  #environment: SchemaEnvironment;
  #seq = 0;
  #identityVersion = 0;
  #selfId: ElementId | null = null;
  #hasErasedKeys = false;

  constructor(spaceId: SpaceId, environment: SchemaEnvironment) {
    this.spaceId = spaceId;
    this.#environment = environment;
  }

  get seq(): number {
    return this.#seq;
  }

  get environment(): SchemaEnvironment {
    return this.#environment;
  }

  get identityVersion(): number {
    return this.#identityVersion;
  }

  get selfId(): ElementId | null {
    return this.#selfId;
  }

  /** How many elements the Space has, of any kind and in any state. */
  get size(): number {
    return this.#elements.size;
  }

  element(id: ElementId): Element | undefined {
    return this.#elements.get(id);
  }

  lookup(key: IndexKey): Iterable<ElementId> {
    return this.#postings.ids(key);
  }

  estimate(key: IndexKey): number {
    return this.#postings.size(key);
  }

  clientKey(kind: ElementKind, clientKey: string): ClientKeyBinding | undefined {
    return (
      this.#clientKeys.get(clientKeySlot(kind, clientKey)) ??
      (this.#hasErasedKeys
        ? this.#clientKeys.get(clientKeySlot(kind, erasedClientKey(clientKey)))
        : undefined)
    );
  }

  identityDecisions(concept: ElementId): readonly IdentityDecision[] {
    return this.#decisions.of(concept);
  }

  /** Every identity decision of the Space, oldest first, for an image (§11.5). */
  allIdentityDecisions(): Iterable<IdentityDecision> {
    return this.#decisions.all();
  }

  /** Every client key of the Space, for an image (§7.5). */
  clientKeyBindings(): Iterable<ClientKeyBinding> {
    return this.#clientKeys.values();
  }

  /** Every element of the Space, for building derived indexes. */
  elements(): Iterable<Element> {
    return this.#elements.values();
  }

  /** Brings the next commit of the log into memory. Commits must arrive in sequence without a gap. */
  apply(commit: AppliedCommit): void {
    if (commit.seq !== this.#seq + 1) {
      throw new Error(`commit ${commit.seq} cannot follow sequence ${this.#seq} of ${this.spaceId}`);
    }
    for (const element of commit.elements) this.#put(element);
    for (const binding of commit.clientKeys) this.#bind(binding);
    for (const decision of commit.identity ?? []) this.#decisions.put(decision);
    for (const { id, scope } of commit.erasures ?? []) if (scope === "element") this.#forgetClientKeys(id);
    this.#seq = commit.seq;
  }

  /** Brings a whole state into memory, as it was at its sequence. Nothing may have been applied before. */
  restore({ seq, elements, clientKeys, identity, identityVersion }: RestoredState): void {
    if (this.#seq !== 0) throw new Error(`${this.spaceId} is at sequence ${this.#seq} already`);
    for (const element of elements) {
      for (const key of indexKeysOf(element)) this.#postings.add(key, element.id);
      this.#elements.set(element.id, element);
    }
    for (const binding of clientKeys) this.#bind(binding);
    for (const decision of identity) this.#decisions.put(decision);
    this.#identityVersion = identityVersion;
    this.#seq = seq;
  }

  /** Gives elements another Governance block. Their versions stay: what Governance decides is no part of them (§31). */
  govern(elements: Iterable<Element>): void {
    for (const element of elements) this.#put(element);
  }

  /** Puts another Schema Environment in force; a host operation, never a command (§20.10). */
  useEnvironment(environment: SchemaEnvironment): void {
    this.#environment = environment;
  }

  /** Designates the Space's `$self`; a host operation, never a command (§5.6). */
  designateSelf(id: ElementId | null): void {
    this.#selfId = id;
  }

  #bind(binding: ClientKeyBinding): void {
    this.#clientKeys.set(clientKeySlot(binding.kind, binding.client_key), binding);
    // A record that was rewritten before this worker read it names the key by its digest already.
    this.#hasErasedKeys ||= isErasedClientKey(binding.client_key);
  }

  /** Forgets the words of the client keys an element was created under; their digests still find it (§7.5). */
  #forgetClientKeys(id: ElementId): void {
    const bound = [...this.#clientKeys].filter(([, binding]) => binding.id === id);
    for (const [slot, binding] of bound) {
      this.#clientKeys.delete(slot);
      this.#bind({ ...binding, client_key: erasedClientKey(binding.client_key) });
    }
  }

  #put(element: Element): void {
    const previous = this.#elements.get(element.id);
    const keys = indexKeysOf(element);
    if (previous) {
      for (const key of indexKeysOf(previous)) if (!keys.has(key)) this.#postings.remove(key, element.id);
    }
    if (mergeTarget(previous) !== mergeTarget(element)) this.#identityVersion += 1;
    for (const key of keys) this.#postings.add(key, element.id);
    this.#elements.set(element.id, element);
  }
}

/** What a Concept was merged into; null for anything that was not merged. */
export function mergeTarget(element: Element | undefined): ElementId | null {
  return element?.kind === "concept" ? (element.merged_into?.id ?? null) : null;
}

/** Client keys of different kinds never meet (§7.5). */
export function clientKeySlot(kind: ElementKind, clientKey: string): string {
  return `${kind}\u0000${clientKey}`;
}
