import { Dexie } from "dexie";
import { type Digest, digestOfText, type ElementId, type IdCounters, NO_IDS } from "../model/index.js";
import { erase } from "./erase.js";
import { decodeRecord, type Erasure, encodeWritten, type StoredCommit, type Written } from "./log-record.js";
import { storageError } from "./storage-errors.js";
import {
  databaseName,
  type EnvironmentRow,
  type LogRow,
  NexusDatabase,
  type OutcomeRow,
  type PackageRow,
  type SpaceRow,
} from "./tables.js";

/** What a commit was evaluated against. It must still be so when the commit happens. */
export interface CommitBasis {
  readonly headSeq: number;
  readonly counters: IdCounters;
  readonly environmentVersion: number;
}

/** A Schema Environment version on its way into force, with the artifacts it needs. */
export interface NewEnvironment extends Omit<EnvironmentRow, "since_seq"> {
  readonly packages: readonly PackageRow[];
}

/** A commit on its way into the log. */
export interface PendingCommit {
  readonly row: Pick<LogRow, "space" | "seq" | "counters" | "record" | "envelope" | "receipt" | "result">;
  readonly written: Written;
  readonly outcome: OutcomeRow | null;
  /** What this commit also puts in force, the version after the one it was evaluated under; or null (§20.16). */
  readonly environment: NewEnvironment | null;
  /** What this commit removes from everything durable before it; usually nothing (§60). */
  readonly erasures: readonly Erasure[];
}

/** How many log records one hydration read takes: large enough to be quick, small enough to stay out of the way. */
const HYDRATION_CHUNK = 256;

/** The durable truth of one Nexus: its log, heads, idempotent outcomes and Schema artifacts. */
export class NexusStore {
  readonly #database: NexusDatabase;
  readonly databaseName: string;

  private constructor(database: NexusDatabase) {
    this.#database = database;
    this.databaseName = database.name;
  }

  /**
   * Opens, and on first use creates, the database of a Nexus. `secret` is kept only on first use.
   * @throws `UnsupportedCapability` where the browser refuses storage, `ResourceExhausted` on a full disk.
   */
  static async open(name: string, durability: "strict" | "relaxed", secret: string): Promise<NexusStore> {
    const database = new NexusDatabase(name, durability);
    // An old tab must never hold up another tab's upgrade or deletion.
    database.on("versionchange", () => database.close());
    return guarded(async () => {
      await database.open();
      await database.transaction("rw", database.nexus, async () => {
        if (!(await database.nexus.get("nexus"))) {
          await database.nexus.add({ id: "nexus", counters: NO_IDS, secret });
        }
      });
      return new NexusStore(database);
    });
  }

  /** Deletes a Nexus and everything in it. Open connections of other tabs are closed first. */
  static async delete(name: string): Promise<void> {
    await guarded(() => Dexie.delete(databaseName(name)));
  }

  /** The key that authenticates what this Nexus hands out (§88.4). */
  async secret(): Promise<string> {
    return guarded(async () => (await this.#database.nexus.get("nexus"))?.secret ?? "");
  }

  /** The Space's head row, created at sequence 0 when the Space is new. */
  async space(id: string): Promise<SpaceRow> {
    return guarded(() =>
      this.#database.transaction("rw", this.#database.spaces, async () => {
        const row = await this.#database.spaces.get(id);
        if (row) return row;
        const fresh: SpaceRow = { id, head_seq: 0, environment_version: 0, self_id: null, erased_seq: 0 };
        await this.#database.spaces.add(fresh);
        return fresh;
      }),
    );
  }

  /** The stored head and counters, read together: what the next commit must be evaluated against. */
  async basis(space: string): Promise<CommitBasis> {
    const { spaces, nexus } = this.#database;
    return guarded(() => this.#database.transaction("r", [spaces, nexus], () => this.#readBasis(space)));
  }

  /** The commits after `seq`, in order, read in chunks. */
  async *commitsAfter(space: string, seq: number): AsyncGenerator<StoredCommit> {
    for (let from = seq + 1; ; ) {
      const rows = await guarded(() =>
        this.#database.log
          .where(":id")
          .between([space, from], [space, Dexie.maxKey], true, true)
          .limit(HYDRATION_CHUNK)
          .toArray(),
      );
      for (const row of rows) yield decodeRecord(row);
      if (rows.length < HYDRATION_CHUNK) return;
      from += rows.length;
    }
  }

  /** One commit of the log, or undefined when the Space has not reached that sequence. */
  async commitAt(space: string, seq: number): Promise<StoredCommit | undefined> {
    const row = await guarded(() => this.#database.log.get([space, seq]));
    return row && decodeRecord(row);
  }

  /**
   * Appends one commit together with the new head, the counters, the idempotent outcome, the Schema Environment it puts
   * in force and the erasures it decides, or nothing at all. `sequencesOf` names the records that hold versions of an
   * element, for erasures. Returns `stale` without writing when the Space, the counters or the Schema Environment moved
   * since `basis` was read: evaluate again and commit again.
   * @throws `ResourceExhausted` on a full disk, `InternalError` when the connection is gone; nothing is half-written.
   */
  async commit(
    basis: CommitBasis,
    commit: PendingCommit,
    sequencesOf: (id: ElementId) => readonly number[] = () => [],
  ): Promise<"committed" | "stale"> {
    const { log, spaces, nexus, outcomes, packages, environments } = this.#database;
    const { row, environment, erasures } = commit;
    const record = logRowOf(commit);
    const outcome = commit.outcome && (erasures.length > 0 ? withoutAnswers(commit.outcome) : commit.outcome);
    const tables = [
      log,
      spaces,
      nexus,
      outcomes,
      ...(environment ? [packages, environments] : []),
      ...(erasures.length > 0 ? [this.#database.payloads, this.#database.images] : []),
    ];
    return guarded(() =>
      this.#database.transaction("rw", tables, async () => {
        const current = await this.#readBasis(row.space);
        if (!sameBasis(current, basis)) return "stale";
        await Promise.all([
          log.add(record),
          spaces.update(row.space, {
            head_seq: row.seq,
            ...(environment ? { environment_version: environment.version } : {}),
            ...(erasures.length > 0 ? { erased_seq: row.seq } : {}),
          }),
          nexus.update("nexus", { counters: row.counters }),
          ...(outcome ? [outcomes.put(outcome)] : []),
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

  /** Retains an outcome that allocated no sequence (§34.3). */
  async keepOutcome(row: OutcomeRow): Promise<void> {
    await guarded(() => this.#database.outcomes.put(row));
  }

  /** The packages with these digests, as far as the Nexus holds them. */
  async packages(digests: readonly Digest[]): Promise<readonly PackageRow[]> {
    const rows = await guarded(() => this.#database.packages.bulkGet([...digests]));
    return rows.flatMap((row) => (row ? [row] : []));
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
    const { spaces, packages, environments } = this.#database;
    return guarded(() =>
      this.#database.transaction("rw", [spaces, packages, environments], async () => {
        const space = await spaces.get(environment.space);
        if (!space || space.environment_version !== environment.version - 1) return "stale";
        await this.#addEnvironment(environment, space.head_seq);
        await spaces.update(environment.space, { environment_version: environment.version });
        return "activated";
      }),
    );
  }

  /** Designates the Space's `$self` (§5.6). A host operation. */
  async designateSelf(space: string, self: ElementId | null): Promise<void> {
    await guarded(() => this.#database.spaces.update(space, { self_id: self }));
  }

  close(): void {
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

  async #readBasis(space: string): Promise<CommitBasis> {
    const [head, facts] = await Promise.all([
      this.#database.spaces.get(space),
      this.#database.nexus.get("nexus"),
    ]);
    return {
      headSeq: head?.head_seq ?? 0,
      counters: facts?.counters ?? NO_IDS,
      environmentVersion: head?.environment_version ?? 0,
    };
  }
}

function logRowOf({ row, written, environment, erasures }: PendingCommit): LogRow {
  const body = encodeWritten(written);
  return {
    ...row,
    body,
    body_digest: digestOfText(body),
    activates: environment?.version ?? null,
    erasures,
    rewritten: null,
  };
}

/** An outcome that no longer holds what its transaction read. */
function withoutAnswers({ answers: _answers, answers_in: _answersIn, ...outcome }: OutcomeRow): OutcomeRow {
  return outcome;
}

function sameBasis(left: CommitBasis, right: CommitBasis): boolean {
  return (
    left.headSeq === right.headSeq &&
    left.environmentVersion === right.environmentVersion &&
    (Object.keys(NO_IDS) as (keyof IdCounters)[]).every(
      (kind) => left.counters[kind] === right.counters[kind],
    )
  );
}

async function guarded<T>(work: () => PromiseLike<T>): Promise<T> {
  try {
    return await work();
  } catch (thrown) {
    throw storageError(thrown);
  }
}
