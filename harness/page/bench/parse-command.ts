import { parse } from "../../../src/lang/index.js";
import { openBareStore } from "../bare-dexie.js";
import type { OpenedNexus } from "../bench.js";
import { interleaved, type Rounds } from "./interleaved.js";

/** One command to parse, again and again. */
export interface CommandPlan extends Rounds {
  readonly command: string;
}

/** Milliseconds of each round. */
export interface CommandSamples {
  readonly parseMs: readonly number[];
  readonly bareMs: readonly number[];
}

/** Measures parsing and checking one command, once between two transactions, and a transaction of as many bytes. */
export async function measure(
  { name }: OpenedNexus,
  { command, ...rounds }: CommandPlan,
): Promise<CommandSamples> {
  if (parse(command).command === null) throw new Error(`the parser refuses what is measured: ${command}`);
  const bare = await openBareStore(`${name}-bare`);
  const samples = await interleaved(rounds, {
    parseMs: () => parse(command),
    bareMs: () => bare.append(command),
  });
  await bare.drop();
  return samples;
}
