import { expect, it } from "vitest";
import { createPerson, onlyResult, openRuntime } from "./nexus.fixture.js";
import type { NexusRuntime } from "./nexus-runtime.js";

async function writeWithoutPause(runtime: NexusRuntime, name: string, count: number): Promise<void> {
  for (let index = 0; index < count; index += 1) {
    onlyResult(await runtime.executeKip({ command: createPerson(`${name} ${index}`) }));
  }
}

async function everything(runtime: NexusRuntime): Promise<unknown> {
  await (await runtime.readingSession()).level();
  return onlyResult(
    await runtime.executeKipReadonly({ command: "FIND(?x) WHERE { ?x CONCEPT {} } ORDER BY ?x.id" }),
  );
}

it("two tabs that write without a pause both get their turns, and end with one state that the log gives again", async () => {
  const name = crypto.randomUUID();
  const [here, there] = [await openRuntime(name), await openRuntime(name)];
  await Promise.all([writeWithoutPause(here, "here", 60), writeWithoutPause(there, "there", 60)]);
  expect(await here.verifyLog()).toMatchObject({ commits: 120, problems: [] });
  const state = await everything(here);
  expect(state).toHaveLength(120);
  expect(await everything(there)).toEqual(state);
  expect(await everything(await openRuntime(name))).toEqual(state);
});
