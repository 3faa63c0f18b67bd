import { openBareStore } from "../bare-dexie.js";
import type { OpenedNexus } from "../bench.js";
import { interleaved, type Rounds } from "./interleaved.js";
import { createPeople } from "./people.js";
import { runCommand } from "./run-command.js";

const CLAIMS = 50;
const BELIEF = 'FIND(?b.status) WHERE { ?b BELIEF (:person, "timezone", :zone) }';

/** Milliseconds of each round. */
export interface BeliefSamples {
  readonly beliefMs: readonly number[];
  readonly bareMs: readonly number[];
  readonly recordBytes: number;
}

/** Measures one point BELIEF and one bare get of a record of a commit's bytes. */
export async function measure({ nexus, name }: OpenedNexus, plan: Rounds): Promise<BeliefSamples> {
  const people = await createPeople(nexus, name);
  for (let claim = 0; claim < CLAIMS; claim += 1) await people.assert(claim);
  const recordBytes = await people.recordBytes();
  const bare = await openBareStore(`${name}-bare`);
  for (let claim = 0; claim < CLAIMS; claim += 1) await bare.append("x".repeat(recordBytes));
  const samples = await interleaved(plan, {
    beliefMs: async (round) => {
      const [status] = (await runCommand(nexus, BELIEF, people.claim(round % CLAIMS))) as readonly unknown[];
      if (status === undefined) throw new Error("the belief that is measured has no answer");
    },
    bareMs: (round) => bare.read((round % CLAIMS) + 1),
  });
  await bare.drop();
  return { ...samples, recordBytes };
}
