import type { Pattern } from "./pattern.js";
import type { Run } from "./run.js";
import type { Solution } from "./solution.js";

/** The pattern to apply next, and how. */
export interface Choice {
  readonly pattern: Pattern;
  /** The index it will read for the first solution. */
  readonly index: string;
  /** How many candidates it is expected to look at: what it is chosen by. */
  readonly cost: number;
  /** How many solutions are expected to leave the step, at most. */
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
  const open = raw.length > 0 ? raw : patterns.slice(0, 1);
  let best: Choice | null = null;
  for (const pattern of open) {
    const choice = estimate(pattern, solutions, run, open.length > 1);
    if (best === null || choice.cost < best.cost) best = choice;
  }
  if (best === null) throw new Error("a segment was asked to choose among no patterns");
  return best;
}

function estimate(pattern: Pattern, solutions: readonly Solution[], run: Run, isContested: boolean): Choice {
  const mayHash = pattern.hashable && solutions.length >= FEW;
  const sample = isContested || mayHash ? sampleOf(pattern, solutions) : solutions.slice(0, 1);
  let index = "";
  let entries = 0;
  let isCheck = false;
  for (const solution of sample) {
    const access = pattern.access(solution, run);
    if (index === "") {
      index = access.index;
      isCheck = access.isCheck === true;
    }
    entries += access.count;
  }
  const cost = (entries / Math.max(1, sample.length)) * solutions.length;
  const estimated = isCheck ? solutions.length : cost;
  if (!mayHash || cost <= 2 * solutions.length) return { pattern, index, cost, estimated, hashed: false };
  const whole = pattern.access(NOTHING, run);
  const hashed = 2 * (whole.count + solutions.length) < cost;
  return { pattern, index: hashed ? `hash of ${whole.index}` : index, cost, estimated, hashed };
}

/** Some of the solutions; one, where the pattern has nothing to do with what they bind. All of them bind the same slots. */
function sampleOf(pattern: Pattern, solutions: readonly Solution[]): readonly Solution[] {
  const [first] = solutions;
  if (first === undefined) return [];
  if (!pattern.slots.some((slot) => first.bindings[slot] !== undefined)) return [first];
  if (solutions.length <= SAMPLE) return solutions;
  const stride = solutions.length / SAMPLE;
  return Array.from({ length: SAMPLE }, (_, at) => solutions[Math.floor(at * stride)]).filter(
    (solution) => solution !== undefined,
  );
}
