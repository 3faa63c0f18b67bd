import { Dexie } from "dexie";

/**
 * What Chromium does with everything an origin stores, and what is done about it here.
 *
 * It keeps it in LevelDB, which writes to a log first. A browser that is killed, or a machine that loses power, can leave
 * a record there cut short. The next start overlooks the stump, and goes on writing behind it; the start after that
 * meets bytes that make no sense, takes them for damage, and deletes all that the origin has stored. So a crash costs a
 * memory nothing at first and everything a day later, unless the log was begun anew meanwhile, which happens once
 * four megabytes were written to it. This writes them. (The tests in e2e/harness/damaged-log.spec.ts show all of it.)
 */

/** Held, shared, by every worker that has stored something: where nobody holds it, the browser may have just started. */
const PRESENCE = "kip-nexus:presence";

/** Only for filling the log: another database than any memory's, and gone afterwards. */
const FILLER = "kip-log-filler";

/** Above 64 KiB the browser would put a value into a file of its own, past the log. */
const PIECE_BYTES = 60_000;

/** Together more than the four megabytes after which LevelDB begins a new log. */
const PIECES = 80;

let turnedOver: Promise<boolean> | null = null;

/**
 * Begins the browser's log anew where this may be the first opening since the browser started; once in the life of a
 * worker, since the log is the origin's and not a memory's. Resolves with whether it did. Never rejects: where it cannot
 * be done, for want of room or of permission, nothing is worse than before.
 */
export function turnBrowserLogOver(): Promise<boolean> {
  turnedOver ??= turnOverIfFirst().catch(() => false);
  return turnedOver;
}

async function turnOverIfFirst(): Promise<boolean> {
  const { locks, userAgent } = globalThis.navigator;
  // Other browsers keep a log that heals. All that are made of Chromium name Chrome.
  if (!userAgent.includes("Chrome/")) return false;
  const { held = [] } = await locks.query();
  // Held until the worker ends: there is no moment at which to let go of it.
  locks.request(PRESENCE, { mode: "shared" }, () => new Promise(() => undefined)).catch(() => undefined);
  if (held.some(({ name }) => name === PRESENCE)) return false;
  await fillLog();
  return true;
}

async function fillLog(): Promise<void> {
  await Dexie.delete(FILLER);
  const database = new Dexie(FILLER, { chromeTransactionDurability: "relaxed" });
  database.version(1).stores({ pieces: "" });
  await database.open();
  try {
    const pieces = database.table("pieces");
    const piece = new Uint8Array(PIECE_BYTES);
    const keys = Array.from({ length: PIECES }, (_, at) => at);
    const filling = keys.map(() => piece);
    // A full log is left with the next record, and counts until its content was moved. A third one cannot begin before
    // that: with it, the first one is out of use.
    for (let log = 0; log < 2; log += 1) {
      await pieces.bulkPut(filling, keys);
      await pieces.put(0, 0);
    }
  } finally {
    await database.delete();
  }
}
