import { canonicalId } from "../state/index.js";
import { conjunctsOf, type Equation, EquationTable } from "./equation.js";
import { type CompiledExpression, truthOf } from "./expressions.js";
import { JoinTable } from "./join-table.js";
import type { Pattern } from "./pattern.js";
import { type Choice, choose } from "./planner.js";
import type { Run } from "./run.js";
import type { Slot } from "./scope.js";
import { type Solution, unbound } from "./solution.js";
import type { Frame, Stage } from "./stage.js";
import { type Bound, FieldValue, isElement, SymbolValue } from "./values.js";

/**
 * Ordinary patterns and filters between two NOT, OPTIONAL or UNION clauses: a conjunction, so their order in the text
 * does not matter (§42.4). Solutions that bind different variables are planned apart.
 */
export class Segment implements Stage {
  readonly #patterns: readonly Pattern[];
  readonly #filters: readonly CompiledExpression[];
  readonly #fallible: readonly CompiledExpression[];
  readonly #slots: readonly Slot[];

  constructor(patterns: readonly Pattern[], filters: readonly CompiledExpression[]) {
    this.#patterns = patterns;
    this.#filters = filters.filter(({ fallible }) => !fallible).flatMap(conjunctsOf);
    this.#fallible = filters.filter(({ fallible }) => fallible);
    this.#slots = [...new Set([...patterns, ...filters].flatMap(({ slots }) => slots))];
  }

  apply(solutions: readonly Solution[], { run, depth }: Frame): readonly Solution[] {
    const [first] = solutions;
    if (first === undefined) return [];
    if (solutions.every((solution) => this.#bindsAlike(solution, first))) {
      return this.#solve(solutions, run, depth);
    }
    const groups = new Map<string, Solution[]>();
    for (const solution of solutions) {
      const key = this.#slots.filter((slot) => solution.bindings[slot] !== undefined).join();
      const group = groups.get(key);
      if (group) group.push(solution);
      else groups.set(key, [solution]);
    }
    return [...groups.values()].flatMap((group) => this.#solve(group, run, depth));
  }

  /** Whether two solutions bind the same of the segment's slots. */
  #bindsAlike(left: Solution, right: Solution): boolean {
    if (left === right) return true;
    for (const slot of this.#slots) {
      if ((left.bindings[slot] === undefined) !== (right.bindings[slot] === undefined)) return false;
    }
    return true;
  }

  #solve(incoming: readonly Solution[], run: Run, depth: number): readonly Solution[] {
    const bound = new Set(this.#slots.filter((slot) => incoming[0]?.bindings[slot] !== undefined));
    let patterns = this.#patterns;
    let filters = this.#filters;
    let solutions = incoming;
    for (;;) {
      const open = new Set(patterns.flatMap(({ slots }) => slots).filter((slot) => !bound.has(slot)));
      if (filters.length > 0) {
        const ready = filters.filter(({ slots }) => !slots.some((slot) => open.has(slot)));
        filters = filters.filter((filter) => !ready.includes(filter));
        if (ready.length > 0) solutions = solutions.filter((solution) => passes(solution, ready, run));
      }
      if (patterns.length === 0 || solutions.length === 0) {
        return solutions.filter((solution) => passesAll(solution, this.#fallible, run));
      }
      const choice = choose(patterns, solutions, run, { filters, isSettled: (slot) => !open.has(slot) });
      const { pattern } = choice;
      patterns = patterns.filter((other) => other !== pattern);
      for (const slot of pattern.slots) bound.add(slot);
      solutions = join(choice, solutions, run);
      const { index: access, estimated } = choice;
      const actual = solutions.length;
      run.step(pattern.source, { operator: pattern.label, access, depth, estimated, actual });
    }
  }
}

function passes({ bindings }: Solution, filters: readonly CompiledExpression[], run: Run): boolean {
  return filters.every((filter) => truthOf(filter, bindings, run.view) === true);
}

/**
 * The filters that can fail are asked last, and every one of them: so neither the planner's order nor theirs decides
 * whether a failure is met (§42.4).
 */
function passesAll({ bindings }: Solution, filters: readonly CompiledExpression[], run: Run): boolean {
  return filters.map((filter) => truthOf(filter, bindings, run.view)).every((truth) => truth === true);
}

/** Every extension of the solutions by the pattern, one by one or through a hash of all its matches. */
function join(
  { pattern, hashed, equations }: Choice,
  solutions: readonly Solution[],
  run: Run,
): readonly Solution[] {
  const joined: Solution[] = [];
  const table = hashed ? tableOf(pattern, equations, solutions, run) : null;
  for (const solution of solutions) {
    if (table && isPlain(solution, pattern, run)) {
      const { origin } = solution;
      for (const bindings of table.joinedWith(solution.bindings)) joined.push({ bindings, origin });
    } else {
      pattern.extend(solution, run, joined);
    }
    run.admit(joined.length);
  }
  return joined;
}

function tableOf(
  pattern: Pattern,
  equations: readonly Equation[],
  [first]: readonly Solution[],
  run: Run,
): JoinTable | EquationTable {
  const found: Solution[] = [];
  pattern.extend({ bindings: unbound(first?.bindings.length ?? 0), origin: 0 }, run, found);
  const matches = found.map(({ bindings }) => bindings);
  return equations.length > 0
    ? new EquationTable(equations, matches, run.view)
    : new JoinTable(matches, pattern.slots);
}

/**
 * Whether equality of bindings is all that the pattern would ask of what the solution binds. It asks more of a merged
 * element, which a reference to its successor matches too (§43.2), and of Schema refs, whose versions match (§20.14).
 */
function isPlain({ bindings }: Solution, pattern: Pattern, run: Run): boolean {
  return pattern.slots.every((slot) => {
    const value = bindings[slot];
    if (value === undefined) return true;
    if (isElement(value)) return canonicalId(run.view, value.id) === value.id;
    return !(value instanceof SymbolValue || isRef(value));
  });
}

function isRef(value: Bound): boolean {
  return value instanceof FieldValue && typeof value.value === "string" && value.value.startsWith("kip://");
}
