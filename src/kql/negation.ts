import type { SourceRange } from "../lang/index.js";
import type { Solution } from "./solution.js";
import type { Block, Frame, Stage } from "./stage.js";

/** `NOT {…}`: keeps the solutions that its block cannot extend, unchanged (§44.3). */
export class Negation implements Stage {
  readonly #body: Block;
  readonly #source: SourceRange;

  constructor(body: Block, source: SourceRange) {
    this.#body = body;
    this.#source = source;
  }

  apply(solutions: readonly Solution[], { run, depth }: Frame): readonly Solution[] {
    if (solutions.length === 0) return solutions;
    const extended = new Set(this.#body.solve(solutions, run, depth + 1).map(({ origin }) => origin));
    const kept = solutions.filter((_, position) => !extended.has(position));
    run.step(this.#source, {
      operator: "not",
      access: "anti-join",
      depth,
      estimated: solutions.length,
      actual: kept.length,
    });
    return kept;
  }
}
