import { newestLogBytes, openBareStore } from "../bare-dexie.js";
import type { OpenedNexus } from "../bench.js";
import { beginFilling, PER_COMMIT } from "./fill.js";

/** Milliseconds of each commit. */
export interface BulkSamples {
  readonly mutateMs: readonly number[];
  readonly bareMs: readonly number[];
  readonly recordBytes: number;
  readonly perCommit: number;
}

/** Commits assertions by the hundred, and after each commit as many bytes without an engine. */
export async function measure(
  { nexus, name }: OpenedNexus,
  { assertions }: { readonly assertions: number },
): Promise<BulkSamples> {
  const filling = await beginFilling(nexus, assertions);
  await filling.commit(assertions);
  const recordBytes = (await newestLogBytes((database) => database.includes(name))) ?? Number.NaN;
  const bare = await openBareStore(`${name}-bare`);
  const body = "x".repeat(recordBytes);
  await bare.append(body);
  const mutateMs: number[] = [];
  const bareMs: number[] = [];
  for (let round = 0; round < assertions / PER_COMMIT; round += 1) {
    const started = performance.now();
    await filling.commit(round);
    const committed = performance.now();
    await bare.append(body);
    mutateMs.push(committed - started);
    bareMs.push(performance.now() - committed);
  }
  await bare.drop();
  return { mutateMs, bareMs, recordBytes, perCommit: PER_COMMIT };
}
