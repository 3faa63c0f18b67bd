import type { ElementId } from "../model/index.js";
import { eraseImages } from "./images.js";
import { type Erasure, withoutErased } from "./log-record.js";
import type { NexusDatabase } from "./tables.js";

/** An erasure on its way: of what, decided by which commit, and in which records its content stands. */
export interface ErasurePlan {
  readonly space: string;
  /** The sequence of the commit that erases. */
  readonly seq: number;
  readonly erasures: readonly Erasure[];
  /** The records that hold versions of an element, the erasing one excepted. */
  readonly sequencesOf: (id: ElementId) => readonly number[];
}

/**
 * Removes content from every table but the record that is being appended, inside the commit's transaction. Images go
 * whole, being caches, and so do the retained answers of reads: what a read answered is not filed by the elements it
 * saw.
 * @throws `RangeError`, which aborts the transaction, when a record that should hold the content is not in the log.
 */
export async function erase(
  database: NexusDatabase,
  { space, seq, erasures, sequencesOf }: ErasurePlan,
): Promise<void> {
  const { log, outcomes, payloads } = database;
  const seqs = new Set(erasures.flatMap(({ id }) => sequencesOf(id)));
  const rows = await log.bulkGet([...seqs].map((held): [string, number] => [space, held]));
  if (rows.includes(undefined)) {
    throw new RangeError("a record that holds erased content is not in the log");
  }
  await Promise.all([
    log.bulkPut(rows.flatMap((row) => (row ? [withoutErased(row, erasures, seq)] : []))),
    payloads.bulkDelete(erasures.map(({ id }): [string, string] => [space, id])),
    eraseImages(database, space, seq),
    outcomes
      .where("answers_in")
      .equals(space)
      .modify((outcome: { answers?: unknown; answers_in?: unknown }) => {
        delete outcome.answers;
        delete outcome.answers_in;
      }),
  ]);
}
