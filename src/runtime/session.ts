import { CONTROL_KINDS, type ControlRecord, ControlState } from "../govern/index.js";
import {
  type ChangeEnvelope,
  type Element,
  type ElementId,
  type IdCounters,
  kipError,
  type SpaceId,
  type Timestamp,
} from "../model/index.js";
import type { SchemaEnvironment } from "../schema/index.js";
import { KeywordIndex } from "../search/index.js";
import { SpaceState, type SpaceView, type Written } from "../state/index.js";
import {
  type CommitBasis,
  CommitSignal,
  encodeImage,
  inImageTurn,
  type NewEnvironment,
  type NexusStore,
  type OutcomeRow,
  type PendingCommit,
  type StoredCommit,
  shelved,
  WriterLock,
} from "../store/index.js";
import { Authorities } from "./authorities.js";
import { capabilities } from "./capabilities.js";
import { IDEMPOTENCY_RETENTION_SECONDS } from "./idempotency.js";
import { type ImagePace, ImageSchedule, USUAL_PACE } from "./image-schedule.js";
import { type Opening, openState } from "./opening.js";
import { PastViews } from "./past-views.js";
import { evaluateWithPayloads } from "./payload-reading.js";
import { SequenceIndex } from "./sequence-index.js";
import { imageOf, type RestoredImage } from "./space-image.js";
import { type LogVerification, LogVerifier } from "./verify-log.js";

/** Finds the Schema Environment a Space had at a version. */
export type EnvironmentLoader = (space: SpaceId, version: number) => Promise<SchemaEnvironment>;

/**
 * One Space, open in this worker: its state in memory, kept level with the log, and the one writer's turn. Memory
 * changes only after a commit is durable (design 3.3).
 */
export class SpaceSession {
  readonly store: NexusStore;
  readonly search = new KeywordIndex();
  /** How long outcomes are kept for retries (§34.5); the host decides. */
  idempotencyRetentionSeconds = IDEMPOTENCY_RETENTION_SECONDS;
  /** How the Space came into memory. */
  readonly opening: Opening;
  /** Earlier states of the Space (§48.1). */
  readonly past: PastViews;
  /** The protected control plane, and what it lets everybody do and see (§28.1). */
  readonly control: ControlState;
  readonly authorities: Authorities;
  readonly #state: SpaceState;
  readonly #sequences = new SequenceIndex();
  readonly #loadEnvironment: EnvironmentLoader;
  readonly #lock: WriterLock;
  readonly #signal: CommitSignal;
  readonly #images: ImageSchedule;
  readonly #listeners = new Set<(envelope: ChangeEnvelope) => void>();
  readonly #watchers = new Set<(written: Written) => void>();
  #counters: IdCounters;
  /** The sequence of this worker's own commit, which may be read back from the log before it knows it is durable. */
  #committing: number | null = null;
  #storing: Promise<unknown> = Promise.resolve();
  #isOpen = false;
  #lastCommitAt: Timestamp | null = null;
  #reading: Promise<void> = Promise.resolve();

  private constructor(
    store: NexusStore,
    state: SpaceState,
    control: ControlState,
    counters: IdCounters,
    loadEnvironment: EnvironmentLoader,
    { opening, pace }: { readonly opening: Opening; readonly pace: ImagePace },
  ) {
    this.store = store;
    this.opening = opening;
    this.#state = state;
    this.control = control;
    this.authorities = new Authorities(state, control);
    this.#counters = counters;
    this.#loadEnvironment = loadEnvironment;
    this.past = new PastViews({
      state,
      sequencesOf: (id) => this.sequencesOf(id),
      writtenAfter: (seq) => this.#sequences.writtenAfter(seq, state, this.#counters),
      rewrittenAfter: (seq) => this.#sequences.rewrittenAfter(seq),
      createdAfter: (seq) => this.#sequences.createdAfter(seq, state, this.#counters),
      commitsAt: (space, seqs) => store.commitsAt(space, seqs),
      environment: async (version) =>
        version === state.environment.version
          ? state.environment
          : this.#loadEnvironment(state.spaceId, version),
      environmentVersionAt: (space, seq) => store.environmentVersionAt(space, seq),
    });
    this.#images = new ImageSchedule(
      pace,
      () => state.size,
      async () => {
        // Without an image the next opening takes longer. There is nobody to tell, and the next one may succeed.
        await this.writeImage().catch(() => undefined);
      },
    );
    this.#lock = new WriterLock(store.databaseName, state.spaceId, {
      tellOthers: () => this.#signal.contend(),
      catchUp: () => this.level(),
    });
    this.#signal = new CommitSignal(store.databaseName, state.spaceId, {
      onHead: ({ seq, environmentVersion }) => {
        const behind = seq > state.seq || environmentVersion > state.environment.version;
        // A failed catch-up is no loss: the next write notices the stale head and reads again.
        if (behind) this.level().catch(() => undefined);
      },
      onContention: () => this.#lock.noticeOtherWriter(),
    });
  }

  /** Opens a Space and reads its log into memory. */
  static async open(
    store: NexusStore,
    space: SpaceId,
    loadEnvironment: EnvironmentLoader,
    pace: ImagePace = USUAL_PACE,
  ): Promise<SpaceSession> {
    const { headSeq, counters, environmentVersion, selfId } = await store.basis(space);
    const environment = await loadEnvironment(space, environmentVersion);
    const { state, image, opening } = await openState(
      store,
      space,
      headSeq,
      () => new SpaceState(space, environment),
    );
    state.designateSelf(selfId);
    const control = await openControl(store, space);
    const session = new SpaceSession(store, state, control, counters, loadEnvironment, { opening, pace });
    if (image) session.#takeImage(image);
    await session.catchUp();
    session.#governAll();
    session.#isOpen = true;
    return session;
  }

  /** The committed head. It moves only between evaluations, never during one. */
  get view(): SpaceView {
    return this.#state;
  }

  /** What an evaluation on the present view is valid against. */
  get basis(): CommitBasis {
    const { seq, environment, selfId } = this.#state;
    return { headSeq: seq, counters: this.#counters, environmentVersion: environment.version, selfId };
  }

  /** When the newest commit in memory was made, or null before the first. */
  get lastCommitAt(): Timestamp | null {
    return this.#lastCommitAt;
  }

  /**
   * Runs one writer at a time (design 3.4). `attempt` evaluates on the present view and commits; it returns null when
   * the Space had moved, and is then run again on the newer view.
   * @throws `SerializationConflict` when other tabs kept winning; whatever `attempt` throws.
   */
  async write<T>(attempt: () => Promise<T | null>): Promise<T> {
    const done = await this.#lock.run(attempt);
    if (done !== null) return done;
    throw kipError("SerializationConflict", "other writers kept changing this Space");
  }

  /**
   * Carries out a synchronous evaluation on memory, once or, when it asks for large payloads, again with them (design
   * 3.2). Whatever reads elements must run in here, and answers must not carry payload objects out: `withPlainPayloads`.
   * @throws what the evaluation throws; `BlobUnavailable` for a payload that is not held.
   */
  evaluate<T>(evaluation: () => T): Promise<T> {
    const { store } = this;
    const { spaceId: space } = this.#state;
    return evaluateWithPayloads({ space, payloads: store.payloads, level: () => this.level() }, evaluation);
  }

  /**
   * The sequences whose log records hold a version of an element, ascending; empty for an id that was never written.
   * What `AS OF SEQ` and `HISTORY` have to read, and what an erasure has to rewrite.
   */
  sequencesOf(id: ElementId): readonly number[] {
    return this.#sequences.of(id, this.#state.element(id));
  }

  /**
   * Makes a commit durable and then visible, with the Schema Environment it puts in force if it does. Returns false,
   * having written nothing, when the log had moved: memory is level with it again, so evaluate anew.
   */
  async commit(
    basis: CommitBasis,
    pending: PendingCommit,
    environment: SchemaEnvironment | null = null,
  ): Promise<boolean> {
    this.#committing = pending.row.seq;
    const storing = this.store.commit(basis, pending, (id) => this.sequencesOf(id));
    this.#storing = storing.catch(() => undefined);
    if ((await storing) === "stale") {
      this.#committing = null;
      await this.level();
      return false;
    }
    const { row, erasures } = pending;
    const written = shelved(pending.written, this.store.payloads.shelfOf(row.space));
    if (pending.selfId !== undefined) this.#state.designateSelf(pending.selfId);
    const activates = pending.environment?.version ?? null;
    this.#apply({ ...row, written, erasures, activates }, environment);
    this.announce();
    return true;
  }

  /** Settles once no commit of this worker is on its way any more: only then can its outcome be looked up (§80.4). */
  async committed(): Promise<void> {
    await this.#storing;
  }

  /**
   * Puts the Schema Environment in force that a Space without a commit begins with; false when another tab was faster
   * and memory is level with it again.
   */
  async begin(activation: NewEnvironment, environment: SchemaEnvironment): Promise<boolean> {
    const isActivated = (await this.store.activateEnvironment(activation)) === "activated";
    if (isActivated) this.#state.useEnvironment(environment);
    else await this.level();
    this.announce();
    return isActivated;
  }

  /**
   * Whether an evaluation on `basis` that found nothing to do is still true of what is durable; when it is not, memory
   * is level again and the evaluation has to be repeated. With rows, the outcome is retained under their keys.
   */
  async confirmNoEffect(basis: CommitBasis, rows: readonly OutcomeRow[]): Promise<boolean> {
    const { spaceId } = this.#state;
    const current =
      rows.length > 0
        ? (await this.store.keepOutcomes(spaceId, basis, rows)) === "kept"
        : await this.store.isCurrent(spaceId, basis);
    if (!current) await this.level();
    return current;
  }

  /** Tells the other tabs where this Space stands now. */
  announce(): void {
    const { seq, environment } = this.#state;
    this.#signal.send({ seq, environmentVersion: environment.version });
  }

  /** Makes memory level with what is durable: commits, counters and the Schema Environment. */
  async level(): Promise<void> {
    await this.catchUp();
    const before = this.#state.environment;
    const { counters, environmentVersion, selfId } = await this.store.basis(this.#state.spaceId);
    this.#counters = counters;
    const isSelfNew = selfId !== this.#state.selfId;
    this.#state.designateSelf(selfId);
    if (environmentVersion !== this.#state.environment.version) {
      this.#state.useEnvironment(await this.#loadEnvironment(this.#state.spaceId, environmentVersion));
    }
    if (isSelfNew || before !== this.#state.environment) this.#moved();
  }

  /** Reads the commits this worker has not seen and applies them. Concurrent calls take turns. */
  catchUp(): Promise<void> {
    this.#reading = this.#reading.catch(() => undefined).then(() => this.#readNewCommits());
    return this.#reading;
  }

  /**
   * Writes an image of the Space as it stands, so that the next opening need not read the log before it. Returns false
   * when that was not needed, or another tab is at it. Requests are answered meanwhile.
   * @throws `ResourceExhausted` on a full disk; nothing is lost by it.
   */
  async writeImage(): Promise<boolean> {
    const { spaceId } = this.#state;
    const written = await inImageTurn(this.store.databaseName, spaceId, async () => {
      const image = imageOf(this.#state, {
        lastCommitAt: this.#lastCommitAt,
        sequences: this.#sequences,
        shelf: this.store.payloads.shelfOf(spaceId),
      });
      return this.store.images.store(spaceId, await encodeImage(image, pause));
    });
    return written ?? false;
  }

  /** Reads the whole log of the Space as it is stored and checks it; memory and the log are left as they are. */
  async verifyLog(): Promise<LogVerification> {
    const { spaceId } = this.#state;
    const verifier = new LogVerifier(spaceId);
    const { headSeq } = await this.store.basis(spaceId);
    for await (const row of this.store.recordsAfter(spaceId, 0)) {
      if (row.seq > headSeq) break;
      verifier.take(row);
    }
    for (const id of verifier.payloads) {
      verifier.takePayload(id, (await this.store.payloads.texts(spaceId, [id])).get(id));
    }
    return verifier.finish(headSeq);
  }

  /** Calls back after every commit that reaches this worker's memory, in sequence; returns what stops it. */
  onCommit(listener: (envelope: ChangeEnvelope) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Calls back with what was written whenever memory moved: nothing where only what is in force for all of it did. */
  onMoved(watcher: (written: Written) => void): () => void {
    this.#watchers.add(watcher);
    return () => this.#watchers.delete(watcher);
  }

  close(): void {
    this.#listeners.clear();
    this.#watchers.clear();
    this.#images.close();
    this.#signal.close();
  }

  #moved(written: Written = { elements: [], clientKeys: [] }): void {
    for (const watcher of this.#watchers) watcher(written);
  }

  #takeImage({ state: { seq, elements }, sequences, lastCommitAt }: RestoredImage): void {
    this.#sequences.restore(sequences);
    this.#lastCommitAt = lastCommitAt;
    this.search.take(seq, elements);
  }

  async #readNewCommits(): Promise<void> {
    for await (const commit of this.store.commitsAfter(this.#state.spaceId, this.#state.seq)) {
      const { activates } = commit;
      if (this.#isOpen && commit.seq !== this.#committing) this.#lock.noticeOtherWriter();
      // What a commit wrote is read under the environment it put in force, so both become visible at once. A Space that
      // is being opened is under its newest environment from the start.
      const isNew = activates !== null && activates > this.#state.environment.version;
      const loaded = isNew ? await this.#loadEnvironment(this.#state.spaceId, activates) : null;
      this.#apply(commit, loaded);
    }
  }

  /**
   * Takes in what a commit decided about authority, and gives the elements it wrote, and those it decided about, as
   * Governance has them now.
   */
  #governed(seq: number, { elements, control = [] }: StoredCommit["written"]): readonly Element[] {
    const records = control as unknown as readonly ControlRecord[];
    this.control.take(records, seq);
    const written = new Set(elements.map(({ id }) => id));
    const decided = records.flatMap((record): readonly Element[] => {
      const element =
        record.kind === "element" && !written.has(record.id) ? this.#state.element(record.id) : undefined;
      return element ? [element] : [];
    });
    return [...elements, ...decided].map((element) => this.control.governed(element));
  }

  /** Gives every element the Governance block it has now, whatever the image and the log said at their time. */
  #governAll(): void {
    const elements = [...this.control.elements()].flatMap(({ id }) => this.#state.element(id) ?? []);
    const governed = elements.map((element) => this.control.governed(element));
    this.#state.govern(governed);
    this.search.take(this.#state.seq, governed);
  }

  #apply(
    {
      seq,
      written,
      erasures,
      counters,
      record,
      envelope,
      activates,
    }: Pick<StoredCommit, "seq" | "written" | "erasures" | "counters" | "record" | "envelope" | "activates">,
    environment: SchemaEnvironment | null,
  ): void {
    // This worker's own commit can be read back from the log before its transaction's promise settles.
    if (seq <= this.#state.seq) return;
    const created = new Set(written.elements.map(({ id }) => id).filter((id) => !this.#state.element(id)));
    for (const { id } of written.elements) this.#sequences.add(seq, id, this.#state.element(id));
    const elements = this.#governed(seq, written);
    this.past.keepPast({ ...written, elements }, erasures);
    this.past.noteEnvironment(seq, activates ?? record.schema_environment_version);
    if (environment) this.#state.useEnvironment(environment);
    this.#state.apply({ seq, ...written, elements, erasures });
    this.search.take(seq, elements);
    const changed = elements.map(({ id }) => id).filter((id) => !created.has(id));
    this.authorities.follow({ created: [...created], changed });
    this.#counters = counters;
    this.#lastCommitAt = record.committed_at;
    for (const { id } of erasures) this.store.payloads.shelfOf(this.#state.spaceId).forget(id);
    if (erasures.length > 0) this.#images.imageLost();
    this.#images.grown(written.elements.length);
    for (const listener of this.#listeners) listener(envelope);
    this.#moved({ ...written, elements, erasures });
  }
}

/** The control plane of a Space as it is stored; the preset alone where its host has changed nothing (§30.5). */
async function openControl(store: NexusStore, space: SpaceId): Promise<ControlState> {
  const control = new ControlState(new Set(Object.keys(capabilities())));
  const rows = await store.governance.records(space, CONTROL_KINDS);
  control.load(rows.map(({ record, seq }) => ({ record: record as unknown as ControlRecord, seq })));
  return control;
}

/** Lets whatever is waiting go first. */
function pause(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve));
}
