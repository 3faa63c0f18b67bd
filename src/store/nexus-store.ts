import { Dexie } from "dexie";
import { type Digest, type ElementId, NO_IDS } from "../model/index.js";
import { turnBrowserLogOver } from "./browser-log.js";
import { contentDigest } from "./content-digest.js";
import { erase } from "./erase.js";
import { GovernanceStore } from "./governance-store.js";
import { basisIn, type CommitBasis, headIn, sameBasis, withHead } from "./heads.js";
import { ImageStore } from "./images.js";
import { installedVersion, isNewer } from "./installed-version.js";
import { decodeRecord, type Erasure, encodeWritten, type StoredCommit, type Written } from "./log-record.js";
import { openPatiently } from "./patient-opening.js";
import { type LargePayload, type PayloadShelf, USUAL_PAYLOAD_LIMIT } from "./payload-shelf.js";
import { PayloadStore } from "./payload-store.js";
import { type ConnectionLoss, guarded, lostConnection, newerDatabase } from "./storage-errors.js";
import {
  databaseName,
  type EnvironmentRow,
  type GovernanceRow,
  type LogRow,
  NexusDatabase,
  type NexusRow,
  type OutcomeRow,
  type PackageRow,
} from "./tables.js";

/** A Schema Environment version on its way into force, with the artifacts it needs. */
export interface NewEnvironment extends Omit<EnvironmentRow, "since_seq"> {
  readonly packages: readonly PackageRow[];
}

/** A commit on its way into the log. */
export interface PendingCommit {
  readonly row: Pick<LogRow, "space" | "seq" | "counters" | "record" | "envelope" | "receipt" | "result">;
  readonly written: Written;
  /** What its idempotency keys keep of it (§34.3): one row for each key, none without one. */
  readonly outcomes: readonly OutcomeRow[];
  /** What this commit also puts in force, the version after the one it was evaluated under; or null (§20.16). */
  readonly environment: NewEnvironment | null;
  /** What this commit removes from everything durable before it; usually nothing (§60). */
  readonly erasures: readonly Erasure[];
  /** The rows of the control plane and of its audit that are written with it; usually none. */
  readonly governance?: readonly GovernanceRow[];
  /** The `$self` this commit designates; absent leaves it as it is (§5.6). */
  readonly selfId?: ElementId | null;
}

/** How many log records one hydration read takes: large enough to be quick, small enough to stay out of the way. */
const HYDRATION_CHUNK = 256;

/** The durable truth of one Nexus: its log, heads, idempotent outcomes and Schema artifacts. */
export class NexusStore {
  readonly #database: NexusDatabase;
  readonly databaseName: string;
  readonly images: ImageStore;
  readonly payloads: PayloadStore;
  readonly governance: GovernanceStore;
  #loss: ConnectionLoss | null = null;

  private constructor(database: NexusDatabase, payloadLimit: number) {
    this.#database = database;
    this.databaseName = database.name;
    this.images = new ImageStore(database);
    this.payloads = new PayloadStore(database, payloadLimit);
    this.governance = new GovernanceStore(database);
    // An old tab must never hold up another tab's upgrade or deletion.
    database.on("versionchange", ({ newVersion }) => {
      this.#loss ??= newVersion === null ? "deleted" : "upgraded";
      database.close();
    });
    database.on("close", () => {
      this.#loss ??= "taken";
    });
  }

  /**
   * Opens, and on first use creates, the database of a Nexus; one of an older engine is upgraded. `secret` is kept only
   * on first use.
   * @throws `UnsupportedCapability` where the browser refuses storage and for a memory of a newer engine,
   * `ResourceExhausted` on a full disk.
   */
  static async open(
    name: string,
    durability: "strict" | "relaxed",
    secret: string,
    payloadLimit = USUAL_PAYLOAD_LIMIT,
  ): Promise<NexusStore> {
    const store = await guarded(() =>
      openPatiently(() => NexusStore.#open(name, durability, secret, payloadLimit)),
    );
    // Before anything is acknowledged: what is written behind a crash's stump is lost with it.
    await turnBrowserLogOver();
    return store;
  }

  static async #open(
    name: string,
    durability: "strict" | "relaxed",
    secret: string,
    payloadLimit: number,
  ): Promise<NexusStore> {
    if (isNewer(await installedVersion(databaseName(name)))) throw newerDatabase();
    const database = new NexusDatabase(name, durability);
    try {
      const store = new NexusStore(database, payloadLimit);
      await database.open();
      // Dexie opens a database of a newer version as it is.
      if (isNewer(database.backendDB().version)) throw newerDatabase();
      await database.transaction("rw", database.nexus, async () => {
        if (!(await database.nexus.get("nexus"))) {
          const loss = database.isAfterLoss ? { begun_after_loss: new Date().toISOString() } : {};
          await database.nexus.add({ id: "nexus", counters: NO_IDS, secret, spaces: {}, ...loss });
        }
      });
      return store;
    } catch (thrown) {
      database.close();
      throw thrown;
    }
  }

  /** Deletes a Nexus and everything in it. Open connections of other tabs are closed first. */
  static async delete(name: string): Promise<void> {
    await guarded(() => Dexie.delete(databaseName(name)));
  }

  /** The key that authenticates what this Nexus hands out (§88.4). */
  async secret(): Promise<string> {
    return guarded(async () => (await this.#facts()).secret);
  }

  /** When this Nexus was begun in place of one that the browser had found damaged and deleted; usually undefined. */
  async begunAfterLoss(): Promise<string | undefined> {
    return guarded(async () => (await this.#facts()).begun_after_loss);
  }

  /** Where a Space stands: what the next commit must be evaluated against. A new Space stands at sequence 0. */
  async basis(space: string): Promise<CommitBasis> {
    return guarded(async () => basisIn(await this.#facts(), space));
  }

  /** The commits after `seq`, in order, read in chunks. */
  async *commitsAfter(space: string, seq: number): AsyncGenerator<StoredCommit> {
    for await (const row of this.recordsAfter(space, seq)) {
      yield decodeRecord(row, this.payloads.shelfOf(space));
    }
  }

  /** The records after `seq` as they are stored, in order, read in chunks: for whoever verifies them. */
  async *recordsAfter(space: string, seq: number): AsyncGenerator<LogRow> {
    for (let from = seq + 1; ; ) {
      const rows = await guarded(() =>
        this.#database.log
          .where(":id")
          .between([space, from], [space, Dexie.maxKey], true, true)
          .limit(HYDRATION_CHUNK)
          .toArray(),
      );
      yield* rows;
      const last = rows.at(-1);
      if (!last || rows.length < HYDRATION_CHUNK) return;
      from = last.seq + 1;
    }
  }

  /** One commit of the log, or undefined when the Space has not reached that sequence. */
  async commitAt(space: string, seq: number): Promise<StoredCommit | undefined> {
    const row = await guarded(() => this.#database.log.get([space, seq]));
    return row && decodeRecord(row, this.payloads.shelfOf(space));
  }

  /** The commits of the given sequences, in their order, without those that are not held. */
  async commitsAt(space: string, seqs: readonly number[]): Promise<readonly StoredCommit[]> {
    const rows = await guarded(() =>
      this.#database.log.bulkGet(seqs.map((seq): [string, number] => [space, seq])),
    );
    const shelf = this.payloads.shelfOf(space);
    return rows.flatMap((row) => (row ? [decodeRecord(row, shelf)] : []));
  }

  /**
   * The version of the Schema Environment in force at a sequence: the one its commit was written under or put in force.
   * Undefined for a sequence whose record is not held.
   */
  async environmentVersionAt(space: string, seq: number): Promise<number | undefined> {
    if (seq > 0) {
      const row = await guarded(() => this.#database.log.get([space, seq]));
      return row && (row.activates ?? row.record.schema_environment_version);
    }
    const initial = await guarded(() =>
      this.#database.environments
        .where(":id")
        .between([space, Dexie.minKey], [space, Dexie.maxKey])
        .until(({ since_seq }) => since_seq > 0)
        .toArray(),
    );
    return initial.at(-1)?.version ?? 0;
  }

  /**
   * Appends one commit together with the new head, the counters, the idempotent outcomes, the Schema Environment it puts
   * in force and the erasures it decides, or nothing at all. `sequencesOf` names the records that hold versions of an
   * element, for erasures. Returns `stale` without writing when the Space, the counters or the Schema Environment moved
   * since `basis` was read, or an idempotency key was spent meanwhile: evaluate again and commit again.
   * @throws `ResourceExhausted` on a full disk, `InternalError` when the connection is gone; nothing is half-written.
   */
  async commit(
    basis: CommitBasis,
    commit: PendingCommit,
    sequencesOf: (id: ElementId) => readonly number[] = () => [],
  ): Promise<"committed" | "stale"> {
    const database = this.#database;
    const { log, nexus, outcomes, packages, environments, payloads, images } = database;
    const { row, environment, erasures, governance = [], selfId } = commit;
    const { space, seq, counters } = row;
    const { record, large } = await logRowOf(commit, this.payloads.shelfOf(space));
    const erases = erasures.length > 0;
    const kept = erases ? commit.outcomes.map(withoutAnswers) : commit.outcomes;
    // Each further table makes the transaction slower, so the usual commit has two.
    const tables = new Set([
      ...[log, nexus],
      ...(kept.length > 0 ? [outcomes] : []),
      ...(environment ? [packages, environments] : []),
      ...(large.length > 0 ? [payloads] : []),
      ...(erases ? [outcomes, payloads, images] : []),
      ...(governance.length > 0 ? [database.governance] : []),
    ]);
    return guarded(() =>
      database.transaction("rw", [...tables], async () => {
        const facts = await this.#facts();
        if (!sameBasis(basisIn(facts, space), basis)) return "stale";
        if (await isSpent(outcomes, kept)) return "stale";
        await Promise.all([
          log.add(record),
          ...(large.length > 0 ? [payloads.bulkPut(large.map((payload) => ({ space, ...payload })))] : []),
          nexus.put(
            withHead({ ...facts, counters }, space, {
              seq,
              ...(environment ? { environment_version: environment.version } : {}),
              ...(selfId === undefined ? {} : { self_id: selfId }),
            }),
          ),
          ...(governance.length > 0 ? [database.governance.bulkPut(governance)] : []),
          ...(kept.length > 0 ? [outcomes.bulkPut(kept)] : []),
          ...(environment ? [this.#addEnvironment(environment, seq)] : []),
          ...(erases ? [erase(database, { space, seq, erasures, sequencesOf })] : []),
        ]);
        return "committed";
      }),
    );
  }

  /** The retained outcome of an idempotency key, with the log record that holds it (§34.3). */
  async outcome(
    space: string,
    principal: string,
    key: string,
  ): Promise<{ readonly row: OutcomeRow; readonly commit: StoredCommit | undefined } | undefined> {
    const row = await guarded(() => this.#database.outcomes.get([space, principal, key]));
    if (!row) return undefined;
    return { row, commit: row.seq === null ? undefined : await this.commitAt(space, row.seq) };
  }

  /**
   * The retained outcome without an effect that has this transaction id, or undefined. Such an outcome is filed by its
   * key, so all of the Space's are looked through.
   */
  async noEffectOutcome(space: string, txId: string): Promise<OutcomeRow | undefined> {
    return guarded(() =>
      this.#database.outcomes
        .where(":id")
        .between([space, Dexie.minKey, Dexie.minKey], [space, Dexie.maxKey, Dexie.maxKey])
        .filter(({ no_effect }) => no_effect?.receipt.tx_id === txId)
        .first(),
    );
  }

  /**
   * Retains an outcome of a Space that allocated no sequence (§34.3), under each of its keys. Returns `stale` without
   * writing when the Space moved since `basis` was read, so that "nothing to do" was said of an older state, or a key was
   * spent meanwhile.
   */
  async keepOutcomes(
    space: string,
    basis: CommitBasis,
    rows: readonly OutcomeRow[],
  ): Promise<"kept" | "stale"> {
    const { nexus, outcomes } = this.#database;
    return guarded(() =>
      this.#database.transaction("rw", [nexus, outcomes], async () => {
        const facts = await this.#facts();
        if (!sameBasis(basisIn(facts, space), basis)) return "stale";
        if (await isSpent(outcomes, rows)) return "stale";
        await outcomes.bulkAdd(rows);
        return "kept";
      }),
    );
  }

  /** Whether a Space still stands where `basis` says. */
  async isCurrent(space: string, basis: CommitBasis): Promise<boolean> {
    return sameBasis(await this.basis(space), basis);
  }

  /** The packages with these digests, as far as the Nexus holds them. */
  async packages(digests: readonly Digest[]): Promise<readonly PackageRow[]> {
    const rows = await guarded(() => this.#database.packages.bulkGet([...digests]));
    return rows.flatMap((row) => (row ? [row] : []));
  }

  /** Every package the Nexus holds, of any Space. */
  async heldPackages(): Promise<readonly PackageRow[]> {
    return guarded(() => this.#database.packages.toArray());
  }

  /** Keeps packages without putting them in force anywhere. */
  async keepPackages(held: readonly PackageRow[]): Promise<void> {
    await guarded(() => this.#database.packages.bulkPut(held));
  }

  /** The Schema Environment records of a Space after one version and up to another, in order. */
  async environmentsBetween(space: string, after: number, upTo: number): Promise<readonly EnvironmentRow[]> {
    return guarded(() =>
      this.#database.environments.where(":id").between([space, after], [space, upTo], false, true).toArray(),
    );
  }

  /** The Schema Environment record of a version, or undefined for a Space that has none yet. */
  async environment(space: string, version: number): Promise<EnvironmentRow | undefined> {
    return guarded(() => this.#database.environments.get([space, version]));
  }

  /**
   * Puts a new Schema Environment version in force together with the artifacts it needs. Returns `stale` when another
   * tab activated something since: read the environment again.
   */
  async activateEnvironment(environment: NewEnvironment): Promise<"activated" | "stale"> {
    const { nexus, packages, environments } = this.#database;
    const { space, version } = environment;
    return guarded(() =>
      this.#database.transaction("rw", [nexus, packages, environments], async () => {
        const facts = await this.#facts();
        const { seq, environment_version } = headIn(facts, space);
        if (environment_version !== version - 1) return "stale";
        await this.#addEnvironment(environment, seq);
        await nexus.put(withHead(facts, space, { environment_version: version }));
        return "activated";
      }),
    );
  }

  /** Designates the Space's `$self` (§5.6). A host operation. */
  async designateSelf(space: string, self: ElementId | null): Promise<void> {
    const { nexus } = this.#database;
    await guarded(() =>
      this.#database.transaction("rw", nexus, async () => {
        await nexus.put(withHead(await this.#facts(), space, { self_id: self }));
      }),
    );
  }

  /**
   * Makes sure that memory still follows what is durable.
   * @throws `InternalError`, saying why, once the connection is lost: what is in memory may be of the past.
   */
  requireConnection(): void {
    if (this.#loss !== null) throw lostConnection(this.#loss);
  }

  close(): void {
    this.#loss ??= "unknown";
    this.#database.close();
  }

  #addEnvironment({ packages: held, ...row }: NewEnvironment, sinceSeq: number): Promise<unknown> {
    const { packages, environments } = this.#database;
    return Promise.all([packages.bulkPut(held), environments.add({ ...row, since_seq: sinceSeq })]);
  }

  async #facts(): Promise<NexusRow> {
    const facts = await this.#database.nexus.get("nexus");
    if (!facts) throw new RangeError("the row of facts about the Nexus is missing");
    return facts;
  }
}

async function logRowOf(
  { row, written, environment, erasures }: PendingCommit,
  shelf: PayloadShelf,
): Promise<{ readonly record: LogRow; readonly large: readonly LargePayload[] }> {
  const { body, payloads: large } = encodeWritten(written, shelf);
  const record: LogRow = {
    ...row,
    body,
    body_digest: await contentDigest(body),
    activates: environment?.version ?? null,
    erasures,
    rewritten: null,
  };
  return { record, large };
}

/** Whether one of the keys of outcomes that are to be kept keeps one already. */
async function isSpent(outcomes: NexusDatabase["outcomes"], rows: readonly OutcomeRow[]): Promise<boolean> {
  if (rows.length === 0) return false;
  const held = await outcomes.bulkGet(
    rows.map(({ space, principal, key }): [string, string, string] => [space, principal, key]),
  );
  return held.some((row) => row !== undefined);
}

/** An outcome that no longer holds what its transaction read. */
function withoutAnswers({ answers: _answers, answers_in: _answersIn, ...outcome }: OutcomeRow): OutcomeRow {
  return outcome;
}
