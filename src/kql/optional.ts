import type { SourceRange } from "../lang/index.js";
import type { Solution } from "./solution.js";
import type { Block, Frame, Stage } from "./stage.js";

/** `OPTIONAL {…}`: each solution with every extension its block has, or alone when there is none (§44.4). */
export class Optional implements Stage {
  readonly #body: Block;
  readonly #source: SourceRange;

  constructor(body: Block, source: SourceRange) {
    this.#body = body;
    this.#source = source;
  }

  apply(solutions: readonly Solution[], { run, depth }: Frame): readonly Solution[] {
    if (solutions.length === 0) return solutions;
    const extensions = new Map<number, Solution[]>();
    for (const extension of this.#body.solve(solutions, run, depth + 1)) {
      const group = extensions.get(extension.origin);
      if (group) group.push(extension);
      else extensions.set(extension.origin, [extension]);
    }
    const joined = solutions.flatMap(
      (solution, position) =>
        extensions.get(position)?.map(({ bindings }) => ({ bindings, origin: solution.origin })) ?? [
          solution,
        ],
    );
    run.step(this.#source, {
      operator: "optional",
      access: "left join",
      depth,
      estimated: solutions.length,
      actual: joined.length,
    });
    return joined;
  }
}
