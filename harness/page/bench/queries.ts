import { NexusRuntime } from "../../../src/runtime/index.js";
import { newestLogBytes, openBareStore } from "../bare-dexie.js";
import type { OpenedNexus } from "../bench.js";
import { Acquaintances, answerOf, PER_VILLAGE } from "./acquaintances.js";
import { interleaved, type Rounds } from "./interleaved.js";
import { QUESTIONS, type Question } from "./questions.js";
import { Triples } from "./triples.js";

/** What to measure: at each of these sizes in villages, and over how many commits to look back at the last. */
export interface QueriesPlan extends Rounds {
  readonly villages: readonly number[];
  readonly commitsBack: number;
}

/** Milliseconds of each round at one size. `engineMs` and `sparqlMs` go by the questions' names. */
export interface QueriesAtSize {
  readonly assertions: number;
  readonly triples: number;
  readonly slotMs: readonly number[];
  readonly bareMs: readonly number[];
  readonly engineMs: Readonly<Record<string, readonly number[]>>;
  readonly sparqlMs: Readonly<Record<string, readonly number[]>>;
  /** How many rows the questions have on average. */
  readonly rows: Readonly<Record<string, number>>;
}

/** Milliseconds of reads of the present, of one past sequence again and again, and of one that was not read before. */
export interface PastReads {
  readonly presentMs: readonly number[];
  readonly pastMs: readonly number[];
  readonly firstMs: readonly number[];
}

/** All of it. */
export interface QueriesSamples {
  readonly sizes: readonly QueriesAtSize[];
  readonly past: PastReads;
  readonly recordBytes: number;
}

const CLAIMANTS = 10;
const SLOT = 'FIND(?s.status) WHERE { ?s BELIEF SLOT (:person, "timezone") }';
const POINT = 'FIND(?zone) WHERE { (:person, "timezone", ?zone) }';
const CLAIM = 'ASSERT (:person, "timezone", :zone) { by: :by, mode: "stated" }';
/** How many sequences are read for the first time: each rebuilds a state of the Space. */
const FIRST_READS = 7;

/**
 * Asks the engine and Oxigraph the same questions of the same data, in this page and without a worker between, while the
 * memory grows.
 */
export async function measure({ name }: OpenedNexus, plan: QueriesPlan): Promise<QueriesSamples> {
  const database = `${name}-in-page`;
  const engine = await NexusRuntime.open({ name: database });
  const triples = await Triples.open();
  const memory = new Acquaintances(engine);
  triples.add(await memory.begin());
  const sizes: QueriesAtSize[] = [];
  let disputed: string | null = null;
  let villages = 0;
  let recordBytes = Number.NaN;
  for (const wanted of plan.villages) {
    for (; villages < wanted; villages += 1) triples.add(await memory.village());
    if (disputed === null) {
      disputed = await dispute(engine, memory.people);
      recordBytes = (await newestLogBytes((each) => each.includes(database))) ?? 4_000;
    }
    const people = memory.people;
    const rows = await compareAnswers(engine, triples, people);
    const samples = await measureSize(plan, { engine, triples, people, disputed, recordBytes, name });
    sizes.push({ ...samples, assertions: villages * PER_VILLAGE, triples: triples.size, rows });
  }
  const past = await measurePast(engine, memory.people, plan);
  engine.close();
  await NexusRuntime.delete(database);
  return { sizes, past, recordBytes };
}

/** Ten claims about one slot: four values, by ten people. */
async function dispute(engine: NexusRuntime, people: readonly string[]): Promise<string> {
  const [person = ""] = (
    (await answerOf(engine, 'CREATE CONCEPT ?c { TYPE "Person" NAME "Disputed" }')) as {
      readonly created_ids: readonly string[];
    }
  ).created_ids;
  for (let at = 0; at < CLAIMANTS; at += 1) {
    await answerOf(engine, CLAIM, { person, zone: `zone ${at % 4}`, by: people[at] ?? "" });
  }
  return person;
}

interface Measured {
  readonly engine: NexusRuntime;
  readonly triples: Triples;
  readonly people: readonly string[];
  readonly disputed: string;
  readonly recordBytes: number;
  readonly name: string;
}

async function measureSize(
  plan: QueriesPlan,
  { engine, triples, people, disputed, recordBytes, name }: Measured,
): Promise<Omit<QueriesAtSize, "assertions" | "triples" | "rows">> {
  const bare = await openBareStore(`${name}-bare`);
  for (let at = 0; at < CLAIMANTS; at += 1) await bare.append("x".repeat(recordBytes));
  const asked = (round: number) => people[(round * 37) % people.length] ?? "";
  const ours = QUESTIONS.map(({ name: question, find }) => [
    `engine ${question}`,
    (round: number) => answerOf(engine, find, { person: asked(round) }),
  ]);
  const theirs = QUESTIONS.map((question) => [
    `sparql ${question.name}`,
    (round: number) => triples.select(question.select(asked(round)), question.variables),
  ]);
  const samples = await interleaved(plan, {
    slotMs: async (_round: number) => {
      const [status] = (await answerOf(engine, SLOT, { person: disputed })) as readonly unknown[];
      if (status === undefined) throw new Error("the slot that is measured has no answer");
    },
    bareMs: (round: number) => bare.read((round % CLAIMANTS) + 1),
    ...Object.fromEntries([...ours, ...theirs]),
  });
  await bare.drop();
  const { slotMs, bareMs, ...questions } = samples as Record<string, readonly number[]>;
  const of = (side: string) =>
    Object.fromEntries(
      QUESTIONS.map(({ name: question }) => [question, questions[`${side} ${question}`] ?? []]),
    );
  return { slotMs: slotMs ?? [], bareMs: bareMs ?? [], engineMs: of("engine"), sparqlMs: of("sparql") };
}

/**
 * Makes sure that both sides answer the same; gives the average number of rows.
 * @throws `Error` with the question they differ on.
 */
async function compareAnswers(
  engine: NexusRuntime,
  triples: Triples,
  people: readonly string[],
): Promise<Readonly<Record<string, number>>> {
  const rows: Record<string, number> = {};
  const some = people.filter((_, at) => at % Math.ceil(people.length / 20) === 0);
  for (const question of QUESTIONS) {
    let count = 0;
    for (const person of some) {
      const ours = rowsOf(question, await answerOf(engine, question.find, { person }));
      const theirs = triples.select(question.select(person), question.variables);
      const [left, right] = [ours, theirs].map((each) => JSON.stringify([...each].map(String).sort()));
      if (left !== right) throw new Error(`${question.name} of ${person}: ${left} beside ${right}`);
      count += ours.length;
    }
    rows[question.name] = count / some.length;
  }
  return rows;
}

function rowsOf({ variables }: Question, result: unknown): readonly (readonly string[])[] {
  const rows = result as readonly unknown[];
  return rows.map((row) => (variables.length === 1 ? [row] : (row as readonly unknown[])).map(String));
}

/** Commits further claims, and reads the present and the past before them in turn. */
async function measurePast(
  engine: NexusRuntime,
  people: readonly string[],
  plan: QueriesPlan,
): Promise<PastReads> {
  const asked = (round: number) => people[(round * 37) % people.length] ?? "";
  for (let at = 0; at < plan.commitsBack; at += 1) {
    await answerOf(engine, CLAIM, { person: asked(at), zone: `later zone ${at}`, by: asked(at) });
  }
  const { seq } = await engine.status();
  const before = seq - plan.commitsBack;
  const past = `${POINT} AS OF SEQ :seq`;
  const [known] = (await answerOf(engine, past, { person: asked(0), seq: before })) as readonly unknown[];
  if (known === undefined) throw new Error("the past that is measured has no answer");
  const firstMs: number[] = [];
  for (let at = 1; at <= Math.min(FIRST_READS, before); at += 1) {
    const started = performance.now();
    await answerOf(engine, past, { person: asked(at), seq: before - at });
    firstMs.push(performance.now() - started);
  }
  const samples = await interleaved(plan, {
    presentMs: (round: number) => answerOf(engine, POINT, { person: asked(round) }),
    pastMs: (round: number) => answerOf(engine, past, { person: asked(round), seq: before }),
  });
  return { ...samples, firstMs };
}
