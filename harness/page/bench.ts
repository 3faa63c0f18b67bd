import type { NexusApi } from "../../src/client/index.js";
import type { JsonObject, JsonValue } from "../../src/model/index.js";
import type { BenchPlan, BenchSamples, RoundSample } from "../bench/samples.js";
import { newestLogBytes, openBareStore } from "./bare-dexie.js";
import { measureParsing } from "./parse-speed.js";

const PEOPLE = 50;
const ASSERT = 'ASSERT (:person, "timezone", :zone) { by: :person, mode: "stated" }';
const BELIEF = 'FIND(?b.status) WHERE { ?b BELIEF (:person, "timezone", :zone) }';

/**
 * Measures the engine beside bare Dexie. Every round measures each of them once, in turn, so that whatever else the
 * machine does falls on all of them alike.
 */
export async function measure(nexus: NexusApi, name: string, plan: BenchPlan): Promise<BenchSamples> {
  const people = await createPeople(nexus);
  const personOf = (round: number): string => people[round % people.length] ?? "";
  const assert = (round: number): Promise<JsonValue> => run(nexus, ASSERT, claim(personOf(round), round));
  const believe = async (round: number): Promise<void> => {
    const [status] = (await run(nexus, BELIEF, claim(personOf(round), round))) as readonly JsonValue[];
    if (status === undefined) throw new Error("the belief that is measured has no answer");
  };
  await assert(plan.warmupRounds + plan.rounds);
  const recordBytes = (await newestLogBytes((database) => database.includes(name))) ?? 4_000;
  const bare = await openBareStore(`${name}-bare`);
  const body = "x".repeat(recordBytes);
  const rounds: RoundSample[] = [];
  for (let round = 0; round < plan.warmupRounds + plan.rounds; round++) {
    const sample = {
      commitMs: await timed(() => assert(round)),
      bareTransactionMs: await timed(() => bare.append(body)),
      beliefMs: await timed(() => believe(round)),
      bareGetMs: await timed(() => bare.read(round + 1)),
    };
    if (round >= plan.warmupRounds) rounds.push(sample);
  }
  await bare.drop();
  return { rounds, recordBytes, fineClock: crossOriginIsolated, parse: measureParsing() };
}

const claim = (person: string, round: number): JsonObject => ({ person, zone: `zone ${round}` });

async function timed(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await work();
  return performance.now() - started;
}

async function createPeople(nexus: NexusApi): Promise<readonly string[]> {
  const creations = Array.from(
    { length: PEOPLE },
    (_, n) => `CREATE CONCEPT ?p${n} { TYPE "Person" NAME "Person ${n}" }`,
  );
  await run(nexus, `MUTATE { ${creations.join("\n")} }`, {});
  return (await run(nexus, 'FIND(?p.id) WHERE { ?p CONCEPT {type: "Person"} }', {})) as readonly string[];
}

async function run(nexus: NexusApi, command: string, parameters: JsonObject): Promise<JsonValue> {
  const response = await nexus.request({ kip: "2.0", operations: [{ command, parameters }] });
  const [operation] = response.results;
  const error = response.error ?? operation?.error;
  if (error) throw new Error(`${command} failed: ${error.code}: ${error.message}`);
  return operation?.result ?? null;
}
