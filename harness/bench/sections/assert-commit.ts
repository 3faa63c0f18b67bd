import { atMost } from "../goals.js";
import { compare } from "../rows.js";
import type { BenchSection } from "../section.js";

/** One ASSERT through the client, until its commit is acknowledged, beside one bare readwrite transaction. */
export const assertCommit: BenchSection = {
  name: "assert-commit",
  about: "one ASSERT commit beside a Dexie readwrite transaction of the same bytes",
  run: async ({ rounds, warmupRounds, inPage }) => {
    const { commitMs, bareMs, recordBytes } = await inPage("assert-commit", { rounds, warmupRounds });
    const { rows, ratio } = compare("ASSERT commit", commitMs, "bare Dexie transaction", bareMs);
    return {
      rows,
      goals: [atMost("ASSERT commit ÷ bare transaction, p50", ratio.p50, 2, "×")],
      notes: [`one commit's record is about ${recordBytes} bytes`],
    };
  },
};
