import fc, { type GeneratorValue } from "fast-check";
import { parse } from "../lang/index.js";
import type { ElementId, JsonValue } from "../model/index.js";
import { Memory, ref } from "./memory.fixture.js";

/** Names that many elements share. */
export const NAMES = ["Ann", "Bob", "Cyn"];
/** Names of predicates of the test package. */
export const PREDICATES = ["knows", "likes", "lives_in"];

/** A memory of a few elements, with merges, archived ones, two schema versions and shared values. */
export function generateMemory(g: GeneratorValue): Memory {
  const memory = new Memory();
  const chance = (one: number) => g(fc.nat, one - 1) === 0;
  const concepts: ElementId[] = [];
  for (let at = g(fc.integer, { min: 2, max: 5 }); at > 0; at -= 1) {
    const type = g(fc.constantFrom, ref("Person"), ref("Person", "1.0.0"), ref("City"));
    const id = memory.concept(type, g(fc.constantFrom, ...NAMES, null), {
      attributes: chance(2) ? {} : { n: g(fc.constantFrom<JsonValue[]>, 1, 2, "1", null) },
      state: chance(6) ? "archived" : "active",
      ...(chance(2)
        ? {}
        : { structural: { [ref("has_part")]: concepts.slice(0, 2).map((part) => ({ id: part })) } }),
    });
    concepts.push(id);
  }
  const anyConcept = () => concepts[g(fc.nat, concepts.length - 1)] as ElementId;
  const propositions: ElementId[] = [];
  for (let at = g(fc.integer, { min: 3, max: 12 }); at > 0; at -= 1) {
    const object = chance(3) ? g(fc.constantFrom<JsonValue[]>, 1, "tea") : { id: anyConcept() };
    const predicate = ref(g(fc.constantFrom, ...PREDICATES), g(fc.constantFrom, "1.0.0", "1.1.0"));
    const subject = chance(6) && propositions[0] ? propositions[0] : anyConcept();
    propositions.push(
      memory.proposition(subject, predicate, object as never, { state: chance(8) ? "archived" : "active" }),
    );
  }
  const [about] = propositions;
  if (about && chance(2)) {
    const note = memory.evidence("noted");
    memory.assertion(about, anyConcept(), { evidence: [{ id: note, role: "support" }] });
  }
  // Only ever older into newer, so no merge closes a circle.
  if (chance(2) && concepts.length > 2)
    memory.merge(
      concepts[0] as ElementId,
      concepts[g(fc.integer, { min: 1, max: concepts.length - 1 })] as ElementId,
    );
  return memory;
}

/** A query as clauses of text, so that ordinary ones can change places. */
export interface GeneratedQuery {
  readonly select: string;
  /** The clauses of each segment, each but the last followed by a boundary. */
  readonly parts: readonly { readonly clauses: readonly string[]; readonly boundary: string }[];
}

/** The command of a query. */
export const textOf = ({ select, parts }: GeneratedQuery): string =>
  `FIND(${select}) WHERE { ${parts.map(({ clauses, boundary }) => [...clauses, boundary].join(" ")).join(" ")} }`;

/** Draws queries over what `generateMemory` draws. */
export class QueryGenerator {
  readonly #g: GeneratorValue;
  /** The names that patterns have bound so far: a to d for elements, v, w for values, e for edges. */
  #names = new Set<string>();

  constructor(g: GeneratorValue) {
    this.#g = g;
  }

  query(): GeneratedQuery {
    const parts = [{ clauses: this.#segment(2), boundary: "" }];
    for (let at = this.#g(fc.nat, 2); at > 0; at -= 1) {
      const boundary = this.#boundary(1);
      parts.push(
        { clauses: [], boundary },
        { clauses: this.#g(fc.nat, 2) === 0 ? this.#segment(1) : [], boundary: "" },
      );
    }
    return { select: this.#select(), parts };
  }

  #select(): string {
    const columns = [...this.#names].map((name) => (name === "e" ? "?e.index" : `?${name}`));
    const [first = "1"] = columns;
    return this.#pick(
      () => columns.join(", "),
      () => columns.join(", "),
      () => `${first}, COUNT(${columns.at(-1)})`,
      () => `COUNT(${first}), COUNT(DISTINCT ${columns.at(-1)})`,
      () => columns.map((column) => (column === "?e.index" ? column : `${column}.attributes.n`)).join(", "),
    );
  }

  #pick(...options: readonly (() => string)[]): string {
    return options[this.#g(fc.nat, options.length - 1)]?.() ?? "";
  }

  #segment(most: number): string[] {
    const clauses: string[] = [];
    for (let at = this.#g(fc.integer, { min: 1, max: most }); at > 0; at -= 1) clauses.push(this.#pattern());
    if (this.#g(fc.nat, 4) === 0) clauses.push(`FILTER(${this.#condition(1)})`);
    return clauses;
  }

  #boundary(depth: number): string {
    const kind = this.#g(fc.constantFrom, "NOT", "OPTIONAL", "UNION");
    const outside = this.#names;
    this.#names = new Set(kind === "UNION" ? [] : outside);
    const inner = this.#segment(2);
    if (depth > 0 && this.#g(fc.nat, 2) === 0) inner.push(this.#boundary(depth - 1));
    this.#names = new Set([...outside, ...(kind === "NOT" ? [] : this.#names)]);
    return `${kind} { ${inner.join(" ")} }`;
  }

  #pattern(): string {
    return this.#pick(
      () => `${this.#element()} ${this.#object()}`,
      () => `${this.#element()} ${this.#object()}`,
      () => `${this.#element()} ASSERTION {${this.#claim()}}`,
      () => `STRUCTURAL (${this.#element()}, "evidence", ${this.#element()})`,
      () => `${this.#name("e")} STRUCTURAL (${this.#element()}, "has_part", ${this.#element()})`,
      () =>
        `(${this.#start()}, "knows"${this.#g(fc.constantFrom, "{0}", "{1,2}", "{2}", "{0,1}", "{1,}")}, ${this.#end()})`,
      () => `(${this.#start()}, ${this.#predicate()}, ${this.#end()})`,
      () => `(${this.#start()}, ${this.#predicate()}, ${this.#end()})`,
      () => `${this.#element()} (${this.#start()}, ${this.#predicate()}, ${this.#end()})`,
    );
  }

  #claim(): string {
    return this.#pick(
      () => "",
      () => `asserted_by: ${this.#element()}`,
      () => `proposition: ${this.#element()}`,
      () => `asserted_by: ${this.#object()}`,
      () => `proposition: (${this.#element()}, "knows", ${this.#element()})`,
    );
  }

  #object(): string {
    const members = [
      this.#g(fc.constantFrom, "", "", 'type: "Person"', 'type: "City"'),
      this.#pick(
        () => "",
        () => "",
        () => "",
        () => 'name: "Ann"',
        () => `name: ${this.#value()}`,
      ),
      this.#pick(
        () => "",
        () => "",
        () => "",
        () => "",
        () => "attributes: {n: 1}",
        () => `attributes: {n: ${this.#value()}}`,
        () => "attributes: {n: null}",
        () => 'state: "archived"',
      ),
    ];
    return `{${members.filter((member) => member !== "").join(", ")}}`;
  }

  #predicate(): string {
    return this.#pick(
      () => `"${this.#g(fc.constantFrom, ...PREDICATES)}"`,
      () => `"${this.#g(fc.constantFrom, ...PREDICATES)}"`,
      () => '"knows" | "likes"',
      () => this.#value(),
    );
  }

  #start(): string {
    return this.#pick(
      () => this.#element(),
      () => this.#element(),
      () => this.#element(),
      () => this.#element(),
      () => '"C-1"',
      () => '{id: "C-2"}',
      () => this.#object(),
      () => `(${this.#element()}, "knows", ${this.#element()})`,
    );
  }

  #end(): string {
    return this.#pick(
      () => this.#element(),
      () => this.#element(),
      () => this.#element(),
      () => this.#value(),
      () => this.#value(),
      () => this.#g(fc.constantFrom, '"tea"', "1"),
      () => '{id: "C-1"}',
      () => this.#object(),
    );
  }

  #element(): string {
    return this.#name(this.#g(fc.constantFrom, "a", "b", "c", "d"));
  }

  #value(): string {
    return this.#name(this.#g(fc.constantFrom, "v", "w"));
  }

  #name(name: string): string {
    this.#names.add(name);
    return `?${name}`;
  }

  #condition(depth: number): string {
    if (depth > 0 && this.#g(fc.nat, 2) === 0) {
      return `(${this.#condition(0)} ${this.#g(fc.constantFrom, "&&", "||")} ${this.#condition(0)})`;
    }
    const names = [...this.#names];
    if (names.length === 0) return "1 == 1";
    const name = `?${this.#g(fc.constantFrom, ...names)}`;
    if (name === "?e")
      return this.#g(fc.constantFrom, "?e.index < 1", "IS_NULL(?e.index)", "IS_NOT_NULL(?e)");
    const plain = this.#pick(
      () => `${name}.attributes.n == 1`,
      () => `${name}.attributes.n < 2`,
      () => `${name}.name != "Ann"`,
      () => `${name}.name >= "Bob"`,
      () => `IS_NULL(${name}.attributes.n)`,
      () => `IS_NOT_NULL(${name})`,
      () => `IS_ELEMENT(${name})`,
      () => `${name}.id == "C-1"`,
      () => `${name}._system.state == "archived"`,
    );
    return this.#g(fc.boolean) ? plain : `!(${plain})`;
  }
}

/**
 * Some queries that the language accepts, over one memory: making the memory costs more than asking it. The generator can
 * give one variable two uses that never fit; such a query is drawn again.
 */
export function acceptedQueries(g: GeneratorValue, count: number): readonly GeneratedQuery[] {
  const queries: GeneratedQuery[] = [];
  while (queries.length < count) {
    const query = new QueryGenerator(g).query();
    if (parse(textOf(query)).command !== null) queries.push(query);
  }
  return queries;
}

/** A query that the language accepts; the generator can give one variable two uses that never fit. */
export function accepted(query: GeneratedQuery): string {
  const text = textOf(query);
  fc.pre(parse(text).command !== null);
  return text;
}
