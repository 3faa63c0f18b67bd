import { openBareStore } from "../bare-dexie.js";
import type { OpenedNexus } from "../bench.js";
import { interleaved, type Rounds } from "./interleaved.js";
import { createPeople } from "./people.js";

/** Milliseconds of each round. */
export interface CommitSamples {
  readonly commitMs: readonly number[];
  readonly bareMs: readonly number[];
  readonly recordBytes: number;
}

/** Measures one ASSERT and one bare transaction of the bytes that it writes. */
export async function measure({ nexus, name }: OpenedNexus, plan: Rounds): Promise<CommitSamples> {
  const people = await createPeople(nexus, name);
  await people.assert(0);
  const recordBytes = await people.recordBytes();
  const bare = await openBareStore(`${name}-bare`);
  const body = "x".repeat(recordBytes);
  const samples = await interleaved(plan, {
    commitMs: (round) => people.assert(round + 1),
    bareMs: () => bare.append(body),
  });
  await bare.drop();
  return { ...samples, recordBytes };
}
