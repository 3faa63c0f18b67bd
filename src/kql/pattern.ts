import type { SourceRange } from "../lang/index.js";
import type { Run } from "./run.js";
import type { Slot } from "./scope.js";
import type { Solution } from "./solution.js";

/** The cheapest way a pattern has to its candidates for one solution. */
export interface Access {
  /** The index it reads, in words, for example `slot` or `type`. */
  readonly index: string;
  /** How many candidates it will look at, at most. */
  readonly count: number;
  /** It looks at nothing new: what is bound already stays or goes, so that every solution may leave it. */
  readonly isCheck?: true;
}

/**
 * An ordinary pattern of a WHERE: it extends a solution by compatible bindings (§42.4). Applied in any order, the
 * patterns of one segment give the same solutions.
 */
export interface Pattern {
  /** The pattern in words, for `explain`. */
  readonly label: string;
  /** Where it stands in the command. */
  readonly source: SourceRange;
  /** Every slot it mentions. All of them are bound in each solution it emits. */
  readonly slots: readonly Slot[];
  /** Projects belief: runs when the raw patterns of its segment have run, in the order of the text (§46.3). */
  readonly late: boolean;
  /** Whether matching it on its own and joining gives what `extend` gives solution by solution. */
  readonly hashable: boolean;
  access(solution: Solution, run: Run): Access;
  /** Adds every extension of the solution to `into`: the solution itself where nothing is left to bind. */
  extend(solution: Solution, run: Run, into: Solution[]): void;
}
