import type { Slot } from "./scope.js";
import type { Sort } from "./shapes.js";
import type { Lineages } from "./symbols.js";

/** What a variable may stand for, as the patterns so far tell. */
export interface Referent {
  readonly sorts: ReadonlySet<Sort>;
  /** Concept Types of which it has one, each under all its lineages; null where no pattern names a type. */
  readonly types: readonly Lineages[] | null;
}

const UNTYPED: Pick<Referent, "types"> = { types: null };

/** What the slots of one scope stand for, gathered while its patterns are compiled. */
export class Referents {
  #known: Map<Slot, Referent>;

  constructor(known: Iterable<readonly [Slot, Referent]> = []) {
    this.#known = new Map(known);
  }

  /** What a slot may stand for; undefined where no pattern so far binds it. */
  of(slot: Slot): Referent | undefined {
    return this.#known.get(slot);
  }

  /** Notes that a pattern may bind a slot to a thing of some sort. */
  bind(slot: Slot, sort: Sort): void {
    const { sorts, types } = this.#known.get(slot) ?? { sorts: [], ...UNTYPED };
    this.#known.set(slot, { sorts: new Set([...sorts, sort]), types });
  }

  /** Notes that a pattern names the Concept Type of what a slot stands for. */
  narrow(slot: Slot, type: Lineages): void {
    const { sorts, types } = this.#known.get(slot) ?? { sorts: new Set<Sort>(), ...UNTYPED };
    this.#known.set(slot, { sorts, types: [...(types ?? []), type] });
  }

  copy(): Referents {
    return new Referents(this.#known);
  }

  /** Runs what may match nothing: what it says of a slot bound before holds inside it only (§44.4). */
  tentatively<T>(work: () => T): T {
    const before = this.#known;
    this.#known = new Map(before);
    const result = work();
    for (const [slot, referent] of before) this.#known.set(slot, referent);
    return result;
  }

  /** Takes over what an alternative says: afterwards a slot stands for either (§44.5). */
  absorb(other: Referents): void {
    for (const [slot, there] of other.#known) {
      const here = this.#known.get(slot);
      this.#known.set(slot, here ? either(here, there) : there);
    }
  }
}

function either(left: Referent, right: Referent): Referent {
  return {
    sorts: new Set([...left.sorts, ...right.sorts]),
    types: left.types && right.types && [...left.types, ...right.types],
  };
}
