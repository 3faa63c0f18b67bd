import { Dexie } from "dexie";
import { guarded } from "./storage-errors.js";
import type { GovernanceRow, NexusDatabase } from "./tables.js";

/** The kind of the rows that say what was done and refused; every other kind is a record of the control plane. */
const AUDIT = "audit";

/** How many audit rows a Space keeps: enough to look back on, too few to fill a disk by asking for what is refused. */
const AUDIT_KEPT = 20_000;

/**
 * The protected control plane of the Spaces of a Nexus (§28.1): its records as they stand, so that opening a Space reads
 * them in one range, and the audit. Records change with commits alone; the log holds each of them too.
 */
export class GovernanceStore {
  readonly #database: NexusDatabase;
  #sincePruning = 0;

  constructor(database: NexusDatabase) {
    this.#database = database;
  }

  /** The records of a Space of certain kinds, read at once, so that they belong to one state. */
  records(space: string, kinds: readonly string[]): Promise<readonly GovernanceRow[]> {
    const { governance } = this.#database;
    return guarded(() =>
      this.#database.transaction("r", governance, async () => {
        const found = await Promise.all(
          kinds.map((kind) =>
            governance
              .where(":id")
              .between([space, kind, Dexie.minKey], [space, kind, Dexie.maxKey])
              .toArray(),
          ),
        );
        return found.flat();
      }),
    );
  }

  /** Keeps rows that are part of no commit: what waits for a decision, and what was refused. */
  async keep(rows: readonly GovernanceRow[]): Promise<void> {
    const { governance } = this.#database;
    await guarded(() => governance.bulkPut(rows));
    this.#sincePruning += rows.filter(({ kind }) => kind === AUDIT).length;
    const space = rows[0]?.space;
    if (space === undefined || this.#sincePruning < AUDIT_KEPT / 20) return;
    this.#sincePruning = 0;
    await guarded(() => this.#prune(space));
  }

  /** The audit of a Space, newest first, from before an id on; ids grow with time. */
  audit(space: string, limit: number, before: string | null): Promise<readonly GovernanceRow[]> {
    return guarded(() =>
      this.#database.governance
        .where(":id")
        .between([space, AUDIT, Dexie.minKey], [space, AUDIT, before ?? Dexie.maxKey], true, false)
        .reverse()
        .limit(limit)
        .toArray(),
    );
  }

  async #prune(space: string): Promise<void> {
    const { governance } = this.#database;
    const rows = governance.where(":id").between([space, AUDIT, Dexie.minKey], [space, AUDIT, Dexie.maxKey]);
    const surplus = (await rows.count()) - AUDIT_KEPT;
    if (surplus <= 0) return;
    const oldest = await governance
      .where(":id")
      .between([space, AUDIT, Dexie.minKey], [space, AUDIT, Dexie.maxKey])
      .limit(surplus)
      .primaryKeys();
    await governance.bulkDelete(oldest);
  }
}
