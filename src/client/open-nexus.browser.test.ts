import { afterEach, describe, expect, it } from "vitest";
import type { ChangeEnvelope, LiveAnswer, RecallRequest } from "./index.js";
import { deleteNexus, KipError, type NexusApi, type OpenNexusOptions, openNexus } from "./index.js";

const open: NexusApi[] = [];
const names = new Set<string>();

async function tab(
  name: string = crypto.randomUUID(),
  options: Partial<OpenNexusOptions> = {},
): Promise<NexusApi> {
  names.add(name);
  const nexus = await openNexus({ name, ...options });
  open.push(nexus);
  return nexus;
}

afterEach(async () => {
  await Promise.all(open.splice(0).map((nexus) => nexus.close()));
  await Promise.all([...names].map(deleteNexus));
  names.clear();
});

const createAlice = 'CREATE CONCEPT ?a { TYPE "Person" NAME "Alice" }';
const countPeople = 'FIND(COUNT(?p)) WHERE { ?p {type: "Person"} }';

describe("a page with a Nexus", () => {
  it("writes through one tool and reads through the other", async () => {
    const nexus = await tab();
    const written = await nexus.executeKip({ command: createAlice });
    expect(written.results[0]).toMatchObject({ status: "succeeded", result: { handles: { a: "C-1" } } });
    const read = await nexus.executeKipReadonly({ command: countPeople });
    expect(read.results[0]?.result).toEqual([1]);
  });

  it("believes by a policy of its own, the one README shows", async () => {
    const nexus = await tab();
    const people = ["Alice", "Bob", "Cyn"].map(
      (name) => `CREATE CONCEPT ?c { TYPE "Person" NAME "${name}" }`,
    );
    const claim = (by: string, zone: string, at: string) =>
      `ASSERT ("C-1", "timezone", "${zone}") { by: "${by}", mode: "stated", at: "${at}" }`;
    const seen = claim("C-2", "Lisbon", "2026-01-01T00:00:00.000Z").replace("stated", "observed");
    for (const command of [...people, seen, claim("C-3", "Paris", "2026-03-01T00:00:00.000Z")])
      await nexus.executeKip({ command });
    await nexus.registerPolicy({
      format: "KIP-Projection-Policy",
      id: "host:seen-first",
      version: "1",
      description: "What was seen goes before what was said, and then the latest.",
      base: "structural",
      precedence: [
        { rule: "mode_order", parameters: { modes: ["observed", "stated"] } },
        { rule: "recency" },
      ],
    });
    const { results } = await nexus.executeKipReadonly({
      command:
        'FIND(?s.status, ?s.accepted_values, ?s.basis.policy) WHERE { ?s BELIEF SLOT ("C-1", "timezone") } WITH EPISTEMIC {policy: "host:seen-first"}',
    });
    expect(results[0]?.result).toEqual([["accepted", ["Lisbon"], { id: "host:seen-first", version: "1" }]]);
  });

  it("binds parameters as values: clause text in one is only text", async () => {
    const nexus = await tab();
    const name = '"} } DELETE EVERYTHING { "';
    await nexus.executeKip({
      command: 'CREATE CONCEPT ?a { TYPE "Person" NAME :name }',
      parameters: { name },
    });
    const read = await nexus.executeKipReadonly({ command: 'FIND(?p.name) WHERE { ?p {type: "Person"} }' });
    expect(read.results[0]?.result).toEqual([name]);
  });

  it("hears of commits from another tab, each once and in order", async () => {
    const name = crypto.randomUUID();
    const [here, there] = [await tab(name), await tab(name)];
    const heard: ChangeEnvelope[] = [];
    const stop = await here.onCommit((envelope) => heard.push(envelope));
    await there.executeKip({ command: createAlice });
    await there.executeKip({ command: createAlice });
    await expect.poll(() => heard.map(({ space_seq }) => space_seq)).toEqual([1, 2]);
    expect(heard[0]?.changes).toEqual([
      expect.objectContaining({ op: "create", kind: "concept", id: "C-1", new_version: 1 }),
    ]);
    await stop();
    await there.executeKip({ command: createAlice });
    expect((await here.executeKipReadonly({ command: countPeople })).results[0]?.status).toBe("succeeded");
    expect(heard).toHaveLength(2);
  });

  it("is answered anew when another tab changes an answer, until it stops, and can ask how it was found", async () => {
    const name = crypto.randomUUID();
    const [here, there] = [await tab(name), await tab(name)];
    const answers: LiveAnswer[] = [];
    const stop = await here.subscribe(countPeople, {}, (answer) => answers.push(answer));
    const counts = () => answers.map((answer) => ("error" in answer ? answer.error : answer.result));
    await expect.poll(counts).toEqual([[0]]);
    await there.executeKip({ command: createAlice });
    await expect.poll(counts).toEqual([[0], [1]]);
    await stop();
    await there.executeKip({ command: createAlice });
    await expect.poll(async () => (await here.status()).seq).toBe(2);
    const { steps } = await here.explain(countPeople);
    expect(steps).toMatchObject([{ clause: '{type: "Person"}', access: "type", actual: 2 }]);
    expect(counts()).toHaveLength(2);
    await expect(here.subscribe(createAlice, {}, () => undefined)).rejects.toMatchObject({
      code: "ReadonlyViolation",
    });
  });

  it("recalls what was believed at an earlier sequence", async () => {
    const nexus = await tab();
    const claim = (zone: string) => `ASSERT ("C-1", "timezone", "${zone}") { by: "C-1", mode: "stated" }`;
    for (const command of [createAlice, claim("Lisbon"), claim("Paris")]) await nexus.executeKip({ command });
    const recall = async (as_of_seq?: number) => {
      const time = as_of_seq === undefined ? {} : { time: { as_of_seq } };
      const { knowledge, basis } = await nexus.recall({ query: "timezone of Alice", ...time });
      return [basis.snapshot_seq, knowledge.map(({ object }) => object)];
    };
    expect([await recall(), await recall(2), await recall(1)]).toEqual([
      [3, ["Paris"]],
      [2, ["Lisbon"]],
      [1, []],
    ]);
    await expect(recall(9)).rejects.toMatchObject({ code: "HistoricalSnapshotUnavailable" });
    const agent = await nexus.endpoint({ principal: "agent" });
    await expect(agent.recall({ query: "Alice", time: { as_of_seq: 2 } })).rejects.toMatchObject({
      code: "NotAuthorized",
    });
  });

  it("gets a KipError with its code and hint from recall", async () => {
    const nexus = await tab();
    const refusal = await nexus.recall({ query: "" } as RecallRequest).catch((thrown: unknown) => thrown);
    expect(refusal).toBeInstanceOf(KipError);
    expect(refusal).toMatchObject({ code: "ConstraintViolation", hint: expect.stringContaining("query") });
  });

  it("is told by name which package cannot be verified", async () => {
    const packages = [
      {
        format: "KIP-Schema-Package",
        manifest: { package_id: "kip://test/broken", version: "1.0.0" },
        definitions: {},
        integrity: { digest_profile: "kip-jcs-safe-v1", content_digest: `sha256:${"0".repeat(64)}` },
      },
    ];
    await expect(tab(undefined, { packages })).rejects.toMatchObject({
      code: "DigestMismatch",
      message: expect.stringContaining("kip://test/broken@1.0.0"),
    });
  });

  it("starts from nothing after the memory is deleted", async () => {
    const name = crypto.randomUUID();
    const before = await tab(name);
    await before.executeKip({ command: createAlice });
    await before.close();
    await deleteNexus(name);
    const after = await tab(name);
    expect((await after.executeKipReadonly({ command: countPeople })).results[0]?.result).toEqual([0]);
  });

  it("says so when it is used after closing, and may be closed twice", async () => {
    const nexus = await tab();
    const stop = await nexus.onCommit(() => undefined);
    await Promise.all([nexus.close(), nexus.close()]);
    await stop();
    expect(await nexus.executeKip({ command: countPeople })).toMatchObject({
      status: "failed",
      error: { code: "InternalError", hint: expect.stringContaining("openNexus") },
    });
    await expect(nexus.recall({ query: "x" })).rejects.toBeInstanceOf(KipError);
  });

  it("answers a call that holds what is no JSON, instead of throwing or storing half of it", async () => {
    const nexus = await tab();
    const command = 'CREATE EVIDENCE ?e { SET FIELDS {evidence_class: "message", payload: :p} }';
    for (const p of [() => 1, Symbol("s"), new Map([[1, 2]]), new Error("x"), new Uint8Array(2)]) {
      const response = await nexus.executeKip({ command, parameters: { p } } as never);
      expect(response).toMatchObject({ status: "failed" });
      expect((response.error ?? response.results[0]?.error)?.code).toBe("TypeMismatch");
    }
    const stored = await nexus.executeKipReadonly({ command: "FIND(COUNT(?e)) WHERE { ?e EVIDENCE {} }" });
    expect(stored.results[0]?.result).toEqual([0]);
  });

  it("needs a name", async () => {
    for (const options of [undefined, null, {}, { name: "" }, { name: 5 }]) {
      await expect(openNexus(options as never)).rejects.toMatchObject({ code: "InvalidRequestEnvelope" });
    }
  });
});
