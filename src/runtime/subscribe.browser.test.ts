import { afterEach, describe, expect, it, vi } from "vitest";
import type { JsonObject } from "../model/index.js";
import type { LiveAnswer } from "./live-query.js";
import { createPerson, onlyResult, openRuntime } from "./nexus.fixture.js";
import type { NexusRuntime } from "./nexus-runtime.js";

const ZONE = 'FIND(?s.status, ?s.accepted_values) WHERE { ?s BELIEF SLOT ("C-1", "timezone") }';

async function write(runtime: NexusRuntime, command: string, parameters: JsonObject = {}) {
  onlyResult(await runtime.executeKip({ command, parameters }));
}

const claimZone = (person: string, zone: string, more = "") =>
  `ASSERT ("${person}", "timezone", "${zone}") { by: "${person}", mode: "stated"${more} }`;

/** Subscribes; gives what was called back so far, and how often the query was evaluated. */
async function listen(runtime: NexusRuntime, command: string, parameters?: JsonObject) {
  const answers: LiveAnswer[] = [];
  const evaluations = vi.spyOn(await runtime.readingSession(), "evaluate");
  const stop = await runtime.subscribe(command, parameters, (answer) => answers.push(answer));
  const results = () => answers.map((answer) => ("error" in answer ? answer.error.code : answer.result));
  return { answers, results, stop, evaluations };
}

/** Waits until a runtime has seen everything that was committed through another. */
async function level(runtime: NexusRuntime, with_: NexusRuntime) {
  const { seq } = await with_.status();
  await expect.poll(async () => (await runtime.status()).seq).toBe(seq);
}

afterEach(() => {
  vi.useRealTimers();
});

describe("a subscription", () => {
  it("is answered at once, and again when a commit of its own tab changes the answer", async () => {
    const nexus = await openRuntime();
    const names = "FIND(?p.name) WHERE { ?p {type: :type} }";
    const { answers, results } = await listen(nexus, names, { type: "Person" });
    expect(results()).toEqual([[]]);
    await write(nexus, createPerson("Ann"));
    await expect.poll(results).toEqual([[], ["Ann"]]);
    expect(answers[1]).toMatchObject({ context: { snapshot_seq: 1 } });
  });

  it("hears of another tab, and evaluates nothing for a commit that has nothing to do with it", async () => {
    const name = crypto.randomUUID();
    const [here, there] = [await openRuntime(name), await openRuntime(name)];
    await write(there, `MUTATE { ${createPerson("Ann")} ${createPerson("Bob").replace("?c", "?d")} }`);
    await write(there, claimZone("C-1", "east"));
    await level(here, there);
    const { results, evaluations } = await listen(here, ZONE);
    await expect.poll(results).toEqual([[["accepted", ["east"]]]]);
    const asked = evaluations.mock.calls.length;
    await write(there, claimZone("C-2", "west"));
    await write(there, createPerson("Cyn"));
    await write(there, 'CREATE EVIDENCE ?e { SET FIELDS {evidence_class: "message", payload: "hello"} }');
    await level(here, there);
    expect(evaluations.mock.calls.length).toBe(asked);
    await write(there, claimZone("C-1", "north"));
    await expect.poll(() => results().length).toBe(2);
    expect(evaluations.mock.calls.length).toBe(asked + 1);
  });

  it("is not called back for what changes nothing in its answer", async () => {
    const nexus = await openRuntime();
    await write(nexus, createPerson("Ann"));
    await write(nexus, claimZone("C-1", "east"));
    const { results, evaluations } = await listen(
      nexus,
      'FIND(?b) WHERE { ?b BELIEF ("C-1", "timezone", "east") }',
    );
    const asked = evaluations.mock.calls.length;
    await write(nexus, 'UPDATE "C-1" SET ATTRIBUTES {shoe: 42}');
    await expect.poll(() => evaluations.mock.calls.length).toBeGreaterThan(asked);
    await write(nexus, claimZone("C-1", "east"));
    // The second claim is in the answer, the shoe is not.
    await expect.poll(() => results().length).toBe(2);
  });

  it("counts every commit where it searches, or asks for anything but a FIND", async () => {
    const nexus = await openRuntime();
    const search = await listen(nexus, 'FIND(?x.id) WHERE { ?x SEARCH CONCEPT "ann" LIMIT 5 }');
    const described = await listen(nexus, "DESCRIBE SPACE");
    await write(nexus, createPerson("Ann"));
    await expect.poll(search.results).toEqual([[], ["C-1"]]);
    await expect.poll(() => described.results().length).toBe(2);
  });

  it("follows the clock over the moment at which a belief changes", async () => {
    vi.useFakeTimers({ toFake: ["Date", "setTimeout", "clearTimeout"], shouldAdvanceTime: true });
    const nexus = await openRuntime();
    await write(nexus, createPerson("Ann"));
    const until = new Date(Date.now() + 40 * 86_400_000).toISOString();
    await write(
      nexus,
      claimZone("C-1", "east", `, valid: {from: "2020-01-01T00:00:00.000Z", until: "${until}"}`),
    );
    const { results, answers } = await listen(nexus, ZONE);
    await expect.poll(results).toEqual([[["accepted", ["east"]]]]);
    expect(answers[0]).toMatchObject({ context: { basis: { next_invalid_at: until } } });
    // Longer than a timer of a browser can wait.
    await vi.advanceTimersByTimeAsync(39 * 86_400_000);
    expect(results()).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(86_400_000 + 1_000);
    await expect.poll(() => results().length).toBe(2);
    expect(results()[1]).not.toEqual(results()[0]);
  });

  it("answers anew when a symbol it lacked is defined", async () => {
    const nexus = await openRuntime();
    const { results } = await listen(nexus, 'FIND(?x.name) WHERE { ?x {type: "Robot"} }');
    expect(results()).toEqual(["SchemaSymbolNotFound"]);
    await write(nexus, 'DEFINE CONCEPT TYPE "Robot" {description: "A machine that acts."}');
    await expect.poll(() => results().at(-1)).toEqual([]);
  });

  it("keeps to the sequence that AS OF SEQ names", async () => {
    const nexus = await openRuntime();
    await write(nexus, createPerson("Ann"));
    const { results, evaluations } = await listen(
      nexus,
      'FIND(?p.name) WHERE { ?p {type: "Person"} } AS OF SEQ 1',
    );
    await write(nexus, 'UPDATE "C-1" SET FIELDS {name: "Anna"}');
    await expect.poll(() => evaluations.mock.calls.length).toBe(2);
    expect(results()).toEqual([["Ann"]]);
  });

  it("ends when it is stopped, and when the Nexus is closed", async () => {
    const name = crypto.randomUUID();
    const [here, there] = [await openRuntime(name), await openRuntime(name)];
    const names = 'FIND(?p.name) WHERE { ?p {type: "Person"} }';
    const stopped = await listen(here, names);
    stopped.stop();
    const lasting = await listen(here, names);
    await write(there, createPerson("Ann"));
    await expect.poll(() => lasting.results().length).toBe(2);
    here.close();
    await write(there, createPerson("Bob"));
    expect([stopped.results().length, lasting.results().length]).toEqual([1, 2]);
  });

  it.each([
    ["changes state", createPerson("Ann"), "ReadonlyViolation"],
    ["is no command", "FIND(", "InvalidSyntax"],
    ["is nothing", "", "InvalidRequestEnvelope"],
  ])("is refused for a command that %s", async (_, command, code) => {
    const nexus = await openRuntime();
    const callback = vi.fn();
    await expect(nexus.subscribe(command, {}, callback)).rejects.toMatchObject({ code });
    expect(callback).not.toHaveBeenCalled();
  });
});
