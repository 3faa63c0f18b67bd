import { Referents } from "./referents.js";
import type { Sort } from "./shapes.js";

/** Where a variable's value stands in every solution of one query. */
export type Slot = number;

/** Keeps what a query never shows apart from variable names, in which it cannot occur. */
const HIDDEN = "\u0000";

interface Counter {
  next: Slot;
}

/**
 * Which name means which slot at one place of a WHERE (§42.4). A scope is shared by a block and its OPTIONALs; NOT
 * opens an inner one, and the right branch of a UNION fills the same columns without seeing any binding.
 */
export class Scope {
  /** What the slots may stand for, as the patterns compiled so far tell. */
  readonly referents: Referents;
  readonly #counter: Counter;
  readonly #columns: Map<string, Slot>;
  readonly #inherited: ReadonlyMap<string, Slot>;
  readonly #declared: Set<string>;
  /** The variables whose state the block, or one around it, asks for (§60.1). */
  #asked: ReadonlySet<string> = new Set();

  private constructor(
    counter: Counter,
    columns: Map<string, Slot>,
    inherited: ReadonlyMap<string, Slot>,
    declared: ReadonlySet<string>,
    referents: Referents,
  ) {
    this.referents = referents;
    this.#counter = counter;
    this.#columns = columns;
    this.#inherited = inherited;
    this.#declared = new Set(declared);
  }

  static root(): Scope {
    return new Scope({ next: 0 }, new Map(), new Map(), new Set(), new Referents());
  }

  /** The slot of a name that an expression mentions; it may be bound elsewhere in the block. */
  slot(name: string): Slot {
    const known = this.#inherited.get(name) ?? this.#columns.get(name);
    if (known !== undefined) return known;
    const slot = this.anonymous();
    this.#columns.set(name, slot);
    return slot;
  }

  /** The slot of a name that a pattern binds here, to a thing of some sort. */
  declare(name: string, sort: Sort): Slot {
    this.#declared.add(name);
    const slot = this.slot(name);
    this.referents.bind(slot, sort);
    return slot;
  }

  /** Whether some pattern so far may have bound the name. */
  isDeclared(name: string): boolean {
    return this.#declared.has(name);
  }

  /** The slot beside a variable that holds how a search found it (§43.8). */
  retrieval(name: string): Slot {
    return this.declare(`${name}${HIDDEN}retrieval`, "value");
  }

  /** That slot, for a variable which a search pattern may have bound here. */
  retrievalOf(name: string): Slot | undefined {
    const hidden = `${name}${HIDDEN}retrieval`;
    return this.#inherited.get(hidden) ?? this.#columns.get(hidden);
  }

  /** Runs some work for a block that asks for the state of some variables, besides what the blocks around it ask for. */
  asking<T>(names: ReadonlySet<string>, work: () => T): T {
    const outside = this.#asked;
    if (names.size > 0) this.#asked = new Set([...outside, ...names]);
    try {
      return work();
    } finally {
      this.#asked = outside;
    }
  }

  /** Whether the state of what a slot stands for is asked for. */
  asksState(slot: Slot): boolean {
    return [...this.#asked].some((name) => (this.#inherited.get(name) ?? this.#columns.get(name)) === slot);
  }

  /** A slot no name leads to: an inline pattern, or a proposition without a variable. */
  anonymous(): Slot {
    const slot = this.#counter.next;
    this.#counter.next += 1;
    return slot;
  }

  /** The scope of a NOT: it sees what is bound so far, and keeps its own names to itself (§44.3). */
  inner(): Scope {
    const seen = new Map<string, Slot>();
    for (const name of this.#declared) seen.set(name, this.slot(name));
    const scope = new Scope(this.#counter, new Map(), seen, this.#declared, this.referents.copy());
    scope.#asked = this.#asked;
    return scope;
  }

  /** The scope of a UNION's right branch: the same columns, nothing bound (§44.5). */
  branch(): Scope {
    const scope = new Scope(this.#counter, this.#columns, this.#inherited, new Set(), new Referents());
    scope.#asked = this.#asked;
    return scope;
  }

  /** Takes over what a right branch may have bound. */
  absorb(branch: Scope): void {
    for (const name of branch.#declared) this.#declared.add(name);
    this.referents.absorb(branch.referents);
  }

  /** How many slots a solution needs. */
  get size(): number {
    return this.#counter.next;
  }

  /** The slots of every name that is visible here: where two solutions of this scope must agree (§44.5). */
  get comparable(): readonly Slot[] {
    return [...this.#inherited, ...this.#columns].flatMap(([name, slot]) =>
      name.includes(HIDDEN) ? [] : [slot],
    );
  }

  /** The variables that make up a complete solution of this scope, in the order of their first mention (§42.5). */
  get variables(): ReadonlyMap<string, Slot> {
    const variables = new Map<string, Slot>();
    for (const [name, slot] of this.#columns) if (!name.includes(HIDDEN)) variables.set(name, slot);
    return variables;
  }
}
