import { type Timestamp, timestampAt } from "../model/index.js";

/** Now, but never before the last commit: a clock set back must not reorder the log's times (§6.5). */
export function commitTimeAfter(last: Timestamp | null): Timestamp {
  const now = timestampAt(Date.now());
  return last !== null && last > now ? last : now;
}
