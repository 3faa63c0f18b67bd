import type { GeneratorValue } from "fast-check";
import { type FindCommand, parse } from "../lang/index.js";
import { type JsonObject, KipError } from "../model/index.js";
import { Dice } from "./dice.fixture.js";
import { evaluateFind } from "./find.js";
import { NAMES, PREDICATES } from "./generated.fixture.js";
import { drawn, environment } from "./generated-schema.fixture.js";
import { Memory, NOW, ref } from "./memory.fixture.js";

/** Random queries over what `generateMemory` draws. */

/** A query as clauses of text, so that ordinary ones can change places. */
export interface GeneratedQuery {
  readonly select: string;
  /** The clauses of each segment, each but the last followed by a boundary. */
  readonly parts: readonly { readonly clauses: readonly string[]; readonly boundary: string }[];
  readonly tail: string;
}

/** What the parameters of generated queries are bound to. */
export const PARAMETERS: JsonObject = {
  one: 1,
  ann: "Ann",
  c1: { id: "C-1" },
  c2: "C-2",
  list: [1, "Ann", "C-1"],
  knows: "knows",
  person: { type: "Person" },
  named: { name: "Ann", attributes: { n: 1 } },
  state: "archived",
};

/** The command of a query. */
export const textOf = ({ select, parts, tail }: GeneratedQuery): string =>
  `FIND(${select}) WHERE { ${parts.map(({ clauses, boundary }) => [...clauses, boundary].join(" ")).join(" ")} } ${tail}`;

const COMPOSED = "\u00e9";
const DECOMPOSED = "e\u0301";

export class QueryGenerator {
  readonly #dice: Dice;
  /** The names bound so far: a to d for elements, v and w for values, e for edges, r for beliefs, s for slots. */
  #names = new Set<string>();
  #believes = false;

  constructor(g: GeneratorValue) {
    this.#dice = new Dice(g);
  }

  query(): GeneratedQuery {
    const parts = [{ clauses: this.#segment(3), boundary: "" }];
    for (let at = this.#dice.between(0, 2); at > 0; at -= 1) {
      const boundary = this.#boundary(2);
      parts.push(
        { clauses: [], boundary },
        { clauses: this.#dice.oneIn(3) ? this.#segment(1) : [], boundary: "" },
      );
    }
    const { select, order } = this.#select();
    return { select, parts, tail: `${this.#world()} ${order}`.trim() };
  }

  #world(): string {
    if (!this.#believes) return "";
    return this.#dice.of(
      "",
      'FOR TIME "2025-06-01T00:00:00.000Z"',
      'WITH EPISTEMIC {policy: "kip:structural", include_hypothetical: true, explanation: "none"}',
      'WITH EPISTEMIC {include_historical: true, explanation: "ledger"}',
    );
  }

  #select(): { select: string; order: string } {
    const columns = [...this.#names].map((name) => this.#column(name));
    const [first = "1", second = first] = columns;
    const last = columns.at(-1) ?? first;
    const number = this.#scalar();
    const shape = this.#dice.between(0, 8);
    const [select, sortable]: readonly [readonly string[], readonly string[]] = (() => {
      if (shape === 0) return [[first, `COUNT(${last})`], [`COUNT(${last})`]];
      if (shape === 1) return [[`COUNT(${first})`, `COUNT(DISTINCT ${last})`], []];
      if (shape === 2)
        return [
          [number, `COUNT(DISTINCT ${first})`, `COUNT(${second})`],
          [number, `COUNT(${second})`],
        ];
      if (shape === 3) {
        const aggregate = `${this.#dice.of("SUM", "AVG", "MIN", "MAX")}(${this.#dice.oneIn(3) ? "DISTINCT " : ""}${number})`;
        return this.#dice.oneIn(2) ? [[aggregate], []] : [[first, aggregate], [aggregate]];
      }
      if (shape === 4) return [[...columns, this.#condition(1)], []];
      if (shape < 7) return [[...new Set([number, this.#scalar(), ...columns])], [number]];
      return [columns, columns];
    })();
    const keys = sortable
      .filter(() => this.#dice.oneIn(2))
      .map((key) => `${key}${this.#dice.of("", " ASC", " DESC")}`);
    return { select: select.join(", "), order: keys.length > 0 ? `ORDER BY ${keys.join(", ")}` : "" };
  }

  #column(name: string): string {
    if (name === "e") return this.#dice.of("?e.index", "?e", "?e.target", "?e.role");
    if (name === "r") return this.#dice.of("?r.status", "?r.proposition_id", "?r");
    if (name === "s") return this.#dice.of("?s.status", "?s.accepted_values");
    return `?${name}`;
  }

  #segment(most: number): string[] {
    const clauses: string[] = [];
    for (let at = this.#dice.between(1, most); at > 0; at -= 1) clauses.push(this.#pattern());
    if (this.#dice.oneIn(8)) clauses.push(this.#belief());
    while (this.#dice.oneIn(3)) clauses.push(`FILTER(${this.#condition(2)})`);
    return clauses;
  }

  #boundary(depth: number): string {
    const kind = this.#dice.of("NOT", "OPTIONAL", "UNION");
    const outside = this.#names;
    this.#names = new Set(kind === "UNION" ? [] : outside);
    const inner = this.#segment(2);
    if (depth > 0 && this.#dice.oneIn(3)) inner.push(this.#boundary(depth - 1));
    if (depth > 0 && this.#dice.oneIn(5)) inner.push(...this.#segment(1));
    this.#names = new Set([...outside, ...(kind === "NOT" ? [] : this.#names)]);
    return `${kind} { ${inner.join(" ")} }`;
  }

  #pattern(): string {
    return this.#pick(
      () => `${this.#element()} ${this.#dice.oneIn(3) ? "CONCEPT " : ""}${this.#object()}`,
      () => `${this.#element()} ${this.#object()}`,
      () => `${this.#element()} ASSERTION {${this.#claim()}}`,
      () => `${this.#element()} EVIDENCE {${this.#piece()}}`,
      () => `${this.#element()} ACTIVITY {${this.#process()}}`,
      () => this.#structural(),
      () => `(${this.#start()}, ${this.#path()}, ${this.#end()})`,
      () => `(${this.#start()}, ${this.#predicate()}, ${this.#end()})`,
      () => `(${this.#start()}, ${this.#predicate()}, ${this.#end()})`,
      () =>
        `${this.#element()} ${this.#dice.oneIn(3) ? "PROPOSITION " : ""}(${this.#start()}, ${this.#predicate()}, ${this.#end()})`,
      () => `${this.#dice.oneIn(3) ? "" : this.#element()} PROPOSITION (id: "P-${this.#dice.between(1, 4)}")`,
    );
  }

  #belief(): string {
    this.#believes = true;
    const predicate = this.#pick(
      () => this.#symbol(),
      () => this.#symbol(),
      () => this.#value(),
    );
    return this.#pick(
      () => `${this.#name("r")} BELIEF (${this.#element()})`,
      () => `${this.#name("r")} BELIEF (id: "P-${this.#dice.between(1, 4)}")`,
      () => `${this.#name("r")} BELIEF (${this.#start()}, ${predicate}, ${this.#end()})`,
      () => `${this.#name("r")} BELIEF (${this.#element()}, ${predicate}, ${this.#end()})`,
      () => `${this.#name("s")} BELIEF SLOT (${this.#start()}, ${predicate})`,
    );
  }

  #structural(): string {
    const field = this.#dice.of(
      "evidence",
      "has_part",
      "has_part",
      "source",
      "inputs",
      "outputs",
      "generated_by",
      "associated_actors",
    );
    const edge = this.#dice.oneIn(3) ? this.#name("e") : "";
    return `${edge} STRUCTURAL (${this.#holder()}, "${field}", ${this.#holder()})`;
  }

  #holder(): string {
    return this.#pick(
      () => this.#element(),
      () => this.#element(),
      () => this.#element(),
      () => this.#dice.of('"C-1"', '{id: "C-2"}', '{id: "E-1"}', ":c1", ":person"),
      () => this.#object(),
      () => '(id: "P-1")',
    );
  }

  #claim(): string {
    return this.#members(
      () => `asserted_by: ${this.#element()}`,
      () => `proposition: ${this.#element()}`,
      () => `asserted_by: ${this.#object()}`,
      () => `asserted_by: ${this.#dice.of('"C-1"', '{id: "C-2"}', ":c1", ":named")}`,
      () => `proposition: (${this.#start()}, ${this.#predicate()}, ${this.#end()})`,
      () => 'proposition: (id: "P-1")',
      () =>
        `stance: ${this.#pick(
          () => '"support"',
          () => '"reject"',
          () => this.#value(),
        )}`,
      () => 'mode: "stated"',
      () =>
        `confidence: ${this.#pick(
          () => "1",
          () => ":one",
          () => this.#value(),
        )}`,
      () =>
        `evidence: ${this.#pick(
          () => this.#value(),
          () => `[${this.#element()}]`,
          () => "[]",
        )}`,
      () => `context_refs: [${this.#element()}]`,
      () => `valid_time: {from: ${this.#value()}}`,
      () =>
        `lifecycle: {status: ${this.#pick(
          () => '"active"',
          () => this.#value(),
        )}}`,
      () => `lifecycle: {superseded_by: [${this.#element()}]}`,
      () =>
        `state: ${this.#pick(
          () => '"archived"',
          () => ":state",
          () => this.#value(),
        )}`,
    );
  }

  #piece(): string {
    return this.#members(
      () =>
        `evidence_class: ${this.#pick(
          () => '"document"',
          () => this.#value(),
        )}`,
      () =>
        `payload: {inline: ${this.#pick(
          () => '"Ann"',
          () => `{k: ${this.#value()}}`,
          () => this.#value(),
        )}}`,
      () =>
        `source: ${this.#pick(
          () => `[${this.#element()}]`,
          () => `[${this.#element()}, ${this.#object()}]`,
          () => this.#value(),
        )}`,
      () =>
        `generated_by: ${this.#pick(
          () => this.#element(),
          () => "null",
          () => '{id: "X-1"}',
        )}`,
      () => 'lifecycle: {status: "active"}',
      () => 'id: "E-1"',
    );
  }

  #process(): string {
    return this.#members(
      () =>
        `activity_class: ${this.#pick(
          () => '"inference"',
          () => this.#value(),
        )}`,
      () =>
        `status: ${this.#pick(
          () => '"completed"',
          () => this.#value(),
        )}`,
      () =>
        `inputs: ${this.#pick(
          () => `[${this.#element()}]`,
          () => this.#value(),
        )}`,
      () => `outputs: [${this.#element()}, ${this.#element()}]`,
      () => `associated_actors: [${this.#object()}]`,
    );
  }

  #object(): string {
    const type = this.#dice.of("", "", 'type: "Person"', 'type: "City"', 'type: "Town"', 'type: "Place"');
    return `{${[
      ...(type === "" ? [] : [type]),
      ...(this.#dice.oneIn(2)
        ? []
        : [
            this.#members(
              () =>
                `name: ${this.#pick(
                  () => '"Ann"',
                  () => ":ann",
                  () => `"${DECOMPOSED}"`,
                  () => this.#value(),
                )}`,
              () => this.#attributes(),
              () => this.#attributes(),
              () =>
                `facets: {${this.#dice.of("Mood", "Temper", "Humour")}: {level: ${this.#pick(
                  () => "1",
                  () => this.#value(),
                )}}}`,
              () =>
                `aliases: ${this.#pick(
                  () => '"Ann"',
                  () => '["Bob", "Ann"]',
                  () => `["Ann", ${this.#value()}]`,
                  () => this.#value(),
                )}`,
              () =>
                `state: ${this.#pick(
                  () => '"archived"',
                  () => this.#value(),
                )}`,
              () =>
                `id: ${this.#pick(
                  () => '"C-1"',
                  () => ":c2",
                  () => this.#value(),
                )}`,
              () => `schema_ref: ${this.#value()}`,
              () =>
                `schema_ref: "${this.#dice.of(ref("Person", "1.0.0"), drawn("Town", "1.0.0"), drawn("Place"))}"`,
              () =>
                `merged_into: ${this.#pick(
                  () => this.#element(),
                  () => "null",
                  () => this.#object(),
                  () => '"C-2"',
                )}`,
              () =>
                `structural: {has_part: ${this.#pick(
                  () => this.#value(),
                  () => `[{id: "C-1"}, {id: ${this.#value()}}]`,
                )}}`,
            ),
          ]),
    ].join(", ")}}`;
  }

  #attributes(): string {
    return `attributes: {${this.#members(
      () =>
        `n: ${this.#pick(
          () => "1",
          () => ":one",
          () => "null",
          () => '"1"',
          () => this.#value(),
          () => this.#value(),
        )}`,
      () =>
        `s: ${this.#pick(
          () => '"Ann"',
          () => `"${COMPOSED}"`,
          () => this.#value(),
          () => this.#value(),
        )}`,
      () =>
        `o: ${this.#pick(
          () => `{x: ${this.#value()}}`,
          () => "{x: 1}",
          () => "{}",
          () => this.#value(),
        )}`,
      () =>
        `l: ${this.#pick(
          () => `[${this.#value()}, ${this.#value()}]`,
          () => "[1, 2]",
          () => this.#value(),
          () => ":list",
        )}`,
      () =>
        `yes: ${this.#pick(
          () => "true",
          () => this.#value(),
        )}`,
    )}}`;
  }

  #symbol(): string {
    return this.#pick(
      () => `"${this.#dice.of(...PREDICATES, "adores", "loves", "says", "owns", "zone")}"`,
      () => `"${this.#dice.of(...PREDICATES)}"`,
      () => `"${this.#dice.of(ref("knows", "1.0.0"), drawn("adores", "1.0.0"), drawn("loves"))}"`,
      () => ":knows",
    );
  }

  #predicate(): string {
    return this.#pick(
      () => this.#symbol(),
      () => this.#symbol(),
      () => this.#symbol(),
      () => `${this.#symbol()} | ${this.#symbol()}`,
      () => this.#value(),
    );
  }

  #path(): string {
    const hops = () => this.#dice.of("{0}", "{1}", "{1,2}", "{2}", "{0,1}", "{1,}", "{0,}");
    return this.#pick(
      () => `${this.#symbol()}${hops()}`,
      () => `${this.#symbol()}${hops()} | ${this.#symbol()}`,
      () => `${this.#symbol()}${hops()} | ${this.#symbol()}${hops()}`,
    );
  }

  #start(): string {
    return this.#pick(
      () => this.#element(),
      () => this.#element(),
      () => this.#element(),
      () => this.#element(),
      () => this.#element(),
      () => this.#dice.of('"C-1"', '{id: "C-2"}', ":c1", ":c2", ":person", ":named", '(id: "P-1")'),
      () => this.#object(),
      () => `(${this.#element()}, ${this.#symbol()}, ${this.#end()})`,
    );
  }

  #end(): string {
    return this.#pick(
      () => this.#element(),
      () => this.#element(),
      () => this.#element(),
      () => this.#value(),
      () => this.#value(),
      () => this.#dice.of('"tea"', "1", "true", `"${DECOMPOSED}"`, '"C-1"', '"C-77"', ":one", ":c2"),
      () => this.#dice.of('{id: "C-1"}', ":c1", ":named", '(id: "P-2")'),
      () => this.#object(),
      () =>
        this.#dice.oneIn(2) ? `(${this.#start()}, ${this.#symbol()}, ${this.#element()})` : this.#value(),
    );
  }

  #element(): string {
    return this.#name(this.#dice.of("a", "b", "c", "d"));
  }

  #value(): string {
    return this.#name(this.#dice.of("v", "w"));
  }

  #name(name: string): string {
    this.#names.add(name);
    return `?${name}`;
  }

  /** A path or variable of what is bound so far. */
  #scalar(): string {
    const names = [...this.#names];
    if (names.length === 0) return "1";
    const name = this.#dice.of(...names);
    if (name === "e" || name === "r" || name === "s") return this.#column(name);
    if (name === "v" || name === "w") return `?${name}`;
    return `?${name}${this.#dice.of(
      "",
      ".id",
      ".name",
      ".kind",
      ".attributes.n",
      ".attributes.n",
      ".attributes.s",
      ".attributes.yes",
      ".attributes.o",
      ".attributes.o.x",
      ".attributes.l",
      ".aliases",
      ".schema_ref",
      '.facets["Mood"].level',
      '.facets["Temper"].level',
      ".subject",
      ".object",
      ".predicate_ref",
      ".canonical_subject",
      ".canonical_object",
      ".stance",
      ".confidence",
      ".asserted_by",
      ".evidence_class",
      ".payload.inline",
      ".merged_into",
      ".merged_into.id",
      "._system.state",
    )}`;
  }

  #operand(): string {
    return this.#pick(
      () => this.#scalar(),
      () => this.#scalar(),
      () =>
        this.#dice.of(
          "1",
          "2",
          "-1",
          '"Ann"',
          '"1"',
          '"C-1"',
          '"tea"',
          `"${COMPOSED}"`,
          "true",
          "null",
          ":one",
          ":c1",
        ),
      () =>
        this.#dice.of(
          '"Ann"',
          ...NAMES.map((name) => `"${name}"`),
          `"${ref("knows", "1.0.0")}"`,
          `"${ref("Person")}"`,
        ),
      () => (this.#dice.oneIn(3) ? `-${this.#scalar()}` : this.#scalar()),
    );
  }

  #condition(depth: number): string {
    if (depth > 0 && this.#dice.oneIn(3)) {
      return `(${this.#condition(depth - 1)} ${this.#dice.of("&&", "||")} ${this.#condition(depth - 1)})`;
    }
    const text = () =>
      this.#pick(
        () => this.#scalar(),
        () => this.#dice.of('"A"', '"n"', `"${DECOMPOSED}"`, ":ann"),
      );
    const plain = this.#pick(
      () => `${this.#scalar()} ${this.#dice.of("==", "!=", "<", ">", "<=", ">=")} ${this.#operand()}`,
      () => `${this.#scalar()} ${this.#dice.of("==", "!=", "<", ">", "<=", ">=")} ${this.#operand()}`,
      () => `${this.#dice.of("IS_NULL", "IS_NOT_NULL")}(${this.#scalar()})`,
      () => `${this.#dice.of("IS_LITERAL", "IS_ELEMENT")}(${this.#scalar()})`,
      () =>
        `IS_KIND(${this.#scalar()}, "${this.#dice.of("Concept", "Proposition", "Assertion", "Evidence")}")`,
      () => `LITERAL_TYPE(${this.#scalar()}) == "${this.#dice.of("string", "number", "boolean", "null")}"`,
      () =>
        `IN(${this.#scalar()}, ${this.#dice.of('[1, "Ann", "C-1"]', "[]", "[null, 2]", `["${DECOMPOSED}", true]`, ":list", `[${this.#operand()}]`)})`,
      () => `${this.#dice.of("CONTAINS", "STARTS_WITH", "ENDS_WITH")}(${text()}, ${text()})`,
      () =>
        `REGEX(${text()}, ${this.#dice.oneIn(3) ? this.#scalar() : this.#dice.of('"^A"', '"n+$"', '"[A-B]"')})`,
      () => this.#scalar(),
    );
    return this.#dice.oneIn(3) ? `!(${plain})` : plain;
  }

  #pick(...options: readonly (() => string)[]): string {
    return this.#dice.of(...options)();
  }

  #members(...options: readonly (() => string)[]): string {
    const drawn = new Map<string, string>();
    for (let at = this.#dice.between(0, 2); at > 0; at -= 1) {
      const member = this.#pick(...options);
      drawn.set(member.slice(0, member.indexOf(":")), member);
    }
    return [...drawn.values()].join(", ");
  }
}

const nothing = new Memory(environment).view();

/** A query that the language accepts. */
export interface AcceptedQuery extends GeneratedQuery {
  readonly text: string;
  readonly command: FindCommand;
}

/**
 * The command of a query, or null where the language does not accept it: the generator can give one variable two uses
 * that never fit, or ask for the field of something that has none. What is wrong with a command alone is told over an
 * empty memory, too (§44.2).
 */
export function commandIn(text: string): FindCommand | null {
  const { command } = parse(text);
  if (command?.type !== "Find") return null;
  try {
    evaluateFind(nothing, command, { parameters: PARAMETERS, now: NOW });
    return command;
  } catch (error) {
    if (error instanceof KipError) return null;
    throw error;
  }
}

/** Some queries that the language accepts, over one memory: making the memory costs more than asking it. */
export function acceptedQueries(g: GeneratorValue, count: number): readonly AcceptedQuery[] {
  const queries: AcceptedQuery[] = [];
  while (queries.length < count) {
    const query = new QueryGenerator(g).query();
    const text = textOf(query);
    const command = commandIn(text);
    if (command !== null) queries.push({ ...query, text, command });
  }
  return queries;
}

/** A query that the language accepts. */
export function acceptedQuery(g: GeneratorValue): AcceptedQuery {
  return acceptedQueries(g, 1)[0] as AcceptedQuery;
}
