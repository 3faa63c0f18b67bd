import { errorNames } from "./storage-errors.js";

/** How long to wait before each further attempt: about three seconds in all. */
const WAITS_MS = [50, 100, 200, 400, 800, 1600] as const;

/**
 * Opens a database, again after a little while where the browser could not say what was wrong. Its storage is held by
 * one process at a time, and that of a browser which crashed a moment ago may still be letting go of it: the first
 * opening after a restart then fails with `UnknownError`, and the next one finds everything.
 * @throws what the last attempt throws; at once, any other error than that one.
 */
export async function openPatiently<T>(
  attempt: () => Promise<T>,
  wait: (ms: number) => Promise<void> = pause,
): Promise<T> {
  for (const ms of WAITS_MS) {
    try {
      return await attempt();
    } catch (thrown) {
      if (!errorNames(thrown).has("UnknownError")) throw thrown;
      await wait(ms);
    }
  }
  return attempt();
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
