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

const COMMANDS_BEFORE = 500;

/** Measures parsing and checking one command, once between two transactions, and a transaction of as many bytes. */
export async function measure(
  { name }: OpenedNexus,
  { command, ...rounds }: CommandPlan,
): Promise<CommandSamples> {
  if (parse(command).command === null) throw new Error(`the parser refuses what is measured: ${command}`);
  // What is asked about is an engine at work, not the first commands it ever sees.
  for (let time = 0; time < COMMANDS_BEFORE; time += 1) parse(command);
  const bare = await openBareStore(`${name}-bare`);
  const samples = await interleaved(rounds, {
    parseMs: () => parse(command),
    bareMs: () => bare.append(command),
  });
  await bare.drop();
  return samples;
}
