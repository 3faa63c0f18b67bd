import { describe, expect, it } from "vitest";
import { digestOfText, type JsonValue } from "../model/index.js";
import type { Endpoint } from "./endpoint.js";
import { onlyResult, openRuntime } from "./nexus.fixture.js";
import type { NexusRuntime } from "./nexus-runtime.js";

const SAID = "I never drink tea.";
const AT = "2026-09-01T08:00:00.000Z";

/** A memory in which the agent misheard Alice, and the maintenance misheard her, too. */
async function misheard() {
  const runtime = await openRuntime();
  const agent = await runtime.endpoint({ principal: "agent" });
  const maintenance = await runtime.endpoint({ principal: "maintenance" });
  const said = `MUTATE {
    CREATE CONCEPT ?alice { TYPE "Person" NAME "Alice" }
    CREATE EVIDENCE ?e { SET FIELDS {evidence_class: "message", payload: :said, observed_at: :at} }
    ASSERT (?alice, "timezone", "+08:00") {by: ?alice, mode: "stated", evidence: ?e, at: :at}
  }`;
  for (const endpoint of [agent, maintenance]) {
    // Both may record what others said, so that only the recorder differs.
    await grant(runtime, endpoint.caller.principal, ["record_attributed_assertion"]);
    expect((await endpoint.executeKip({ command: said, parameters: { said: SAID, at: AT } })).status).toBe(
      "succeeded",
    );
  }
  return { runtime, agent, maintenance };
}

async function grant(
  runtime: NexusRuntime,
  principal: string,
  permissions: readonly string[],
  scope?: object,
) {
  await (await runtime.governance()).change({
    op: "grant",
    ...{ principal, permissions },
    ...(scope && { scope }),
  } as never);
}

/** The repair of what was taken from the n-th source. */
const repairOf = (n: number) => ({
  source_ref: `E-${n}`,
  source_digest: digestOfText(SAID),
  source_locator: "bytes=0-17",
  invalidated_refs: [`A-${n}`],
  replacement_refs: ["?right"],
  reason: "extraction_error" as const,
  expected_versions: { [`A-${n}`]: 1 },
});
const right = (n: number) => ({
  command: `ASSERT ?right ("C-${n}", "timezone", "+09:00") {by: "C-${n}", mode: "stated", evidence: "E-${n}", at: :at}`,
  parameters: { at: AT },
});

const validity = async (reader: Pick<Endpoint, "executeKip">, id: string): Promise<JsonValue | undefined> =>
  onlyResult(
    await reader.executeKip({
      command: `FIND(?a._system.recording_validity) WHERE { ?a ASSERTION {id: "${id}"} }`,
    }),
  );

const codeOf = (call: Promise<unknown>) =>
  call.then(
    () => null,
    (thrown: { code?: string }) => thrown.code,
  );

describe("a recording repair through an endpoint", () => {
  it("is the recorder's own, under its own name, and needs no permission but that and those of what replaces", async () => {
    const { runtime, agent } = await misheard();
    const { receipt } = await agent.repairRecording(repairOf(1), { replacement: right(1) });
    expect(receipt).toMatchObject({
      transaction_class: "recording_repair",
      origin: { principal_id: "principal:agent" },
    });
    expect(await validity(agent, "A-1")).toEqual([{ status: "invalidated", repair_ref: "X-1" }]);
    expect(await (await runtime.governance()).audit({ limit: 1 })).toMatchObject([
      {
        act: "recording_repair",
        principal: "principal:agent",
        permissions: ["repair_recording"],
        outcome: "done",
      },
    ]);
    expect((await runtime.verifyLog()).problems).toEqual([]);
  });

  it("is refused to whoever did not record it, or does not hold the permission, and the refusal is in the audit", async () => {
    const { runtime, agent, maintenance } = await misheard();
    const readonly = await runtime.endpoint({ principal: "agent", access: "readonly" });
    expect(await codeOf(agent.repairRecording(repairOf(2), { replacement: right(2) }))).toBe("NotAuthorized");
    expect(await codeOf(maintenance.repairRecording(repairOf(2), { replacement: right(2) }))).toBe(
      "NotAuthorized",
    );
    expect(await (await runtime.governance()).audit({ limit: 1 })).toMatchObject([
      {
        act: "recording_repair",
        principal: "principal:maintenance",
        outcome: "denied",
        code: "NotAuthorized",
      },
    ]);
    expect(await codeOf(readonly.repairRecording(repairOf(1)))).toBe("ReadonlyViolation");
    // A grant for some elements is one for those.
    await grant(runtime, "maintenance", ["repair_recording"], { elements: ["A-1"] });
    expect(await codeOf(maintenance.repairRecording(repairOf(2), { replacement: right(2) }))).toBe(
      "NotAuthorized",
    );
    await grant(runtime, "maintenance", ["repair_recording"], { elements: ["A-2"] });
    expect(await codeOf(maintenance.repairRecording(repairOf(2), { replacement: right(2) }))).toBeNull();
    expect(await validity(runtime, "A-1")).toEqual([{ status: "valid", repair_ref: null }]);
  });

  it("gives no permission for what replaces, and takes no element its Principal may not know", async () => {
    const { runtime, agent } = await misheard();
    const governance = await runtime.governance();
    await governance.change({ op: "deny", principal: "agent", permissions: ["record_attributed_assertion"] });
    expect(await codeOf(agent.repairRecording(repairOf(1), { replacement: right(1) }))).toBe("NotAuthorized");
    await governance.change({
      op: "deny",
      ...{ principal: "agent", permissions: ["discover"], scope: { classifications: ["secret"] } },
    });
    await governance.change({ op: "classify", elements: ["A-1"], classification: "secret" });
    const repair = { ...repairOf(1), replacement_refs: [] };
    expect(await codeOf(agent.repairRecording(repair))).toBe("NotFoundOrNotVisible");
    expect(await validity(runtime, "A-1")).toEqual([{ status: "valid", repair_ref: null }]);
  });

  it("is refused with options there are not, or of another type", async () => {
    const { agent } = await misheard();
    for (const [options, code] of [
      [{ scope: "any" }, "InvalidRequestEnvelope"],
      [{ idempotencyKey: 7 }, "TypeMismatch"],
      [{ replacement: "ASSERT" }, "InvalidRequestEnvelope"],
      [{ replacement: { command: 7 } }, "TypeMismatch"],
      [null, "TypeMismatch"],
    ] as const) {
      const refused = await codeOf(agent.repairRecording(repairOf(1), options));
      expect([options, refused]).toEqual([
        options,
        expect.stringMatching(/TypeMismatch|InvalidRequestEnvelope/),
      ]);
      if (options !== null && typeof options.replacement !== "string") expect(refused).toBe(code);
    }
  });

  it("is told to whoever sees what it invalidated, but not by which Activity where that is hidden", async () => {
    const { runtime, agent } = await misheard();
    await agent.repairRecording(repairOf(1), { replacement: right(1) });
    const governance = await runtime.governance();
    await governance.change({ op: "add_principal", id: "reader" });
    await governance.change({ op: "grant", principal: "reader", permissions: ["discover", "read"] });
    await governance.change({
      op: "deny",
      ...{ principal: "reader", permissions: ["discover"], scope: { kinds: ["activity"] } },
    });
    const reader = await runtime.endpoint({ principal: "reader" });
    expect(await validity(reader, "A-1")).toEqual([{ status: "invalidated", repair_ref: null }]);
    const whole = await reader.executeKip({ command: 'FIND(?a) WHERE { ?a ASSERTION {id: "A-1"} }' });
    expect(JSON.stringify(whole)).not.toContain("X-1");
    expect(await validity(runtime, "A-1")).toEqual([{ status: "invalidated", repair_ref: "X-1" }]);
  });
});
