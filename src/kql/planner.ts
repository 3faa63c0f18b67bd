import type { Pattern } from "./pattern.js";
import type { Run } from "./run.js";
import type { Solution } from "./solution.js";

/** The pattern to apply next, and how. */
export interface Choice {
  readonly pattern: Pattern;
  /** The index it will read for the first solution. */
  readonly index: string;
  /** How many solutions are expected to leave the step. */
  readonly estimated: number;
  /** Match the pattern once and hash it, rather than once a solution. */
  readonly hashed: boolean;
}

/** How many solutions stand for all of them when a step is estimated. */
const SAMPLE = 8;

/** Below this many solutions a hash is not worth building. */
const FEW = 32;

const NOTHING: Solution = { bindings: [], origin: 0 };

/**
 * The cheapest next pattern of a segment for the solutions found so far: the one whose best index has the fewest
 * entries for a sample of them. The choice is made anew at every step, from real counts instead of statistics.
 * Projections come last, in the order of the text. The README works through an example.
 */
export function choose(patterns: readonly Pattern[], solutions: readonly Solution[], run: Run): Choice {
  const raw = patterns.filter(({ late }) => !late);
  const [first, ...others] = (raw.length > 0 ? raw : patterns.slice(0, 1)).map((pattern) =>
    estimate(pattern, solutions, run),
  );
  if (first === undefined) throw new Error("a segment was asked to choose among no patterns");
  return others.reduce((best, next) => (next.estimated < best.estimated ? next : best), first);
}

function estimate(pattern: Pattern, solutions: readonly Solution[], run: Run): Choice {
  const sample = sampleOf(solutions);
  const accesses = sample.map((solution) => pattern.access(solution, run));
  const average = accesses.reduce((sum, { count }) => sum + count, 0) / Math.max(1, sample.length);
  const estimated = average * solutions.length;
  const index = accesses[0]?.index ?? "";
  if (!pattern.hashable || solutions.length < FEW) return { pattern, index, estimated, hashed: false };
  const whole = pattern.access(NOTHING, run);
  const hashed = 2 * (whole.count + solutions.length) < estimated;
  return { pattern, index: hashed ? `hash of ${whole.index}` : index, estimated, hashed };
}

function sampleOf(solutions: readonly Solution[]): readonly Solution[] {
  if (solutions.length <= SAMPLE) return solutions;
  const stride = solutions.length / SAMPLE;
  return Array.from({ length: SAMPLE }, (_, at) => solutions[Math.floor(at * stride)]).filter(
    (solution) => solution !== undefined,
  );
}
