import type { OpenNexusOptions } from "../../src/client/index.js";
import type { HalfName, PlanOf, SamplesOf } from "../page/bench.js";
import type { Goal } from "./goals.js";
import type { Row } from "./rows.js";

/** A part of `npm run bench` that stands on its own: it measures something beside its floor, and says what it aims at. */
export interface BenchSection {
  /** What `--only` takes. */
  readonly name: string;
  /** What is measured beside what, in a line. */
  readonly about: string;
  /** Measures, and reduces the samples to rows and goals. */
  run(bench: Bench): Promise<SectionReport>;
}

/** What one section found. */
export interface SectionReport {
  readonly rows: readonly Row[];
  readonly goals: readonly Goal[];
  /** What a reader must know to judge the numbers: sizes, counts, what is missing. */
  readonly notes: readonly string[];
}

/** What a section measures with. */
export interface Bench {
  /** How many rounds to measure, and how many before them not to count. */
  readonly rounds: number;
  readonly warmupRounds: number;
  /** What to multiply the size of large data sets with: 1, or less where a section is only tried out. */
  readonly scale: number;
  /**
   * Runs a section's half in a new page of a browser with a profile on disk and a fine clock, on a new Nexus, and gives
   * the samples it returns.
   * @throws `Error` when the page's half throws.
   */
  inPage<Name extends HalfName>(
    name: Name,
    plan: PlanOf<Name>,
    options?: Omit<OpenNexusOptions, "name">,
  ): Promise<SamplesOf<Name>>;
}
