import { atMost } from "../goals.js";
import { compare } from "../rows.js";
import type { BenchSection } from "../section.js";

const total = (ms: readonly number[]): number => ms.reduce((sum, each) => sum + each, 0);

/** A large data set written in MUTATEs of a hundred ASSERTs, beside bare transactions of the same bytes. */
export const bulkAssert: BenchSection = {
  name: "bulk-assert",
  about: "100,000 assertions in MUTATEs of 100 beside Dexie readwrite transactions of the same bytes",
  run: async ({ scale, inPage }) => {
    const assertions = Math.round(1_000 * scale) * 100 || 100;
    const { mutateMs, bareMs, recordBytes, perCommit } = await inPage("bulk-assert", { assertions });
    const { rows } = compare(`MUTATE of ${perCommit}`, mutateMs, "bare Dexie transaction", bareMs);
    const [engine, bare] = [total(mutateMs), total(bareMs)];
    return {
      rows: [
        ...rows,
        { name: "all of them", unit: "ms", p50: engine },
        { name: "all bare transactions", unit: "ms", p50: bare },
        { name: "assertions", unit: "/s", p50: (assertions * 1000) / engine },
      ],
      goals: [atMost("all of them ÷ all bare transactions", engine / bare, 3, "×")],
      notes: [
        `${assertions} assertions, each about a Proposition of its own; a commit's record is about ${recordBytes} bytes`,
      ],
    };
  },
};
