import {
  type ClientKeyBinding,
  ELEMENT_KINDS,
  type Element,
  type ElementId,
  type ElementKind,
  type IdentityDecision,
  type SpaceId,
} from "../model/index.js";
import type { SchemaEnvironment } from "../schema/index.js";
import {
  type IndexKey,
  indexKeysOf,
  keyFor,
  type PastView,
  PostingLists,
  type SpaceView,
} from "../state/index.js";
import type { Authority } from "./authority.js";
import { type RedactionRules, redact, requiredReferences } from "./redact.js";
import { type Target, targetOf } from "./scope.js";
import { withheld } from "./withheld.js";

/** What a view is read for. Projection may rest on what reading may not show (§29.4). */
type Use = "reading" | "projecting";

/** An authorized view whose view beneath is the same but for some elements. */
interface Near {
  readonly view: AuthorizedView;
  readonly differing: Iterable<ElementId>;
}

/** What a commit did to the elements beneath a view. */
export interface ElementChanges {
  readonly created: readonly ElementId[];
  /** Elements with another version, or about which Governance decided something else. */
  readonly changed: readonly ElementId[];
}

/**
 * A Space as one Principal may know it (design 3.5): elements it may not discover were never there, nor were references
 * to them; of elements it may not read only their being there is left. Readers of the view cannot tell it from a Space
 * that holds no more, so nothing they compute can.
 *
 * What differs from the view beneath is worked out once and kept: which elements are missing, which are shown
 * differently, and under which index keys the view beneath files them although this one must not. So reading costs one
 * look-up more, and where nothing is missing under a key, nothing at all.
 *
 * What a reader can tell all the same: that something was committed or made, by the gaps in sequences, times and ids,
 * which are the Space's and not the reader's (§7.1, §36.1); that a counter of an element it sees has counted references
 * it does not (§6.3), where references it sees are added; and what `settleWrites` names for writes. A property of the
 * whole engine holds the rest: src/worker/non-interference.browser.test.ts.
 */
export class AuthorizedView implements SpaceView {
  /** The view beneath, with everything in it. For the engine's own bookkeeping, never for a reader. */
  readonly beneath: SpaceView;
  readonly authority: Authority;
  readonly #use: Use;
  readonly #rules: RedactionRules;
  /** Null for a missing element, else what stands in its place. */
  readonly #differing = new Map<ElementId, Element | null>();
  /** The keys the view beneath files an element under and this one does not. */
  readonly #unfiled = new PostingLists();
  readonly #unfiledKeys = new Map<ElementId, readonly IndexKey[]>();
  readonly #identityChanges = new Map<ElementId, number>();
  #identityVersion = 0;
  #projecting: AuthorizedView | null = null;

  /**
   * Works out what differs from the view beneath, which takes a look at every element of it once; at those named in
   * `near` only, where the view beneath differs from that of another authorized view in no others.
   */
  constructor(beneath: SpaceView, authority: Authority, use: Use = "reading", near: Near | null = null) {
    this.beneath = beneath;
    this.authority = authority;
    this.#use = use;
    this.#rules = {
      environment: beneath.environment,
      isThere: (id) => this.beneath.element(id) !== undefined && this.#differing.get(id) !== null,
      showsRawReferences: authority.reach("read_raw_origin") === "always",
    };
    if (near && near.view.environment === beneath.environment) {
      this.#takeFrom(near.view);
      this.#settle([...near.differing]);
    } else {
      this.#settle(ELEMENT_KINDS.flatMap((kind) => [...beneath.lookup(keyFor.kind(kind))]));
    }
  }

  get spaceId(): SpaceId {
    return this.beneath.spaceId;
  }

  get seq(): number {
    return this.beneath.seq;
  }

  get environment(): SchemaEnvironment {
    return this.beneath.environment;
  }

  /** Counts the changes of identity that are in this view: one that is not must not be told by a number. */
  get identityVersion(): number {
    return this.#identityVersion;
  }

  get selfId(): ElementId | null {
    const { selfId } = this.beneath;
    return selfId !== null && this.element(selfId) ? selfId : null;
  }

  element(id: ElementId): Element | undefined {
    const differing = this.#differing.get(id);
    return differing === undefined ? this.beneath.element(id) : (differing ?? undefined);
  }

  lookup(key: IndexKey): Iterable<ElementId> {
    return this.#unfiled.size(key) === 0 ? this.beneath.lookup(key) : this.#filed(key);
  }

  estimate(key: IndexKey): number {
    return this.beneath.estimate(key) - this.#unfiled.size(key);
  }

  clientKey(kind: ElementKind, clientKey: string): ClientKeyBinding | undefined {
    const binding = this.beneath.clientKey(kind, clientKey);
    return binding && this.element(binding.id) ? binding : undefined;
  }

  identityDecisions(concept: ElementId): readonly IdentityDecision[] {
    if (!this.element(concept)) return [];
    return this.beneath
      .identityDecisions(concept)
      .filter(({ source, target, canonical_target }) =>
        [source, target, canonical_target].every((id) => this.element(id) !== undefined),
      );
  }

  get projecting(): SpaceView {
    if (this.#use === "projecting") return this;
    this.#projecting ??= this.#projectsWhatItReads
      ? this
      : new AuthorizedView(this.beneath, this.authority, "projecting");
    return this.#projecting;
  }

  /** Who may not read the audit is not told that somebody else's authority changed. */
  get showsControlChanges(): boolean {
    return this.authority.reach("read_audit") === "always";
  }

  mayFind(id: ElementId): boolean {
    const target = this.#targetIn(id);
    return (
      target !== undefined &&
      this.authority.permits("search", target) &&
      this.authority.permits("read", target)
    );
  }

  /** Whether the Schema Environment beneath is another one than this view was worked out under. */
  get isOutdated(): boolean {
    return this.beneath.environment !== this.#rules.environment;
  }

  /** Whether an element of this view may be read, and not only known of. */
  mayRead(id: ElementId): boolean {
    const target = this.#targetIn(id);
    return target !== undefined && this.authority.permits("read", target);
  }

  /**
   * Takes in what a commit did beneath. Returns false where the view has to be made anew, because what became of one
   * element bears on elements that did not change.
   */
  follow({ created, changed }: ElementChanges): boolean {
    if (this.isOutdated) return false;
    const wasMissing = changed.map((id) => this.#differing.get(id) === null);
    this.#settle([...created, ...changed]);
    if (changed.some((id, at) => wasMissing[at] !== (this.#differing.get(id) === null))) return false;
    const projecting = this.#projecting;
    return projecting === null || projecting === this || projecting.follow({ created, changed });
  }

  #takeFrom(view: AuthorizedView): void {
    for (const [id, shown] of view.#differing) this.#differing.set(id, shown);
    for (const [id, keys] of view.#unfiledKeys) {
      this.#unfiledKeys.set(id, keys);
      for (const key of keys) this.#unfiled.add(key, id);
    }
    for (const [id, count] of view.#identityChanges) this.#identityChanges.set(id, count);
    this.#identityVersion = view.#identityVersion;
  }

  *#filed(key: IndexKey): Iterable<ElementId> {
    for (const id of this.beneath.lookup(key)) if (!this.#unfiled.has(key, id)) yield id;
  }

  /** Presence first, for all of them: what an element is shown with depends on what else is there. */
  #settle(ids: readonly ElementId[]): void {
    for (const id of ids) this.#forget(id);
    const unsettled = new Set(ids);
    for (const id of ids) this.#settlePresence(id, unsettled);
    for (const id of ids) this.#settleContent(id);
  }

  #forget(id: ElementId): void {
    this.#differing.delete(id);
    for (const key of this.#unfiledKeys.get(id) ?? []) this.#unfiled.remove(key, id);
    this.#unfiledKeys.delete(id);
  }

  #settlePresence(id: ElementId, unsettled: Set<ElementId>): void {
    if (!unsettled.delete(id)) return;
    const raw = this.beneath.element(id);
    if (raw && !this.#admits(raw, unsettled)) this.#differing.set(id, null);
  }

  #admits(raw: Element, unsettled: Set<ElementId>): boolean {
    const target = this.#targetOf(raw);
    if (!this.authority.permits("discover", target)) return false;
    if (this.#use === "projecting" && !this.authority.permits("project", target)) return false;
    return requiredReferences(raw).every((id) => {
      this.#settlePresence(id, unsettled);
      return this.#rules.isThere(id);
    });
  }

  #settleContent(id: ElementId): void {
    const raw = this.beneath.element(id);
    if (!raw) return;
    if (this.#rules.isThere(id)) {
      const shown = redact(this.#readable(raw), this.#rules);
      if (shown !== raw) {
        this.#differing.set(id, shown);
        this.#unfile(id, raw, indexKeysOf(shown));
      }
    } else {
      this.#unfile(id, raw, new Set());
    }
    this.#countIdentityChanges(id);
  }

  #readable(raw: Element): Element {
    if (this.#use === "projecting" || this.authority.permits("read", this.#targetOf(raw))) return raw;
    return withheld(raw);
  }

  #unfile(id: ElementId, raw: Element, filed: ReadonlySet<IndexKey>): void {
    const keys = [...indexKeysOf(raw)].filter((key) => !filed.has(key));
    if (keys.length === 0) return;
    this.#unfiledKeys.set(id, keys);
    for (const key of keys) this.#unfiled.add(key, id);
  }

  #countIdentityChanges(id: ElementId): void {
    const decisions = this.identityDecisions(id).filter(({ source }) => source === id);
    const count = decisions.reduce((sum, { withdrawn }) => sum + (withdrawn ? 2 : 1), 0);
    this.#identityVersion += count - (this.#identityChanges.get(id) ?? 0);
    if (count > 0) this.#identityChanges.set(id, count);
    else this.#identityChanges.delete(id);
  }

  #targetIn(id: ElementId): Target | undefined {
    const raw = this.#rules.isThere(id) ? this.beneath.element(id) : undefined;
    return raw && this.#targetOf(raw);
  }

  #targetOf(raw: Element): Target {
    return targetOf(raw, this.beneath.environment, (id) => this.beneath.element(id));
  }

  /** Whether what may be projected and what may be read are the same elements. */
  get #projectsWhatItReads(): boolean {
    return (["project", "read"] as const).every(
      (permission) => this.authority.reach(permission) === "always",
    );
  }
}

/**
 * The view of a Space that a Principal may read (design 3.5): the Space itself for one from whom nothing is hidden, so
 * that Governance costs such a caller nothing.
 */
export function authorizedView(view: SpaceView, authority: Authority): SpaceView {
  return authority.seesEverything ? view : new AuthorizedView(view, authority);
}

/** The view beneath an authorized one, with everything in it; any other view itself. Never for a reader. */
export function viewBeneath(view: SpaceView): SpaceView {
  return view instanceof AuthorizedView ? view.beneath : view;
}

/**
 * The view of an earlier state of the Space that a Principal may read (§48.5). `now` is its view of the present: what
 * differs from the present alone has to be worked out.
 */
export function authorizedPast(past: PastView, now: SpaceView, authority: Authority): SpaceView {
  if (!(now instanceof AuthorizedView)) return authorizedView(past, authority);
  return new AuthorizedView(past, authority, "reading", { view: now, differing: past.changedIds() });
}
