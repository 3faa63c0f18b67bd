import type { JsonObject, RequestEnvelope } from "../../src/model/index.js";
import { SeededRandom } from "../fuzz/inputs.js";

/** Something a commit leaves behind that can be told from everything else, such as `concept:w7/2`. */
export type Mark = string;

/** One commit somebody asked for, and all that it must leave behind, or nothing of it. */
export interface Intent {
  /** Unique in its memory. */
  readonly id: string;
  readonly request: RequestEnvelope;
  /** The idempotency key its retry would carry; null where a retry would be another commit (§34.1). */
  readonly key: string | null;
  readonly marks: readonly Mark[];
  /** The counter it moves up by one, by its mark; null when it moves none. */
  readonly counter: Mark | null;
}

/** The counters that every tab moves, so that writers meet on the same elements. */
export const COUNTERS: readonly [string, ...string[]] = ["counter/0", "counter/1", "counter/2"];
const PEOPLE: readonly [string, ...string[]] = ["person/0", "person/1", "person/2", "person/3"];

/** What a memory starts with: the counters and the people that later intents are about. */
export const FOUNDATION: Intent = {
  id: "foundation",
  request: request(
    `MUTATE {
${COUNTERS.map((key, n) => `  CREATE CONCEPT ?c${n} { TYPE "Topic" NAME "${key}" SET FIELDS {key: "${key}"} SET ATTRIBUTES {tally: 0} }`).join("\n")}
${PEOPLE.map((key, n) => `  CREATE CONCEPT ?p${n} { TYPE "Person" NAME "${key}" SET FIELDS {key: "${key}"} }`).join("\n")}
}`,
    {},
    "foundation",
  ),
  key: "foundation",
  marks: [...COUNTERS, ...PEOPLE].map((key) => `concept:${key}`),
  counter: null,
};

/** Draws intents, the same ones for the same seed. */
export class IntentSource {
  readonly #random: SeededRandom;
  #next = 1;

  constructor(seed: number) {
    this.#random = new SeededRandom(seed);
  }

  next(): Intent {
    const id = `w${this.#next}`;
    this.#next += 1;
    const make = this.#random.pick([claim, claim, block, block, increment, increment, batch]);
    return make(id, this.#random);
  }
}

/** One ASSERT, with or without an idempotency key. */
function claim(id: string, random: SeededRandom): Intent {
  const key = random.below(2) === 0 ? null : id;
  const parameters = { person: concept("Person", random.pick(PEOPLE)), zone: id };
  return {
    id,
    request: request(`ASSERT (:person, "timezone", :zone) { by: :person, mode: "stated" }`, parameters, key),
    key,
    marks: [`proposition:${id}`, `assertion:${id}`],
    counter: null,
  };
}

/** A MUTATE of several elements that refer to each other. */
function block(id: string, random: SeededRandom): Intent {
  const key = random.below(2) === 0 ? null : id;
  const parts = Array.from({ length: 1 + random.below(4) }, (_, n) => `${id}/${n}`);
  const counter = random.below(2) === 0 ? random.pick(COUNTERS) : null;
  const creations = parts.map((part, n) => `CREATE CONCEPT ?t${n} { TYPE "Topic" NAME "${part}" }`);
  const text = `MUTATE {
  ${creations.join("\n  ")}
  CREATE EVIDENCE ?said { SET FIELDS {evidence_class: "message", payload: :zone} }
  ASSERT ?claim (:person, "timezone", :zone) { by: :person, mode: "stated", evidence: ?said }
  CREATE ACTIVITY ?run {
    SET FIELDS {activity_class: :activity, status: "completed"}
    SET STRUCTURAL { ("inputs", ?said) ("outputs", ?claim) }
  }
  ${counter === null ? "" : INCREMENT}
}`;
  const parameters = {
    person: concept("Person", random.pick(PEOPLE)),
    zone: id,
    activity: `durability/${id}`,
    ...(counter === null ? {} : { counter }),
  };
  return {
    id,
    request: request(text, parameters, key),
    key,
    marks: [
      ...parts.map((part) => `concept:${part}`),
      `evidence:${id}`,
      `proposition:${id}`,
      `assertion:${id}`,
      `activity:durability/${id}`,
    ],
    counter: counter === null ? null : `concept:${counter}`,
  };
}

const INCREMENT =
  'UPDATE ?counter SET ATTRIBUTES {tally: ADD(?counter.attributes.tally, 1)} WHERE { ?counter CONCEPT {type: "Topic", key: :counter} }';

/** An UPDATE that leaves no mark of its own. Only its key makes a retry of it safe. */
function increment(id: string, random: SeededRandom): Intent {
  const counter = random.pick(COUNTERS);
  return {
    id,
    request: request(INCREMENT, { counter }, id),
    key: id,
    marks: [],
    counter: `concept:${counter}`,
  };
}

/** Three operations in one atomic request: the second moves a counter (§75.3). */
function batch(id: string, random: SeededRandom): Intent {
  const counter = random.pick(COUNTERS);
  const person = concept("Person", random.pick(PEOPLE));
  return {
    id,
    request: {
      kip: "2.0",
      execution: { mode: "atomic", idempotency_key: id },
      operations: [
        { command: 'CREATE CONCEPT ?t { TYPE "Topic" NAME :name }', parameters: { name: `${id}/0` } },
        { command: INCREMENT, parameters: { counter } },
        {
          command: 'ASSERT (:person, "timezone", :zone) { by: :person, mode: "stated" }',
          parameters: { person, zone: id },
        },
      ],
    },
    key: id,
    marks: [`concept:${id}/0`, `proposition:${id}`, `assertion:${id}`],
    counter: `concept:${counter}`,
  };
}

function concept(type: string, key: string): JsonObject {
  return { type, key };
}

function request(command: string, parameters: JsonObject, key: string | null): RequestEnvelope {
  return {
    kip: "2.0",
    operations: [{ command, parameters, ...(key === null ? {} : { idempotency_key: key }) }],
  };
}
