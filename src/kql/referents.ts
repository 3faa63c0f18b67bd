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
  /** Of slots that every solution binds. */
  #known: Map<Slot, Referent>;
  /** Of slots that some solutions bind: the next pattern that names one binds it anew in the others. */
  #perhaps: Map<Slot, Referent>;

  constructor(
    known: Iterable<readonly [Slot, Referent]> = [],
    perhaps: Iterable<readonly [Slot, Referent]> = [],
  ) {
    this.#known = new Map(known);
    this.#perhaps = new Map(perhaps);
  }

  /** What a slot may stand for; undefined where no pattern so far binds it. */
  of(slot: Slot): Referent | undefined {
    return eitherOf(this.#perhaps.get(slot), this.#known.get(slot));
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
    return new Referents(this.#known, this.#perhaps);
  }

  /**
   * Runs what may match nothing: what it says of a slot bound before holds inside it only, and what it binds itself is
   * bound only perhaps (§44.4).
   */
  tentatively<T>(work: () => T): T {
    const [known, perhaps] = [this.#known, this.#perhaps];
    this.#known = new Map(known);
    this.#perhaps = new Map(perhaps);
    const result = work();
    const inside = this.copy();
    this.#known = known;
    this.#perhaps = perhaps;
    for (const slot of inside.#slots()) {
      if (!known.has(slot)) this.#add(slot, inside.of(slot));
    }
    return result;
  }

  /** Takes over what an alternative says: afterwards a slot stands for either, if it is bound in both (§44.5). */
  absorb(other: Referents): void {
    for (const slot of new Set([...this.#slots(), ...other.#slots()])) {
      const [here, there] = [this.#known.get(slot), other.#known.get(slot)];
      if (here && there) {
        this.#known.set(slot, either(here, there));
        this.#add(slot, other.#perhaps.get(slot));
      } else {
        const all = eitherOf(this.of(slot), other.of(slot));
        this.#known.delete(slot);
        this.#perhaps.delete(slot);
        this.#add(slot, all);
      }
    }
  }

  #add(slot: Slot, referent: Referent | undefined): void {
    const all = eitherOf(this.#perhaps.get(slot), referent);
    if (all) this.#perhaps.set(slot, all);
  }

  #slots(): readonly Slot[] {
    return [...this.#known.keys(), ...this.#perhaps.keys()];
  }
}

function eitherOf(left: Referent | undefined, right: Referent | undefined): Referent | undefined {
  return left && right ? either(left, right) : (left ?? right);
}

function either(left: Referent, right: Referent): Referent {
  return {
    sorts: new Set([...left.sorts, ...right.sorts]),
    types: left.types && right.types && [...left.types, ...right.types],
  };
}
