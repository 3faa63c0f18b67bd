import type { ExecuteKipArguments } from "../../../src/client/index.js";
import type { JsonObject, JsonValue, ResponseEnvelope } from "../../../src/model/index.js";

/** Whatever answers commands: the engine in this page or in its worker. */
export interface Answering {
  executeKip(args: ExecuteKipArguments): Promise<ResponseEnvelope>;
}

/** How many assertions a village of people makes: ten each. */
export const PER_VILLAGE = 1_000;

const PEOPLE = 100;
const PER_COMMIT = 100;
const ORGANIZATIONS = 20;
/** Whom everybody knows, by their distance in the village; those before and after one know one, too. */
const KNOWN = [1, PEOPLE - 1, 2, 5, 11, 23];
const LANGUAGES = ["Polish", "Thai", "Zulu", "Welsh", "Czech"];

/** One thing somebody said. `object` is an element's id, or a text. */
export interface Tuple {
  readonly assertion: string;
  readonly subject: string;
  readonly predicate: string;
  readonly object: string;
  readonly isElement: boolean;
}

/** What a village added to the memory: elements with type and name, and tuples, each asserted by its subject. */
export interface Village {
  readonly concepts: readonly { readonly id: string; readonly type: string; readonly name: string }[];
  readonly tuples: readonly Tuple[];
}

/** People in villages, who know each other, work for one of twenty organizations, and say where the sun stands. */
export class Acquaintances {
  /** Everybody, by age. */
  readonly people: string[] = [];
  readonly #engine: Answering;
  #organizations: readonly string[] = [];

  constructor(engine: Answering) {
    this.#engine = engine;
  }

  /** Commits the organizations, which everything else is about. */
  async begin(): Promise<Village> {
    const concepts = await this.#concepts("Organization", ORGANIZATIONS, 0);
    this.#organizations = concepts.map(({ id }) => id);
    return { concepts, tuples: [] };
  }

  /** Commits another village: its people, then a thousand ASSERTs by the hundred. */
  async village(): Promise<Village> {
    const first = this.people.length;
    const concepts = await this.#concepts("Person", PEOPLE, first);
    this.people.push(...concepts.map(({ id }) => id));
    const said = concepts.flatMap(({ id }, at) => this.#said(id, at, first));
    const tuples: Tuple[] = [];
    for (let from = 0; from < said.length; from += PER_COMMIT) {
      const some = said.slice(from, from + PER_COMMIT);
      const made = await this.#assert(some);
      tuples.push(...some.map((tuple, at) => ({ ...tuple, assertion: made[at] ?? "" })));
    }
    return { concepts, tuples };
  }

  #said(id: string, at: number, first: number): readonly Omit<Tuple, "assertion">[] {
    const say = (predicate: string, object: string, isElement: boolean) => ({
      subject: id,
      predicate,
      object,
      isElement,
    });
    const organization = this.#organizations[(first + at * 7) % ORGANIZATIONS] ?? "";
    const language = (step: number) => LANGUAGES[(at + step) % LANGUAGES.length] ?? "";
    return [
      ...KNOWN.map((step) => say("knows", this.people[first + ((at + step) % PEOPLE)] ?? "", true)),
      say("works_for", organization, true),
      say("speaks", language(0), false),
      say("speaks", language(1), false),
      say("timezone", `zone ${first + at}`, false),
    ];
  }

  async #concepts(type: string, count: number, first: number): Promise<Village["concepts"]> {
    const names = Array.from({ length: count }, (_, at) => `${type} ${first + at}`);
    const creations = names.map((name, at) => `CREATE CONCEPT ?c${at} { TYPE "${type}" NAME "${name}" }`);
    const { handles } = (await answerOf(this.#engine, `MUTATE { ${creations.join("\n")} }`)) as {
      readonly handles: Readonly<Record<string, string>>;
    };
    return names.map((name, at) => ({ id: handles[`c${at}`] ?? "", type, name }));
  }

  async #assert(tuples: readonly Omit<Tuple, "assertion">[]): Promise<readonly string[]> {
    const lines = tuples.map(
      ({ predicate, isElement }, at) =>
        `ASSERT ?a${at} (:s${at}, "${predicate}", ${isElement ? `{id: :o${at}}` : `:o${at}`}) { by: :s${at}, mode: "stated" }`,
    );
    const parameters: Record<string, string> = {};
    for (const [at, { subject, object }] of tuples.entries()) {
      parameters[`s${at}`] = subject;
      parameters[`o${at}`] = object;
    }
    const result = (await answerOf(this.#engine, `MUTATE { ${lines.join("\n")} }`, parameters)) as {
      readonly handles: Readonly<Record<string, string>>;
    };
    return tuples.map((_, at) => result.handles[`a${at}`] ?? "");
  }
}

/**
 * The result of one command.
 * @throws `Error` with the registry's code when it fails.
 */
export async function answerOf(
  engine: Answering,
  command: string,
  parameters: JsonObject = {},
): Promise<JsonValue> {
  const { results, error } = await engine.executeKip({ command, parameters });
  const failure = error ?? results[0]?.error;
  if (failure) throw new Error(`${command.slice(0, 200)} failed: ${failure.code}: ${failure.message}`);
  return results[0]?.result ?? null;
}
