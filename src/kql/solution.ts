import { type RowKey, rowKeys } from "./row-keys.js";
import type { Slot } from "./scope.js";
import { type Bound, identityOf, SymbolValue } from "./values.js";

/** The values of one solution by slot; a hole is an unbound variable (§42.4). */
export type Bindings = readonly (Bound | undefined)[];

/** A solution on its way through a block, and which of the block's incoming solutions it extends. */
export interface Solution {
  readonly bindings: Bindings;
  readonly origin: number;
}

/** The solution that extends another by values for some slots; bound slots must already agree. */
export function extend(solution: Solution, ...values: readonly (readonly [Slot, Bound])[]): Solution {
  const bindings = solution.bindings.slice();
  for (const [slot, value] of values) bindings[slot] = value;
  return { bindings, origin: solution.origin };
}

/** Bindings of a scope of some size, of which none is made yet. Copies of them have their size from the start. */
export function unbound(size: number): Bindings {
  return new Array<Bound | undefined>(size).fill(undefined);
}

/** A solution that is being extended. What it extends is copied once, and only when something is bound. */
export class Draft {
  readonly #origin: Solution;
  #bindings: (Bound | undefined)[] | null;

  constructor(origin: Solution, bindings: (Bound | undefined)[] | null = null) {
    this.#origin = origin;
    this.#bindings = bindings;
  }

  get bindings(): Bindings {
    return this.#bindings ?? this.#origin.bindings;
  }

  /** Binds a slot that is open, or to another version of what it is bound to. */
  bind(slot: Slot, value: Bound): void {
    this.#bindings ??= this.#origin.bindings.slice();
    this.#bindings[slot] = value;
  }

  /** A draft for each of the values, with the slot bound to it. This one is used up. */
  boundToEach(slot: Slot, values: readonly Bound[]): readonly Draft[] {
    const [first] = values;
    if (first !== undefined && values.length === 1) {
      this.bind(slot, first);
      return [this];
    }
    return values.map((value) => {
      const copy = new Draft(this.#origin, this.bindings.slice());
      copy.bind(slot, value);
      return copy;
    });
  }

  /** The extended solution; the one it began with where nothing was bound. */
  get solution(): Solution {
    if (this.#bindings === null) return this.#origin;
    return { bindings: this.#bindings, origin: this.#origin.origin };
  }
}

/** A solution with what another one binds besides. The two agree about the variables both bind. */
export function merge(left: Bindings, right: Bindings): Bindings {
  const merged = left.slice();
  for (let slot = 0; slot < right.length; slot += 1) merged[slot] ??= right[slot];
  return merged;
}

/** A text that is equal for two solutions exactly when they bind the given slots alike (§42.5). */
export function solutionKey(bindings: Bindings, slots: readonly Slot[]): string {
  let key = "";
  for (const slot of slots) {
    const value = bindings[slot];
    key += value === undefined ? "\u0001" : `\u0001${identityOf(value)}`;
  }
  return key;
}

/**
 * One of each group of solutions that bind the given slots alike, in the order they were first found (§42.5). Where the
 * members of a group hold versions of one symbol, the earliest is reported, so the answer does not depend on the plan.
 */
export function distinct<S extends { readonly bindings: Bindings }>(
  solutions: readonly S[],
  slots: readonly Slot[],
): readonly S[] {
  if (solutions.length < 2) return solutions;
  const keys = rowKeys(
    solutions.map(({ bindings }) => bindings),
    slots,
  );
  const groups = new Map<RowKey, S>();
  for (const [at, solution] of solutions.entries()) {
    const key = keys[at] ?? at;
    const known = groups.get(key);
    if (known === undefined || reportsEarlier(solution.bindings, known.bindings, slots))
      groups.set(key, solution);
  }
  return [...groups.values()];
}

function reportsEarlier(left: Bindings, right: Bindings, slots: readonly Slot[]): boolean {
  for (const slot of slots) {
    const one = left[slot];
    const other = right[slot];
    if (!(one instanceof SymbolValue && other instanceof SymbolValue) || one.ref === other.ref) continue;
    return one.ref < other.ref;
  }
  return false;
}
