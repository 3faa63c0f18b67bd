import type { SourceRange } from "../lang/index.js";
import type { Access, Pattern } from "./pattern.js";
import type { Run } from "./run.js";
import type { Slot } from "./scope.js";
import type { Solution } from "./solution.js";

/** What any of several patterns over the same slots matches: one tuple whose alternatives read its object differently. */
export class EitherMatch implements Pattern {
  readonly label: string;
  readonly source: SourceRange;
  readonly slots: readonly Slot[];
  readonly late = false;
  readonly hashable: boolean;
  readonly #patterns: readonly Pattern[];

  constructor(patterns: readonly Pattern[], source: SourceRange) {
    this.#patterns = patterns;
    this.source = source;
    this.label = patterns.map(({ label }) => label).join(" or ");
    this.slots = [...new Set(patterns.flatMap(({ slots }) => slots))];
    this.hashable = patterns.every(({ hashable }) => hashable);
  }

  access(solution: Solution, run: Run): Access {
    const all = this.#patterns.map((pattern) => pattern.access(solution, run));
    return {
      index: [...new Set(all.map(({ index }) => index))].join(" or "),
      count: all.reduce((sum, { count }) => sum + count, 0),
    };
  }

  extend(solution: Solution, run: Run, into: Solution[]): void {
    for (const pattern of this.#patterns) pattern.extend(solution, run, into);
  }
}
