import { atMost, type Goal } from "../goals.js";
import { quantile } from "../quantiles.js";
import { compare, type Row, rowOf } from "../rows.js";
import type { BenchSection } from "../section.js";

/** A thousand assertions each. */
const VILLAGES = [1, 10, 100];
const COMMITS_BACK = 1_000;

const median = (ms: readonly number[] = []): number => quantile(ms, 0.5) ?? Number.NaN;

/** Queries and projections at three sizes of one memory, beside Oxigraph and a bare get, and of its past. */
export const queries: BenchSection = {
  name: "queries",
  about:
    "BELIEF SLOT, FIND and AS OF at 1,000, 10,000 and 100,000 assertions, beside Oxigraph and a Dexie get",
  run: async ({ rounds, warmupRounds, scale, inPage }) => {
    const villages = VILLAGES.map((wanted, at) => Math.max(at + 1, Math.round(wanted * scale)));
    const commitsBack = Math.max(10, Math.round(COMMITS_BACK * scale));
    const { sizes, past, recordBytes } = await inPage("queries", {
      rounds,
      warmupRounds,
      villages,
      commitsBack,
    });
    const rows: Row[] = [];
    const goals: Goal[] = [];
    for (const { assertions, slotMs, bareMs, engineMs, sparqlMs } of sizes) {
      const at = `at ${assertions}`;
      rows.push(...compare(`BELIEF SLOT ${at}`, slotMs, "bare Dexie get", bareMs).rows);
      goals.push(atMost(`BELIEF SLOT ÷ Dexie get ${at}, p50`, median(slotMs) / median(bareMs), 1, "×"));
      for (const [question, ms] of Object.entries(engineMs)) {
        const { ratio, rows: compared } = compare(
          `${question} ${at}`,
          ms,
          "Oxigraph",
          sparqlMs[question] ?? [],
        );
        rows.push(...compared);
        goals.push(atMost(`${question} ÷ Oxigraph ${at}, p50`, ratio.p50, 1, "×"));
      }
    }
    const slots = sizes.map(({ slotMs }) => median(slotMs));
    const growth = (slots.at(-1) ?? Number.NaN) / (slots[0] ?? Number.NaN);
    const then = compare(`AS OF SEQ ${commitsBack} commits back`, past.pastMs, "the present", past.presentMs);
    const most = sizes.at(-1);
    return {
      rows: [
        ...rows,
        { name: "BELIEF SLOT, largest ÷ smallest", unit: "×", p50: growth },
        ...then.rows,
        rowOf("AS OF a sequence not read before", "ms", past.firstMs),
        {
          name: "AS OF a sequence not read before ÷ the present",
          unit: "×",
          p50: median(past.firstMs) / median(past.presentMs),
        },
      ],
      goals: [
        ...goals,
        atMost("BELIEF SLOT, largest ÷ smallest, p50", growth, 1.5, "×"),
        atMost(`AS OF SEQ ${commitsBack} commits back ÷ the present, p50`, then.ratio.p50, 10, "×"),
      ],
      notes: [
        "AS OF SEQ reads one sequence again and again; one not read before is rebuilt first, from what was rewritten since",
        `the engine and Oxigraph both in the page, without a worker; Oxigraph holds ${most?.triples ?? 0} triples at the largest size`,
        `rows on average: ${Object.entries(most?.rows ?? {})
          .map(([question, count]) => `${question} ${count.toFixed(1)}`)
          .join(", ")}; a record of about ${recordBytes} bytes is got`,
      ],
    };
  },
};
