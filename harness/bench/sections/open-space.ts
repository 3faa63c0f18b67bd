import { atMost } from "../goals.js";
import { quantile } from "../quantiles.js";
import { rowOf } from "../rows.js";
import type { BenchSection } from "../section.js";

const OPENINGS = 5;

/** Opening a large Space in a fresh worker, beside reading and parsing what its log holds. */
export const openSpace: BenchSection = {
  name: "open-space",
  about: "opening a Space of 100,000 assertions beside reading and parsing the bytes of its log",
  run: async ({ scale, inPage }) => {
    // Below ten thousand changes no image is written.
    const assertions = Math.max(6_000, Math.round(1_000 * scale) * 100);
    const samples = await inPage("open-space", { assertions, openings: OPENINGS });
    const { fromImageMs, fromLogMs, bareLogMs, bareImageMs, emptyMs, elements, logBytes, imageBytes } =
      samples;
    const [usual, log, bare] = [fromImageMs, fromLogMs, bareLogMs].map((ms) => quantile(ms, 0.5));
    const behind = (ms = Number.NaN): number => ms / (bare ?? Number.NaN);
    return {
      rows: [
        rowOf("opening, usual (image)", "ms", fromImageMs),
        rowOf("opening, log alone", "ms", fromLogMs),
        rowOf("reading and parsing the log", "ms", bareLogMs),
        rowOf("reading and parsing the image", "ms", bareImageMs),
        rowOf("opening an empty Nexus", "ms", emptyMs),
        { name: "usual ÷ reading the log", unit: "×", p50: behind(usual) },
        { name: "log alone ÷ reading the log", unit: "×", p50: behind(log) },
      ],
      goals: [
        atMost("usual opening ÷ reading and parsing the log, p50", behind(usual), 2, "×"),
        atMost("opening from the log ÷ reading and parsing it, p50", behind(log), 2, "×"),
      ],
      notes: [
        `${elements} elements of ${assertions} assertions; the log holds ${megabytes(logBytes)}, the image ${megabytes(imageBytes)}`,
        "an opening starts a worker, loads the engine and ends when the Space answers; its part is that of an empty Nexus",
      ],
    };
  },
};

const megabytes = (bytes: number): string => `${(bytes / 1e6).toFixed(1)} MB`;
