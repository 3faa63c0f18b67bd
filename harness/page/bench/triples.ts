import initialize, { Store, type Term } from "oxigraph/web.js";
import type { Village } from "./acquaintances.js";

const TERMS = "https://nexus.localhost/terms/";
const THINGS = "https://nexus.localhost/things/";

/** Oxigraph in this page, with the triples that the tuples of a memory and the claims about them come to. */
export class Triples {
  readonly #store: Store;

  private constructor(store: Store) {
    this.#store = store;
  }

  /** An empty store. */
  static async open(): Promise<Triples> {
    await initialize();
    return new Triples(new Store());
  }

  /** How many triples there are. */
  get size(): number {
    return this.#store.size;
  }

  /** Adds what a village added to the memory: each tuple as a triple, each assertion as a node that describes it. */
  add({ concepts, tuples }: Village): void {
    const lines: string[] = [];
    for (const { id, type, name } of concepts) {
      lines.push(
        `${thing(id)} ${term("type")} ${term(type)} .`,
        `${thing(id)} ${term("name")} ${text(name)} .`,
      );
    }
    for (const { assertion, subject, predicate, object, isElement } of tuples) {
      const target = isElement ? thing(object) : text(object);
      const claim = thing(assertion);
      lines.push(
        `${thing(subject)} ${term(predicate)} ${target} .`,
        `${claim} ${term("subject")} ${thing(subject)} .`,
        `${claim} ${term("predicate")} ${term(predicate)} .`,
        `${claim} ${term("object")} ${target} .`,
        `${claim} ${term("by")} ${thing(subject)} .`,
        `${claim} ${term("mode")} ${text("stated")} .`,
      );
    }
    this.#store.load(lines.join("\n"), { format: "application/n-triples", no_transaction: true });
  }

  /** The rows of a SELECT, each with the values of its variables in their order. `:x` is a term, `<x>` a thing. */
  select(query: string, variables: readonly string[]): readonly (readonly string[])[] {
    const found = this.#store.query(`PREFIX : <${TERMS}> BASE <${THINGS}> ${query}`) as Map<string, Term>[];
    return found.map((row) => variables.map((name) => row.get(name)?.value ?? ""));
  }
}

const term = (name: string): string => `<${TERMS}${name}>`;
const thing = (id: string): string => `<${THINGS}${id}>`;
const text = (value: string): string => JSON.stringify(value);
