import { describe, expect, it } from "vitest";
import type { JsonObject } from "../model/index.js";
import { codeOf, createPerson, onlyResult, openRuntime } from "./nexus.fixture.js";
import type { NexusRuntime } from "./nexus-runtime.js";

const policyOf = (version: string, precedence: readonly string[]): JsonObject => ({
  format: "KIP-Projection-Policy",
  id: "host:ours",
  version,
  base: "structural",
  precedence,
});

const STANDS = policyOf("1", []);
const LATEST = policyOf("2", ["recency"]);

const ask = (policy: string, asOf = "") =>
  `FIND(?s.status, ?s.accepted_values, ?s.basis.policy.version) WHERE { ?s BELIEF SLOT ("C-1", "timezone") } ${asOf} WITH EPISTEMIC {policy: "${policy}"}`;

const read = (runtime: NexusRuntime, command: string) => runtime.executeKipReadonly({ command });

/** Two others disagree about a third person's timezone. */
async function disagree(runtime: NexusRuntime): Promise<void> {
  const claim = (by: string, zone: string, at: string) =>
    `ASSERT ("C-1", "timezone", "${zone}") { by: "${by}", mode: "stated", at: "${at}" }`;
  for (const command of [
    createPerson("Ann"),
    createPerson("Bob"),
    createPerson("Cyn"),
    claim("C-2", "east", "2026-01-01T00:00:00.000Z"),
    claim("C-3", "west", "2026-02-01T00:00:00.000Z"),
  ])
    onlyResult(await runtime.executeKip({ command }));
}

describe("a Projection Policy of the host", () => {
  it("decides beliefs in every tab and after a reload, without being handed in again", async () => {
    const name = crypto.randomUUID();
    const [here, there] = [await openRuntime(name), await openRuntime(name)];
    await disagree(here);
    expect(codeOf(await read(here, ask("host:ours")))).toBe("ProjectionPolicyUnavailable");
    const registered = await here.registerPolicy(LATEST);
    expect(registered).toMatchObject({ id: "host:ours", version: "2", space_seq: 6 });
    await expect.poll(async () => (await there.status()).seq).toBe(6);
    const answer = [["accepted", ["west"], "2"]];
    for (const tab of [here, there]) expect(onlyResult(await read(tab, ask("host:ours")))).toEqual(answer);
    here.close();
    there.close();
    const later = await openRuntime(name);
    expect(onlyResult(await read(later, ask("host:ours")))).toEqual(answer);
    expect((await later.schema()).policies).toContain("host:ours");
  });

  it("is taken at opening, where it costs a commit once", async () => {
    const name = crypto.randomUUID();
    const first = await openRuntime(name, { policies: [STANDS, LATEST] });
    expect((await first.status()).seq).toBe(2);
    const again = await openRuntime(name, { policies: [STANDS, LATEST] });
    expect((await again.status()).seq).toBe(2);
    expect(await again.registerPolicy(LATEST)).toMatchObject({ space_seq: null });
    expect(await again.verifyLog()).toMatchObject({ problems: [] });
  });

  it("is listed and described, and may be named in what is validated", async () => {
    const nexus = await openRuntime(undefined, { policies: [LATEST] });
    const listed = onlyResult(await read(nexus, "LIST EPISTEMIC POLICIES")) as readonly JsonObject[];
    expect(listed.map(({ id, version }) => `${id}@${version}`)).toEqual([
      "host:ours@2",
      "kip:memory-default@1",
      "kip:structural@1",
    ]);
    expect(onlyResult(await read(nexus, 'DESCRIBE EPISTEMIC POLICY "host:ours"'))).toMatchObject({
      version: "2",
      content_digest: expect.stringMatching(/^sha256:/),
      precedence: [{ rule: "recency" }],
    });
    const query = ask("host:ours").replace('"C-1"', "?x").replace("{ ?s", '{ ?x {type: "Person"} ?s');
    const parameters = { query };
    const validated = await nexus.executeKipReadonly({ command: "VALIDATE KQL :query", parameters });
    expect(onlyResult(validated)).toMatchObject({ valid: true });
    expect(await read(nexus, "CHANGES AFTER SEQ 0")).toMatchObject({
      results: [{ result: [{ control_changes: [{ kind: "policy" }] }] }],
    });
  });

  it("leaves the past with the policy of its time", async () => {
    const nexus = await openRuntime();
    await disagree(nexus);
    await nexus.registerPolicy(STANDS);
    await nexus.registerPolicy(LATEST);
    const answers = async (policy: string, seq: number) =>
      onlyResult(await read(nexus, ask(policy, `AS OF SEQ ${seq}`)));
    expect(await answers("host:ours", 7)).toEqual([["accepted", ["west"], "2"]]);
    expect(await answers("host:ours", 6)).toEqual([["contested", [], "1"]]);
    const before = await read(nexus, ask("host:ours", "AS OF SEQ 5"));
    expect(codeOf(before)).toBe("ProjectionPolicyUnavailable");
    expect(before.results[0]?.error?.hint).toContain("host:ours@1");
    expect(await answers("host:ours@2", 5)).toEqual([["accepted", ["west"], "2"]]);
  });

  it("is refused with nothing changed, at opening and later", async () => {
    const nexus = await openRuntime();
    const unknown = policyOf("3", ["luck"]);
    await expect(nexus.registerPolicy(unknown)).rejects.toMatchObject({
      code: "ConstraintViolation",
      message: expect.stringContaining("luck"),
    });
    await nexus.registerPolicy(LATEST);
    await expect(nexus.registerPolicy(policyOf("2", []))).rejects.toMatchObject({
      code: "ConstraintViolation",
    });
    expect((await nexus.status()).seq).toBe(1);
    const name = crypto.randomUUID();
    const opening = openRuntime(name, { policies: [LATEST, unknown] });
    await expect(opening).rejects.toMatchObject({ code: "ConstraintViolation" });
    expect((await (await openRuntime(name)).status()).seq).toBe(0);
  });
});
