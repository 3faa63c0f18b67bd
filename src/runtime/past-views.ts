import { type Element, type ElementId, kipError, type SpaceId } from "../model/index.js";
import type { SchemaEnvironment } from "../schema/index.js";
import { KeywordIndex, type SearchHit, type SearchIndex, type SearchRequest } from "../search/index.js";
import { identityVersionAt, PastView, type SpaceState, type SpaceView } from "../state/index.js";
import type { ErasureEntry, StoredCommit } from "../store/index.js";

/** What the past of one Space is rebuilt from: its present state, and the log. */
export interface PastSource {
  readonly state: SpaceState;
  /** The sequences whose records hold a version of an element, ascending. */
  sequencesOf(id: ElementId): readonly number[];
  /** Every element of which a record after a sequence holds a version. */
  writtenAfter(seq: number): Iterable<ElementId>;
  /** Those of them that had a version before, or have several since. */
  rewrittenAfter(seq: number): Iterable<ElementId>;
  /** Those of them that had none. */
  createdAfter(seq: number): Iterable<ElementId>;
  /** The records of the given sequences, in any order, as far as they are held. */
  commitsAt(space: SpaceId, seqs: readonly number[]): Promise<readonly StoredCommit[]>;
  /** The Schema Environment of a version. */
  environment(version: number): Promise<SchemaEnvironment>;
  /** The version of the Schema Environment in force at a sequence; undefined where its record is not held. */
  environmentVersionAt(space: SpaceId, seq: number): Promise<number | undefined>;
}

/** How many past views are kept at hand. Each holds the elements that have changed since. */
const KEPT = 4;

/** How many past views are kept searchable. An index is as large as the one of the present. */
const KEPT_INDEXES = 2;

/** How many records one read of the log asks for. */
const RECORDS_AT_ONCE = 256;

interface KeptView {
  readonly view: PastView;
  /** Settles when every element that has changed since is restored. */
  readonly ready: Promise<void>;
}

/**
 * Earlier states of one Space (§48.1), each built when it is first asked for and kept true while the present moves on.
 */
export class PastViews {
  readonly #source: PastSource;
  /** The views at hand, the one asked for last at the end. */
  readonly #kept = new Map<string, KeptView>();
  /** Every view that somebody may still read, at hand or not: the present moves under all of them. */
  readonly #live = new Set<WeakRef<PastView>>();
  /** The indexes at hand, the one asked for last at the end. */
  readonly #indexes = new Map<SpaceView, SearchIndex>();
  /** Versions of the Schema Environment that were looked up, by sequence. */
  readonly #versions = new Map<number, number>();
  /** Where the version changed among the commits that came into memory one by one: those need not be looked up. */
  readonly #turns: { readonly seq: number; readonly version: number }[] = [];
  #erasures = 0;

  constructor(source: PastSource) {
    this.#source = source;
  }

  /**
   * The Space as it was at `seq`, under the Schema Environment in force then or the version given.
   * @throws `HistoricalSnapshotUnavailable` for a sequence that is not reached yet, and for one whose records are no
   * longer held; `HistoricalSchemaUnavailable` when the packages of that time are gone.
   */
  async at(seq: number, environmentVersion?: number): Promise<PastView> {
    requireReached(this.#source.state, seq);
    const version = environmentVersion ?? (await this.environmentVersionAt(seq));
    const key = `${seq}@${version}`;
    for (;;) {
      const erasures = this.#erasures;
      const kept = this.#kept.get(key) ?? this.#build(seq, await this.#source.environment(version));
      this.#keep(key, kept);
      await kept.ready;
      // What was read from the log before something was erased from it must not be shown after.
      if (erasures === this.#erasures) return kept.view;
    }
  }

  /**
   * The index over one of these views (§66.1): made when it is first searched, kept while it is used, and of no moment
   * but the view's own, so that a search of the past finds what a search found then.
   */
  searchOf(view: PastView): SearchIndex {
    const index = this.#indexes.get(view) ?? new PastIndex(view, this.#source.state);
    this.#indexes.delete(view);
    this.#indexes.set(view, index);
    const [oldest] = this.#indexes.keys();
    if (this.#indexes.size > KEPT_INDEXES && oldest !== undefined) this.#indexes.delete(oldest);
    return index;
  }

  /** Notes the version of the Schema Environment from a commit on. Commits come in sequence, without a gap. */
  noteEnvironment(seq: number, version: number): void {
    if (this.#turns.at(-1)?.version !== version) this.#turns.push({ seq, version });
  }

  /** Keeps every view as it is although the state is about to take in what a commit wrote and erased. */
  keepPast({ elements }: StoredCommit["written"], erasures: readonly ErasureEntry[]): void {
    if (erasures.length > 0) {
      this.#erasures += 1;
      this.#indexes.clear();
      this.#kept.clear();
      this.#live.clear();
    }
    for (const reference of this.#live) {
      const view = reference.deref();
      if (!view) this.#live.delete(reference);
      else for (const element of elements) view.keepPast(element);
    }
  }

  /**
   * Whether something that a view shows was erased after a sequence. What was there then cannot be told again, and places
   * among its rows are places no more (§44.8).
   */
  hasErasedAfter(seq: number, view: SpaceView): boolean {
    for (const id of this.#source.writtenAfter(seq)) {
      const element = view.element(id);
      if (element && isErased(element)) return true;
    }
    return false;
  }

  /**
   * The version of the Schema Environment in force at a sequence. What was in force in the past never changes, so it is
   * looked up once, and only where it is not known from the commit itself.
   * @throws `HistoricalSnapshotUnavailable` as `at`.
   */
  async environmentVersionAt(seq: number): Promise<number> {
    requireReached(this.#source.state, seq);
    const known = this.#versions.get(seq) ?? this.#turns.findLast((turn) => turn.seq <= seq)?.version;
    if (known !== undefined) return known;
    const { state } = this.#source;
    const version = await this.#source.environmentVersionAt(state.spaceId, seq);
    if (version === undefined) throw notHeld(seq);
    if (seq < state.seq) this.#versions.set(seq, version);
    return version;
  }

  #keep(key: string, kept: KeptView): void {
    this.#kept.delete(key);
    this.#kept.set(key, kept);
    kept.ready.catch(() => this.#kept.delete(key));
    const [oldest] = this.#kept.keys();
    if (this.#kept.size > KEPT && oldest !== undefined) this.#kept.delete(oldest);
  }

  #build(seq: number, environment: SchemaEnvironment): KeptView {
    const { state } = this.#source;
    const identityVersion = identityVersionAt(state.allIdentityDecisions(), seq);
    const createdSince = () => this.#source.createdAfter(seq);
    const view = new PastView(state, { seq, environment, identityVersion, createdSince });
    const changed = [...this.#source.rewrittenAfter(seq)];
    for (const id of changed) view.leaveOut(id);
    this.#live.add(new WeakRef(view));
    return { view, ready: this.#restore(view, changed) };
  }

  /** Finds the version of that time for each element that was rewritten since; what came later has none. */
  async #restore(view: PastView, changed: readonly ElementId[]): Promise<void> {
    const source = this.#source;
    const wanted = new Map<number, Set<ElementId>>();
    for (const id of changed) {
      const seq = source.sequencesOf(id).findLast((held) => held <= view.seq);
      if (seq === undefined) continue;
      const ids = wanted.get(seq);
      if (ids) ids.add(id);
      else wanted.set(seq, new Set([id]));
    }
    const seqs = [...wanted.keys()];
    for (let from = 0; from < seqs.length; from += RECORDS_AT_ONCE) {
      const some = seqs.slice(from, from + RECORDS_AT_ONCE);
      const commits = await source.commitsAt(view.spaceId, some);
      if (commits.length < some.length) throw notHeld(view.seq);
      for (const { seq, written } of commits) {
        for (const element of written.elements) if (wanted.get(seq)?.has(element.id)) view.restore(element);
      }
    }
  }
}

/** The keyword index of a past view. A read that searches nothing costs nothing. */
class PastIndex implements SearchIndex {
  readonly seq: number;
  readonly #view: PastView;
  readonly #state: SpaceState;
  #index: KeywordIndex | null = null;

  constructor(view: PastView, state: SpaceState) {
    this.seq = view.seq;
    this.#view = view;
    this.#state = state;
  }

  search(view: SpaceView, request: SearchRequest): readonly SearchHit[] {
    if (this.#index === null) {
      this.#index = new KeywordIndex();
      this.#index.take(this.seq, this.#elements());
    }
    return this.#index.search(view, request);
  }

  /** No element ever leaves a Space, so whatever there was then is in the present state, by id. */
  *#elements(): Iterable<Element> {
    for (const { id } of this.#state.elements()) {
      const element = this.#view.element(id);
      if (element) yield element;
    }
  }
}

function requireReached({ seq: head }: SpaceView, seq: number): void {
  if (seq <= head) return;
  throw kipError("HistoricalSnapshotUnavailable", `the Space is at sequence ${head}, not yet at ${seq}`, {
    hint: `Name a sequence up to ${head}, or leave AS OF SEQ out to read the present.`,
    details: { requested_seq: seq, current_seq: head },
  });
}

function notHeld(seq: number) {
  return kipError("HistoricalSnapshotUnavailable", `the state at sequence ${seq} is no longer held`, {
    details: { requested_seq: seq },
  });
}

function isErased(element: Element): boolean {
  if (element._system.state === "purged") return true;
  return element.kind === "evidence" && "status" in element.payload && element.payload.status === "purged";
}
