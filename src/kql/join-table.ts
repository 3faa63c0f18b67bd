import type { Slot } from "./scope.js";
import { type Bindings, merge, solutionKey } from "./solution.js";

interface Group {
  readonly bound: readonly Slot[];
  readonly rows: Bindings[];
  readonly indexes: Map<string, ReadonlyMap<string, Bindings[]>>;
}

/**
 * Solutions to be joined with others on the variables both bind. Those that bind the same variables are hashed together,
 * so that a join looks only at rows that agree.
 */
export class JoinTable {
  readonly size: number;
  readonly #groups = new Map<string, Group>();

  constructor(rows: readonly Bindings[], columns: readonly Slot[]) {
    this.size = rows.length;
    for (const row of rows) {
      const bound = columns.filter((slot) => row[slot] !== undefined);
      const key = bound.join();
      const group: Group = this.#groups.get(key) ?? { bound, rows: [], indexes: new Map() };
      group.rows.push(row);
      this.#groups.set(key, group);
    }
  }

  /** Each row that agrees with the given one, joined with it. */
  joinedWith(row: Bindings): readonly Bindings[] {
    return [...this.#groups.values()].flatMap((group) => {
      const shared = group.bound.filter((slot) => row[slot] !== undefined);
      const candidates =
        shared.length === 0 ? group.rows : this.#index(group, shared).get(solutionKey(row, shared));
      return candidates?.map((candidate) => merge(row, candidate)) ?? [];
    });
  }

  #index(group: Group, shared: readonly Slot[]): ReadonlyMap<string, Bindings[]> {
    const name = shared.join();
    const known = group.indexes.get(name);
    if (known) return known;
    const index = new Map<string, Bindings[]>();
    for (const row of group.rows) {
      const key = solutionKey(row, shared);
      const rows = index.get(key);
      if (rows) rows.push(row);
      else index.set(key, [row]);
    }
    group.indexes.set(name, index);
    return index;
  }
}
