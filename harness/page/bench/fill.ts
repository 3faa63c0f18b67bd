import type { NexusApi } from "../../../src/client/index.js";
import { runCommand } from "./run-command.js";

/** How many assertions one commit of a large data set makes. */
export const PER_COMMIT = 100;

/** A large data set on its way into a Nexus. */
export interface Filling {
  readonly people: number;
  /** Commits the claims of a round: one MUTATE of `PER_COMMIT` ASSERTs. */
  commit(round: number): Promise<void>;
}

const CLAIMS = Array.from(
  { length: PER_COMMIT },
  (_, n) => `ASSERT (:p${n}, "timezone", :z${n}) { by: :p${n}, mode: "stated" }`,
).join("\n");

/** Creates the people that so many assertions are about: one for a hundred of them. */
export async function beginFilling(nexus: NexusApi, assertions: number): Promise<Filling> {
  const people = Math.max(1, Math.round(assertions / PER_COMMIT));
  const ids: string[] = [];
  for (let from = 0; from < people; from += PER_COMMIT) {
    const creations = Array.from(
      { length: Math.min(PER_COMMIT, people - from) },
      (_, n) => `CREATE CONCEPT ?p${n} { TYPE "Person" NAME "Person ${from + n}" }`,
    );
    const { created_ids } = (await runCommand(nexus, `MUTATE { ${creations.join("\n")} }`)) as {
      readonly created_ids: readonly string[];
    };
    ids.push(...created_ids);
  }
  return {
    people,
    commit: async (round) => {
      const parameters: Record<string, string> = {};
      for (let n = 0; n < PER_COMMIT; n += 1) {
        parameters[`p${n}`] = ids[(round + n) % ids.length] ?? "";
        parameters[`z${n}`] = `zone ${round}/${n}`;
      }
      await runCommand(nexus, `MUTATE { ${CLAIMS} }`, parameters);
    },
  };
}

/** Fills a Nexus with so many assertions, each about a Proposition of its own. Gives the number of its elements. */
export async function fill(nexus: NexusApi, assertions: number): Promise<number> {
  const filling = await beginFilling(nexus, assertions);
  for (let round = 0; round < assertions / PER_COMMIT; round += 1) await filling.commit(round);
  return filling.people + 2 * assertions;
}
