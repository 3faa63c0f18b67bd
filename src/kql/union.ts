import type { SourceRange } from "../lang/index.js";
import { JoinTable } from "./join-table.js";
import type { Scope } from "./scope.js";
import { distinct, type Solution, unbound } from "./solution.js";
import type { Block, Frame, Stage } from "./stage.js";

/**
 * `UNION {…}`: what has been found so far, and what the right branch finds on its own (§44.5). The branch starts from
 * one empty solution, once a query. Its results extend what the enclosing block started from, where they agree: inside
 * NOT and OPTIONAL that is the outer solution, at the top nothing.
 */
export class Union implements Stage {
  readonly #branch: Block;
  readonly #scope: Scope;
  readonly #source: SourceRange;

  constructor(branch: Block, scope: Scope, source: SourceRange) {
    this.#branch = branch;
    this.#scope = scope;
    this.#source = source;
  }

  apply(solutions: readonly Solution[], { run, depth, incoming }: Frame): readonly Solution[] {
    const alternatives = run.once(this, () => {
      const found = this.#branch.solve([{ bindings: unbound(this.#scope.size), origin: 0 }], run, depth + 1);
      const columns = this.#scope.comparable;
      const rows = distinct(found, columns).map(({ bindings }) => bindings);
      return new JoinTable(rows, columns);
    });
    const added = incoming.flatMap(({ bindings }, origin) => {
      const joined = alternatives.joinedWith(bindings).map((row) => ({ bindings: row, origin }));
      run.charge(joined.length);
      return joined;
    });
    run.step(this.#source, {
      operator: "union",
      access: "independent branch",
      depth,
      estimated: solutions.length + alternatives.size,
      actual: solutions.length + added.length,
    });
    return [...solutions, ...added];
  }
}
