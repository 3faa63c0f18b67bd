import { atMost } from "../goals.js";
import { compare } from "../rows.js";
import type { BenchSection } from "../section.js";

/** One frame of a screen that shows sixty a second, in milliseconds. */
const FRAME_MS = 16;

/** A key in a long document of the real editor, until its diagnostics are there. */
export const keystroke: BenchSection = {
  name: "keystroke",
  about: "a keystroke in an editor of 2,000 lines until its diagnostics beside parsing the whole document",
  run: async ({ rounds, warmupRounds, scale, inPage }) => {
    const { incrementalMs, wholeMs, lines, bytes } = await inPage("keystroke", {
      rounds,
      warmupRounds,
      lines: Math.round(2_000 * scale),
    });
    const { rows } = compare("keystroke to diagnostics", incrementalMs, "parsing anew", wholeMs);
    return {
      rows,
      goals: [atMost("keystroke to diagnostics, p95", rows[0]?.p95 ?? Number.NaN, FRAME_MS, "ms")],
      notes: [`${lines} lines, ${bytes} bytes; most of the time the text has an error`],
    };
  },
};
