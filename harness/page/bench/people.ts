import type { NexusApi } from "../../../src/client/index.js";
import type { JsonObject } from "../../../src/model/index.js";
import { newestLogBytes } from "../bare-dexie.js";
import { runCommand } from "./run-command.js";

const PEOPLE = 50;
const ASSERT = 'ASSERT (:person, "timezone", :zone) { by: :person, mode: "stated" }';

/** A few people about whom claims are made, one a round. */
export interface People {
  /** The parameters `person` and `zone` of a round's claim. */
  claim(round: number): JsonObject;
  /** Commits a round's claim. */
  assert(round: number): Promise<void>;
  /** The bytes of the newest commit's record in the log, or about as many where the log cannot be looked at. */
  recordBytes(): Promise<number>;
}

/** Creates the people, in a Nexus of the given name. */
export async function createPeople(nexus: NexusApi, name: string): Promise<People> {
  const creations = Array.from(
    { length: PEOPLE },
    (_, n) => `CREATE CONCEPT ?p${n} { TYPE "Person" NAME "Person ${n}" }`,
  );
  await runCommand(nexus, `MUTATE { ${creations.join("\n")} }`);
  const ids = (await runCommand(
    nexus,
    'FIND(?p.id) WHERE { ?p CONCEPT {type: "Person"} }',
  )) as readonly string[];
  const claim = (round: number): JsonObject => ({
    person: ids[round % ids.length] ?? "",
    zone: `zone ${round}`,
  });
  return {
    claim,
    assert: async (round) => {
      await runCommand(nexus, ASSERT, claim(round));
    },
    recordBytes: async () => (await newestLogBytes((database) => database.includes(name))) ?? 4_000,
  };
}
