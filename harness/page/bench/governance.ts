import type { EndpointApi, NexusApi } from "../../../src/client/index.js";
import type { OpenedNexus } from "../bench.js";
import { Acquaintances, answerOf, PER_VILLAGE } from "./acquaintances.js";
import { interleaved, type Rounds } from "./interleaved.js";

/** What to measure: in a memory of this many villages, of which one person in so many is kept from the reader. */
export interface GovernancePlan extends Rounds {
  readonly villages: number;
  readonly hiddenEvery: number;
  /** How many commands go into one request, so that the way to the worker weighs little. */
  readonly commands: number;
}

/** Milliseconds of each round: the owner's, and those of a Principal from whom something is hidden. */
export interface GovernanceSamples {
  readonly assertions: number;
  readonly hidden: number;
  readonly beliefMs: Sides;
  readonly joinMs: Sides;
  /** One join, each time as the first reading after a commit. */
  readonly afterCommitMs: Sides;
}

/** What both sides took. */
export interface Sides {
  readonly owner: readonly number[];
  readonly restricted: readonly number[];
}

type Reader = Pick<EndpointApi, "executeKip" | "executeKipReadonly">;

const BELIEF = 'FIND(?b.status) WHERE { ?b BELIEF (:person, "timezone", :zone) }';
const JOIN =
  'FIND(?f.name, ?o.name) WHERE { (:person, "knows", ?f) (?f, "works_for", ?o) FILTER(?f.name >= "Person 4") }';
const CLAIM = 'ASSERT (:person, "timezone", :zone) { by: :person, mode: "stated" }';
const LABEL = "secret";

/** Asks the same through an endpoint of the owner and one of a Principal that may not know of some people. */
export async function measure({ nexus }: OpenedNexus, plan: GovernancePlan): Promise<GovernanceSamples> {
  const memory = new Acquaintances(nexus);
  await memory.begin();
  for (let village = 0; village < plan.villages; village += 1) await memory.village();
  const { people } = memory;
  const hidden = await hideSome(nexus, people, plan.hiddenEvery);
  const owner = await nexus.endpoint({ principal: "owner" });
  const restricted = await nexus.endpoint({ principal: "reader" });
  // The same for both, and somebody whom both may know of.
  const asked = (at: number): { readonly person: string; readonly zone: string } => {
    const drawn = (at * 37) % people.length;
    const visible = drawn % plan.hiddenEvery === 0 ? drawn + 1 : drawn;
    return { person: people[visible] ?? "", zone: `zone ${visible}` };
  };
  const some = (round: number) =>
    Array.from({ length: plan.commands }, (_, at) => asked(round * plan.commands + at));
  const belief = (reader: Reader) => async (round: number) => {
    for (const status of await askAll(reader, BELIEF, some(round))) {
      if (JSON.stringify(status) !== '["accepted"]')
        throw new Error(`a belief that is measured is ${status}`);
    }
  };
  const join = (reader: Reader) => async (round: number) => {
    const answers = await askAll(reader, JOIN, some(round));
    return answers.reduce((sum, rows) => sum + rows.length, 0);
  };
  await requireLess(join(owner), join(restricted));
  const reads = await interleaved(plan, {
    ownerBelief: belief(owner),
    restrictedBelief: belief(restricted),
    ownerJoin: join(owner),
    restrictedJoin: join(restricted),
  });
  const sides = { owner, restricted };
  const afterCommit = { owner: [] as number[], restricted: [] as number[] };
  for (let round = 0; round < plan.rounds; round += 1) {
    for (const side of ["owner", "restricted"] as const) {
      const { person } = asked(round);
      await answerOf(nexus, CLAIM, { person, zone: `later ${side} ${round}` });
      const started = performance.now();
      await answerOf(sides[side], JOIN, { person });
      afterCommit[side].push(performance.now() - started);
    }
  }
  return {
    assertions: plan.villages * PER_VILLAGE,
    hidden,
    beliefMs: { owner: reads.ownerBelief, restricted: reads.restrictedBelief },
    joinMs: { owner: reads.ownerJoin, restricted: reads.restrictedJoin },
    afterCommitMs: afterCommit,
  };
}

/** The answers to one command with many parameters, in one request. @throws `Error` where one of them fails. */
async function askAll(
  reader: Reader,
  command: string,
  each: readonly { readonly person: string; readonly zone: string }[],
): Promise<readonly (readonly unknown[])[]> {
  const operations = each.map((parameters) => ({ command, parameters }));
  const { results } = await reader.executeKipReadonly({ operations });
  return results.map(({ result, error }) => {
    if (error) throw new Error(`${command} failed: ${error.code}: ${error.message}`);
    return result as readonly unknown[];
  });
}

/** Labels some people and keeps them from a new Principal that may read the rest; gives how many. */
async function hideSome({ governance }: NexusApi, people: readonly string[], every: number): Promise<number> {
  const elements = people.filter((_, at) => at % every === 0);
  await governance.addPrincipal({ id: "reader" });
  await governance.grant({ principal: "reader", permissions: ["read", "search", "project"] });
  await governance.classify(elements, LABEL, { propagate: false });
  await governance.deny({
    principal: "reader",
    permissions: ["discover"],
    scope: { classifications: [LABEL] },
  });
  return elements.length;
}

/** Makes sure that the Principal is kept from something. @throws `Error` where both sides answer the same. */
async function requireLess(
  whole: (round: number) => Promise<number>,
  part: (round: number) => Promise<number>,
): Promise<void> {
  let [all, some] = [0, 0];
  for (let round = 0; round < 5; round += 1) {
    all += await whole(round);
    some += await part(round);
  }
  if (some === 0 || some >= all) throw new Error(`of ${all} rows the restricted Principal gets ${some}`);
}
