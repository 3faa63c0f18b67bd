import type { Run } from "./run.js";
import type { Solution } from "./solution.js";

/** Where a stage is at work. */
export interface Frame {
  readonly run: Run;
  /** How deep in NOT, OPTIONAL and UNION; 0 at the top of WHERE. */
  readonly depth: number;
  /** What the block started from; the `origin` of a solution is a position in it. */
  readonly incoming: readonly Solution[];
}

/**
 * One step of a block, in the order of the text: a segment of ordinary patterns and filters, or a NOT, OPTIONAL or
 * UNION between segments. It turns the solutions that reach it into those that leave it, and keeps their origins.
 */
export interface Stage {
  apply(solutions: readonly Solution[], frame: Frame): readonly Solution[];
}

/** A compiled WHERE block: its stages, one after the other (§42.4). */
export class Block {
  readonly #stages: readonly Stage[];

  constructor(stages: readonly Stage[]) {
    this.#stages = stages;
  }

  /** The solutions that extend the given ones; `origin` of each is the position of the one it extends. */
  solve(incoming: readonly Solution[], run: Run, depth: number): readonly Solution[] {
    let solutions: readonly Solution[] = incoming.map(({ bindings }, origin) => ({ bindings, origin }));
    const frame = { run, depth, incoming: solutions };
    for (const stage of this.#stages) {
      solutions = stage.apply(solutions, frame);
      run.admit(solutions.length);
    }
    return solutions;
  }
}
