import { type Equation, equationsFor } from "./equation.js";
import type { CompiledExpression } from "./expressions.js";
import type { Pattern } from "./pattern.js";
import type { Run } from "./run.js";
import type { Slot } from "./scope.js";
import type { Solution } from "./solution.js";

/** The pattern to apply next, and how. */
export interface Choice {
  readonly pattern: Pattern;
  /** The index it will read for the first solution. */
  readonly index: string;
  /** How many candidates it is expected to look at, one solution after the other: what it is chosen by. */
  readonly cost: number;
  /** How many solutions are expected to leave the step, at most. */
  readonly estimated: number;
  /** Match the pattern once and hash it, rather than once a solution. */
  readonly hashed: boolean;
  /** What the hash is by, where the pattern shares no variable with the solutions. */
  readonly equations: readonly Equation[];
}

/** What the solutions of a segment still have to meet. */
export interface Conditions {
  readonly filters: readonly CompiledExpression[];
  /** Whether no pattern that is still to come binds the variable. */
  readonly isSettled: (slot: Slot) => boolean;
}

/** A choice, and what it looks at in fact: less than its cost, where it is hashed. */
interface Offer extends Choice {
  readonly work: number;
}

/** How many solutions stand for all of them when a step is estimated. */
const SAMPLE = 8;

/** Below this many solutions a hash is not worth building. */
const FEW = 32;

const NOTHING: Solution = { bindings: [], origin: 0 };

/**
 * The cheapest next pattern of a segment for the solutions found so far: the one whose best index has the fewest
 * entries for a sample of them. The choice is made anew at every step, from real counts instead of statistics. A pattern
 * that nothing ties to the solutions multiplies them for certain, and one that is hashed only looks at more: between
 * these two, it is the work of hashing that counts. Projections come last, in the order of the text. The README works
 * through an example.
 */
export function choose(
  patterns: readonly Pattern[],
  solutions: readonly Solution[],
  run: Run,
  conditions: Conditions,
): Choice {
  const raw = patterns.filter(({ late }) => !late);
  const open = raw.length > 0 ? raw : patterns.slice(0, 1);
  let tied: Offer | null = null;
  let loose: Offer | null = null;
  for (const pattern of open) {
    const equations =
      solutions.length < FEW ? [] : equationsFor(pattern, conditions.filters, conditions.isSettled);
    const offer = estimate(pattern, equations, solutions, run, open.length > 1);
    if (equations.length > 0 || isTied(pattern, solutions)) tied = cheaper(tied, offer);
    else loose = cheaper(loose, offer);
  }
  if (tied !== null && loose !== null) return loose.cost < tied.work ? loose : tied;
  const best = tied ?? loose;
  if (best === null) throw new Error("a segment was asked to choose among no patterns");
  return best;
}

function cheaper(known: Offer | null, offer: Offer): Offer {
  return known === null || offer.cost < known.cost ? offer : known;
}

/** Whether a pattern has something to do with what the solutions bind. All of them bind the same slots. */
function isTied({ slots }: Pattern, [first]: readonly Solution[]): boolean {
  return first !== undefined && slots.some((slot) => first.bindings[slot] !== undefined);
}

function estimate(
  pattern: Pattern,
  equations: readonly Equation[],
  solutions: readonly Solution[],
  run: Run,
  isContested: boolean,
): Offer {
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
  const oneByOne = { pattern, index, cost, estimated, hashed: false, equations: [], work: cost };
  if (!mayHash || cost <= 2 * solutions.length) return oneByOne;
  const whole = pattern.access(NOTHING, run);
  const work = 2 * (whole.count + solutions.length);
  if (work >= cost) return oneByOne;
  return { pattern, index: `hash of ${whole.index}`, cost, estimated, hashed: true, equations, work };
}

/** Some of the solutions; one, where the pattern has nothing to do with what they bind. */
function sampleOf(pattern: Pattern, solutions: readonly Solution[]): readonly Solution[] {
  if (!isTied(pattern, solutions)) return solutions.slice(0, 1);
  if (solutions.length <= SAMPLE) return solutions;
  const stride = solutions.length / SAMPLE;
  return Array.from({ length: SAMPLE }, (_, at) => solutions[Math.floor(at * stride)]).filter(
    (solution) => solution !== undefined,
  );
}
