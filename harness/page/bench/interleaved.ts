/** How often to measure, and how often before that without counting. */
export interface Rounds {
  readonly rounds: number;
  readonly warmupRounds: number;
}

/**
 * Measures things in turn, once a round each, so that whatever else the machine does falls on all of them alike. Gives
 * the milliseconds of every counted round, under the name of what took them.
 */
export async function interleaved<Name extends string>(
  { rounds, warmupRounds }: Rounds,
  measures: Readonly<Record<Name, (round: number) => unknown>>,
): Promise<Readonly<Record<Name, number[]>>> {
  const names = Object.keys(measures) as Name[];
  const samples = Object.fromEntries(names.map((name) => [name, []])) as unknown as Record<Name, number[]>;
  for (let round = 0; round < warmupRounds + rounds; round += 1) {
    for (const name of names) {
      const started = performance.now();
      const done = measures[name](round);
      // What is synchronous is not made to wait for a turn of the queue.
      if (done instanceof Promise) await done;
      const ms = performance.now() - started;
      if (round >= warmupRounds) samples[name].push(ms);
    }
  }
  return samples;
}
