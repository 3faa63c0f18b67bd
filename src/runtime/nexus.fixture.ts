import { afterEach, expect } from "vitest";
import type { JsonValue, ResponseEnvelope } from "../model/index.js";
import { NexusRuntime, type RuntimeOptions } from "./nexus-runtime.js";

const open: NexusRuntime[] = [];
const names = new Set<string>();

/** A runtime over a real database, closed and deleted when the test ends. Two of one name are two tabs. */
export async function openRuntime(
  name: string = crypto.randomUUID(),
  options: Partial<RuntimeOptions> = {},
): Promise<NexusRuntime> {
  names.add(name);
  const runtime = await NexusRuntime.open({ name, ...options });
  open.push(runtime);
  return runtime;
}

afterEach(async () => {
  for (const runtime of open.splice(0)) runtime.close();
  for (const name of names) await NexusRuntime.delete(name);
  names.clear();
});

export const createPerson = (name: string) => `CREATE CONCEPT ?c { TYPE "Person" NAME "${name}" }`;
export const countPeople = 'FIND(COUNT(?c)) WHERE { ?c CONCEPT {type: "Person"} }';

/** The result of the only operation, which must have succeeded. */
export function onlyResult(response: ResponseEnvelope): JsonValue | undefined {
  expect(response.error).toBeUndefined();
  expect(response.results[0]?.error).toBeUndefined();
  return response.results[0]?.result;
}

export async function people(runtime: NexusRuntime): Promise<JsonValue | undefined> {
  return onlyResult(await runtime.executeKipReadonly({ command: countPeople }));
}

/** The code of the first error in a response, if there is one. */
export function codeOf(response: ResponseEnvelope): string | undefined {
  return (response.error ?? response.results.find(({ error }) => error)?.error)?.code;
}
