import { compare } from "../rows.js";
import type { BenchSection } from "../section.js";

/** One point BELIEF through the client beside one bare get. */
export const pointBelief: BenchSection = {
  name: "point-belief",
  about: "one point BELIEF through the client beside a Dexie get of a commit's bytes",
  run: async ({ rounds, warmupRounds, inPage }) => {
    const { beliefMs, bareMs, recordBytes } = await inPage("point-belief", { rounds, warmupRounds });
    const { rows } = compare("point BELIEF", beliefMs, "bare Dexie get", bareMs);
    return { rows, goals: [], notes: [`a record of about ${recordBytes} bytes is got`] };
  },
};
