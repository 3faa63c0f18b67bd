import { afterEach, describe, expect, it, vi } from "vitest";
import type { JsonObject } from "../model/index.js";
import { FADING_MS, type LiveAnswer } from "./live-query.js";
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

/** Lets whatever a commit set off be evaluated: reads of the same runtime come after it. */
async function settled(runtime: NexusRuntime): Promise<void> {
  for (let turn = 0; turn < 3; turn += 1) {
    await runtime.status();
    await new Promise((resolve) => setTimeout(resolve));
  }
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
    await settled(here);
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
    evaluations.mockRestore();
    const readAgain = vi.spyOn(await nexus.readingSession(), "evaluate");
    await write(nexus, 'UPDATE "C-1" SET ATTRIBUTES {shoe: 42}');
    await settled(nexus);
    // Once for the command and once for the subscription, whose answer holds no shoe.
    expect(readAgain.mock.calls.length).toBe(2);
    expect(results()).toHaveLength(1);
    await write(nexus, claimZone("C-1", "east"));
    await settled(nexus);
    expect(results()).toHaveLength(2);
  });

  it("reads nothing again for commits that touch nothing it read, one after another", async () => {
    const nexus = await openRuntime();
    await write(nexus, `MUTATE { ${createPerson("Ann")} ${createPerson("Bob").replace("?c", "?d")} }`);
    await write(nexus, claimZone("C-1", "east"));
    const { results } = await listen(nexus, ZONE);
    vi.restoreAllMocks();
    const evaluations = vi.spyOn(await nexus.readingSession(), "evaluate");
    const unrelated = [
      createPerson("Cyn"),
      'UPDATE "C-2" SET ATTRIBUTES {shoe: 42}',
      claimZone("C-2", "west"),
      'CREATE EVIDENCE ?e { SET FIELDS {evidence_class: "message", payload: "hello"} }',
      'CREATE CONCEPT ?t { TYPE "Topic" NAME "east" }',
    ];
    for (const [at, command] of unrelated.entries()) {
      await write(nexus, command);
      await settled(nexus);
      // One evaluation each, of the command itself: any more is the subscription's.
      expect(evaluations.mock.calls.length, command).toBe(at + 1);
    }
    expect(results()).toHaveLength(1);
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

  describe("to what fades", () => {
    const HALF_LIFE_MS = 30 * 86_400_000;
    const STRONG =
      'FIND(?m.name) WHERE { ?m {type: "Person"} FILTER(?m.facets["MnemonicState"].effective_strength > 0.5) }';

    async function remembered() {
      vi.useFakeTimers({ toFake: ["Date", "setTimeout", "clearTimeout"], shouldAdvanceTime: true });
      const nexus = await openRuntime();
      await write(nexus, createPerson("Ann"));
      await write(
        nexus,
        'UPDATE "C-1" SET FACET "MnemonicState" {memory_strength: 0.9, last_metabolized_at: :now, strength_policy: :policy}',
        {
          now: new Date().toISOString(),
          policy: {
            artifact_ref: "kip:strength-half-life-30d",
            content_digest: "sha256:a50a89b83f937c97cabf0f8371cccfd326f4fdd438b6d7b9ead507d77927b227",
          },
        },
      );
      return nexus;
    }

    it("reads again a minute later, and calls back once what it found has changed", async () => {
      const nexus = await remembered();
      const { results, evaluations } = await listen(nexus, STRONG);
      expect(results()).toEqual([["Ann"]]);
      const asked = evaluations.mock.calls.length;
      await vi.advanceTimersByTimeAsync(FADING_MS / 2);
      expect(evaluations.mock.calls.length).toBe(asked);
      await vi.advanceTimersByTimeAsync(FADING_MS);
      expect(evaluations.mock.calls.length).toBe(asked + 1);
      expect(results()).toHaveLength(1);
      vi.setSystemTime(Date.now() + HALF_LIFE_MS);
      await vi.advanceTimersByTimeAsync(FADING_MS);
      expect(results()).toEqual([["Ann"], []]);
    });

    it("waits for nothing where nothing is shown that fades", async () => {
      const nexus = await remembered();
      const { evaluations } = await listen(nexus, 'FIND(?m.name) WHERE { ?m {type: "Person"} }');
      const asked = evaluations.mock.calls.length;
      await vi.advanceTimersByTimeAsync(3 * FADING_MS);
      expect(evaluations.mock.calls.length).toBe(asked);
    });
  });

  it("follows the clock for a reader from whom something is hidden, and over the end of what it may read", async () => {
    vi.useFakeTimers({ toFake: ["Date", "setTimeout", "clearTimeout"], shouldAdvanceTime: true });
    const nexus = await openRuntime();
    await write(nexus, `MUTATE { ${createPerson("Ann")} ${createPerson("Bob").replace("?c", "?d")} }`);
    const [soon, later] = [3_600_000, 7_200_000].map((ms) => new Date(Date.now() + ms).toISOString());
    await write(
      nexus,
      claimZone("C-1", "east", `, valid: {from: "2020-01-01T00:00:00.000Z", until: "${soon}"}`),
    );
    const governance = await nexus.governance();
    await governance.change({ op: "add_principal", id: "guest" });
    const permissions = ["discover", "read", "search", "project"];
    await governance.change({ op: "grant", principal: "guest", permissions, expires_at: later });
    const hidden = { elements: ["C-2"] };
    await governance.change({ op: "deny", principal: "guest", permissions: ["discover"], scope: hidden });
    const guest = await nexus.endpoint({ principal: "guest" });
    const answers: LiveAnswer[] = [];
    await guest.subscribe(ZONE, undefined, (answer) => answers.push(answer));
    await vi.advanceTimersByTimeAsync(3_600_000 + 1_000);
    const said = answers.map((answer) => ("error" in answer ? answer.error.code : answer.result));
    expect(said).toEqual([[["accepted", ["east"]]], [["insufficient", []]]]);
    await vi.advanceTimersByTimeAsync(3_600_000 + 1_000);
    expect(answers).toHaveLength(3);
    expect(answers[2]).toHaveProperty("error");
  });

  it("hears through its endpoint that another tab ended or narrowed its grant, and of nothing else", async () => {
    const name = crypto.randomUUID();
    const [here, there] = [await openRuntime(name), await openRuntime(name)];
    await write(there, `MUTATE { ${createPerson("Ann")} ${createPerson("Bob").replace("?c", "?d")} }`);
    await write(there, claimZone("C-1", "east"));
    const governance = await there.governance();
    await governance.change({ op: "add_principal", id: "guest" });
    const permissions = ["discover", "read", "search", "project"];
    const granted = await governance.change({ op: "grant", principal: "guest", permissions });
    await level(here, there);
    const guest = await here.endpoint({ principal: "guest" });
    const live = await Promise.all(
      [ZONE, 'FIND(?p.name) WHERE { ?p {type: "Person"} }'].map(async (query) => {
        const answers: LiveAnswer[] = [];
        await guest.subscribe(query, undefined, (answer) => answers.push(answer));
        return answers;
      }),
    );
    const said = () =>
      live.map((answers) => answers.map((answer) => ("error" in answer ? answer.error.code : answer.result)));
    const hidden = { elements: ["C-1"] };
    await governance.change({ op: "deny", principal: "guest", permissions: ["discover"], scope: hidden });
    await expect.poll(said).toEqual([
      [[["accepted", ["east"]]], [["insufficient", []]]],
      [["Ann", "Bob"], ["Bob"]],
    ]);
    await governance.change({ op: "revoke", id: granted.ids[0] ?? "" });
    const ended = [
      [[["accepted", ["east"]]], [["insufficient", []]], "NotAuthorized"],
      [["Ann", "Bob"], ["Bob"], "NotAuthorized"],
    ];
    await expect.poll(said).toEqual(ended);
    await write(there, createPerson("Cyn"));
    await level(here, there);
    await settled(here);
    expect(said()).toEqual(ended);
  });

  it("answers anew when a symbol it lacked is defined", async () => {
    const nexus = await openRuntime();
    const { results } = await listen(nexus, 'FIND(?x.name) WHERE { ?x {type: "Robot"} }');
    expect(results()).toEqual(["SchemaSymbolNotFound"]);
    await write(nexus, 'DEFINE CONCEPT TYPE "Robot" {description: "A machine that acts."}');
    await expect.poll(() => results().at(-1)).toEqual([]);
  });

  it("keeps to the sequence that AS OF SEQ names, or a cursor, and reads again only what was erased of it", async () => {
    const nexus = await openRuntime();
    await write(nexus, `MUTATE { ${createPerson("Ann")} ${createPerson("Bob").replace("?c", "?d")} }`);
    const first = await nexus.executeKipReadonly({
      command: 'FIND(?p.name) WHERE { ?p {type: "Person"} } LIMIT 1',
    });
    const names = 'FIND(?p.name) WHERE { ?p {type: "Person"} }';
    const past = await listen(nexus, `${names} AS OF SEQ 1`);
    const searched = await listen(nexus, 'FIND(?x.id) WHERE { ?x SEARCH CONCEPT "ann" LIMIT 5 } AS OF SEQ 1');
    const page = await listen(nexus, `${names} LIMIT 1 CURSOR :c`, {
      c: first.results[0]?.next_cursor ?? "",
    });
    vi.restoreAllMocks();
    const evaluations = vi.spyOn(await nexus.readingSession(), "evaluate");
    const commands = ['UPDATE "C-1" SET FIELDS {name: "Anna"}', createPerson("Cyn")];
    for (const command of commands) await write(nexus, command);
    await settled(nexus);
    expect(evaluations.mock.calls.length).toBe(commands.length);
    await write(nexus, 'PURGE "C-2" CONFIRM "PURGE"');
    // The same once more where only the warning is new that something of that time is gone.
    await expect
      .poll(() => [past.results(), searched.results(), page.results()])
      .toEqual([
        [["Ann", "Bob"], ["Ann"]],
        [["C-1"], ["C-1"]],
        [["Bob"], "CursorExpired"],
      ]);
  });

  it("hears of what its query found missing, whatever clause looked for it", async () => {
    const nexus = await openRuntime();
    await write(nexus, `MUTATE { ${createPerson("Ann")} ${createPerson("Bob").replace("?c", "?d")} }`);
    const person = '?p {type: "Person"}';
    const queries = [
      `FIND(?p.name) WHERE { ${person} NOT { (?p, "timezone", ?z) } }`,
      `FIND(?p.name, ?z) WHERE { ${person} OPTIONAL { (?p, "timezone", ?z) } }`,
      'FIND(?p.name) WHERE { ?p {type: "Topic"} UNION { (?p, "timezone", "east") } }',
      'FIND(COUNT(?z)) WHERE { (?p, "timezone", ?z) }',
      'FIND(?b.status) WHERE { ?b BELIEF ("C-1", "timezone", "east") }',
      'FIND(?a.mode) WHERE { ?a ASSERTION {id: "A-1"} }',
    ];
    const live = await Promise.all(queries.map((query) => listen(nexus, query)));
    await write(nexus, claimZone("C-1", "east"));
    await expect
      .poll(() => live.map(({ results }) => results()))
      .toEqual([
        [["Ann", "Bob"], ["Bob"]],
        [
          [
            ["Ann", null],
            ["Bob", null],
          ],
          [
            ["Ann", "east"],
            ["Bob", null],
          ],
        ],
        [[], ["Ann"]],
        [[0], [1]],
        [["insufficient"], ["accepted"]],
        [[], ["stated"]],
      ]);
  });

  it("tells that there is more than its page, or no more, though the page stayed the same", async () => {
    const nexus = await openRuntime();
    await write(nexus, createPerson("Ann"));
    const { answers } = await listen(nexus, 'FIND(?p.name) WHERE { ?p {type: "Person"} } LIMIT 1');
    for (const name of ["Bob", "Cyn"]) await write(nexus, createPerson(name));
    const pages = () =>
      answers.map((answer) => ["next_cursor" in answer, "result" in answer && answer.result]);
    await expect.poll(pages).toHaveLength(2);
    await settled(nexus);
    expect(pages()).toEqual([
      [false, ["Ann"]],
      [true, ["Ann"]],
    ]);
  });

  it("hears of what another tab put in force: a schema, a policy, a quarantine", async () => {
    const name = crypto.randomUUID();
    const [here, there] = [await openRuntime(name), await openRuntime(name)];
    await write(there, createPerson("Ann"));
    await write(there, claimZone("C-1", "east"));
    await level(here, there);
    const robots = await listen(here, 'FIND(?x.name) WHERE { ?x {type: "Robot"} }');
    const policy = `${ZONE} WITH EPISTEMIC {policy: "host:latest"}`;
    const hosts = await listen(here, policy);
    await write(there, 'DEFINE CONCEPT TYPE "Robot" {description: "A machine that acts."}');
    await there.registerPolicy({
      ...{ format: "KIP-Projection-Policy", id: "host:latest", version: "1", base: "structural" },
      ...{ description: "The latest.", precedence: [{ rule: "recency" }] },
    });
    await expect.poll(robots.results).toEqual(["SchemaSymbolNotFound", []]);
    await expect.poll(hosts.results).toEqual(["ProjectionPolicyUnavailable", [["accepted", ["east"]]]]);
    await (await there.governance()).change({ op: "quarantine", elements: ["A-1"], reason: "odd" });
    await expect.poll(() => hosts.results().at(-1)).toEqual([["insufficient", []]]);
  });

  it("goes on when its callback fails, and reports that; others do not notice", async () => {
    const nexus = await openRuntime();
    const reported: string[] = [];
    const report = vi.spyOn(globalThis, "reportError").mockImplementation((thrown) => {
      reported.push(String(thrown));
    });
    const names = 'FIND(?p.name) WHERE { ?p {type: "Person"} }';
    await nexus.subscribe(names, {}, () => {
      throw new Error("mine");
    });
    const other = await listen(nexus, names);
    await write(nexus, createPerson("Ann"));
    await expect.poll(() => reported).toEqual(["Error: mine", "Error: mine"]);
    await expect.poll(other.results).toEqual([[], ["Ann"]]);
    report.mockRestore();
  });

  it("misses no commit that comes in the very turn in which a reading ends", async () => {
    const nexus = await openRuntime();
    const session = await nexus.readingSession();
    const watching = vi.spyOn(session, "onMoved");
    const evaluations = vi.spyOn(session, "evaluate");
    const nothing = { elements: [], clientKeys: [], identity: [] };
    // What the Space is described as can have changed with any commit.
    await nexus.subscribe("DESCRIBE SPACE", {}, () => watching.mock.calls[0]?.[0](nothing));
    await expect.poll(() => evaluations.mock.calls.length).toBe(2);
    watching.mockRestore();
  });

  it("never says the same twice, and ends with the last answer, however fast the commits come", async () => {
    const nexus = await openRuntime();
    const { results } = await listen(nexus, 'FIND(COUNT(?p)) WHERE { ?p {type: "Person"} }');
    await Promise.all(Array.from({ length: 10 }, (_, index) => write(nexus, createPerson(`P${index}`))));
    await expect.poll(() => results().at(-1)).toEqual([10]);
    const counts = results().flat();
    expect(counts).toEqual([...new Set(counts)]);
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
