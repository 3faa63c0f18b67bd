import type { ComputedMembers } from "../derive/index.js";
import type { SourceRange } from "../lang/index.js";
import { kipError } from "../model/index.js";
import type { SpaceView } from "../state/index.js";
import { DEFAULT_LIMITS, type PlanStep, type QueryLimits } from "./context.js";

/** One evaluation: the view it reads, what it has done so far, and how much more it may do. */
export class Run {
  readonly view: SpaceView;
  readonly computed: ComputedMembers;
  readonly limits: QueryLimits;
  readonly steps: PlanStep[] = [];
  readonly #shared = new Map<object, unknown>();
  #work = 0;

  constructor(view: SpaceView, computed: ComputedMembers, limits: Partial<QueryLimits> = {}) {
    this.view = view;
    this.computed = computed;
    this.limits = { ...DEFAULT_LIMITS, ...limits };
  }

  /**
   * Accounts for index entries looked at.
   * @throws `ResourceExhausted` beyond the limit: an answer is complete or there is none (§42.5, §45).
   */
  charge(entries: number): void {
    this.#work += entries;
    if (this.#work <= this.limits.maxWork) return;
    throw exhausted("the query looks at too much of the memory", "maxWork", this.limits.maxWork);
  }

  /** Accounts for solutions alive at one step; fails like `charge`. */
  admit(solutions: number): void {
    if (solutions <= this.limits.maxSolutions) return;
    throw exhausted(
      "the query has too many intermediate solutions",
      "maxSolutions",
      this.limits.maxSolutions,
    );
  }

  /** Notes a step of the plan, with its place in the command. */
  step({ from, to }: SourceRange, step: Omit<PlanStep, "from" | "to">): void {
    this.steps.push({ ...step, from, to });
  }

  /** What an operator computes once a query, whatever solution it is asked for. */
  once<T>(owner: object, compute: () => T): T {
    if (!this.#shared.has(owner)) this.#shared.set(owner, compute());
    return this.#shared.get(owner) as T;
  }
}

/** The error of a limit reached, with advice that narrows the query. */
export function exhausted(what: string, limit: string, value: number) {
  return kipError("ResourceExhausted", `${what} (${limit} ${value})`, {
    hint: "Constrain the patterns: name a type, a predicate, or an endpoint by id. LIMIT bounds rows, not the search.",
    details: { limit, value },
  });
}
