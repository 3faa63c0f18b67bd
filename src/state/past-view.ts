import {
  type ClientKeyBinding,
  type Element,
  type ElementId,
  type ElementKind,
  type IdentityDecision,
  isPayloadPurged,
  isPurged,
  type SpaceId,
  stubOf,
  withoutPayload,
} from "../model/index.js";
import type { SchemaEnvironment } from "../schema/index.js";
import { type IndexKey, indexKeysOf } from "./index-keys.js";
import { PostingLists } from "./posting-lists.js";
import type { SpaceView } from "./view.js";

/** The coordinate a past view shows. */
export interface PastCoordinate {
  readonly seq: number;
  /** Every element that was created after it, as far as the later view has come. */
  readonly createdSince?: () => Iterable<ElementId>;
  /** The Schema Environment in force there (§48.6). */
  readonly environment: SchemaEnvironment;
  /** How references resolved there (§11.5). */
  readonly identityVersion: number;
}

/** The version of the identity resolution at a sequence, from the decisions of the Space (§11.5). */
export function identityVersionAt(decisions: Iterable<IdentityDecision>, seq: number): number {
  let version = 0;
  for (const decision of decisions) {
    const { identity_version, withdrawn } = decisionAt(decision, seq) ?? {};
    version = Math.max(version, identity_version ?? 0, withdrawn?.identity_version ?? 0);
  }
  return version;
}

/** A decision as it stood at a sequence; undefined before it was made. */
function decisionAt(decision: IdentityDecision, seq: number): IdentityDecision | undefined {
  if (decision.space_seq > seq) return undefined;
  const { withdrawn } = decision;
  return withdrawn && withdrawn.space_seq > seq ? { ...decision, withdrawn: null } : decision;
}

/**
 * A Space as it was at an earlier sequence (§48.1), laid over a later view: what has changed since then is replaced by
 * its version of that time, and what was created since is left out. It costs as much as was rewritten since, however
 * large the Space is and however much was added. Governance is never of the past: every element carries the
 * `governance` it has in the later view (§48.5).
 *
 * Whoever moves the later view must first show each new version to `keepPast`, and every element that was written both
 * before and after the coordinate must be settled by `restore` before the view is read; until then, `leaveOut` hides it.
 */
export class PastView implements SpaceView {
  readonly seq: number;
  readonly environment: SchemaEnvironment;
  readonly identityVersion: number;
  readonly #later: SpaceView;
  readonly #createdSince: () => Iterable<ElementId>;
  /** Elements that have changed since, as they were; undefined where there was none. */
  readonly #changed = new Map<ElementId, Element | undefined>();
  readonly #postings = new PostingLists();
  readonly #purged = new Set<ElementId>();

  constructor(later: SpaceView, { seq, environment, identityVersion, createdSince }: PastCoordinate) {
    this.#later = later;
    this.#createdSince = createdSince ?? (() => []);
    this.seq = seq;
    this.environment = environment;
    this.identityVersion = identityVersion;
  }

  get spaceId(): SpaceId {
    return this.#later.spaceId;
  }

  get selfId(): ElementId | null {
    return this.#later.selfId;
  }

  element(id: ElementId): Element | undefined {
    return this.#changed.has(id) ? this.#changed.get(id) : this.#kept(id);
  }

  *lookup(key: IndexKey): Iterable<ElementId> {
    for (const id of this.#later.lookup(key)) if (!this.#changed.has(id) && this.#kept(id)) yield id;
    yield* this.#postings.ids(key);
  }

  /** What the later view shows of an element that is not settled: if it was written since, it was created since. */
  #kept(id: ElementId): Element | undefined {
    const element = this.#later.element(id);
    return element && element._system.space_seq > this.seq ? undefined : element;
  }

  estimate(key: IndexKey): number {
    return this.#later.estimate(key) + this.#postings.size(key);
  }

  clientKey(kind: ElementKind, clientKey: string): ClientKeyBinding | undefined {
    const binding = this.#later.clientKey(kind, clientKey);
    return binding && this.element(binding.id) ? binding : undefined;
  }

  /** What had been decided by then; a withdrawal that came later had not. */
  identityDecisions(concept: ElementId): readonly IdentityDecision[] {
    return this.#later.identityDecisions(concept).flatMap((decision) => decisionAt(decision, this.seq) ?? []);
  }

  /** The elements this view shows otherwise than the later one, or not at all. */
  changedIds(): ReadonlySet<ElementId> {
    return new Set([...this.#changed.keys(), ...this.#createdSince()]);
  }

  /**
   * The elements that were whole at this coordinate and are stubs since (§60.3). What rested on them then can not be
   * told again: it must not be passed off as the state of that time.
   */
  purgedSince(): Iterable<ElementId> {
    return this.#purged;
  }

  /** Puts an element's version of that time in the place of its later one. */
  restore(version: Element): void {
    const { id } = version;
    this.leaveOut(id);
    const governance = this.#later.element(id)?.governance ?? version.governance;
    const shown = { ...version, governance } as Element;
    for (const key of indexKeysOf(shown)) this.#postings.add(key, id);
    this.#changed.set(id, shown);
    if (isPurged(shown)) this.#purged.add(id);
  }

  /** Leaves out an element: it did not exist yet, or is still to be restored. */
  leaveOut(id: ElementId): void {
    const shown = this.#changed.get(id);
    if (shown) for (const key of indexKeysOf(shown)) this.#postings.remove(key, id);
    this.#changed.set(id, undefined);
  }

  /** Keeps this view as it is although the later one is about to take in `next`. */
  keepPast(next: Element): void {
    const { id, governance } = next;
    const shown = this.element(id);
    if (shown === undefined) this.leaveOut(id);
    else if (isErasing(next)) this.restore(erasedAs(next, shown));
    else {
      if (!this.#changed.has(id)) this.restore(shown);
      this.#changed.set(id, { ...shown, governance } as Element);
    }
  }
}

/** Whether a version says that content was purged: then the past has lost it too (§60). */
function isErasing(next: Element): boolean {
  return isPurged(next) || (next.kind === "evidence" && isPayloadPurged(next));
}

function erasedAs(next: Element, version: Element): Element {
  if (isPurged(next)) return stubOf(version);
  return version.kind === "evidence" ? withoutPayload(version) : version;
}
