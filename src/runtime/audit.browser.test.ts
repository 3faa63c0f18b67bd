import { describe, expect, it } from "vitest";
import type { GovernanceOperation } from "../govern/index.js";
import type { JsonObject } from "../model/index.js";
import { onlyResult, openRuntime } from "./nexus.fixture.js";
import type { NexusRuntime } from "./nexus-runtime.js";

// The audit is complete (§29, §31): whatever changes who may do what, or under which schema everybody works, leaves a
// line, and so does whoever tried in vain. Lines hold names and ids, never content.

const HOUSE = `MUTATE {
  CREATE CONCEPT ?alice { TYPE "Person" NAME "Alice" }
  CREATE CONCEPT ?twin { TYPE "Person" NAME "Twin" }
  CREATE EVIDENCE ?note { SET FIELDS {evidence_class: "document", payload: "a very private note"} }
}`;

async function house(): Promise<{ runtime: NexusRuntime; ids: JsonObject }> {
  const runtime = await openRuntime();
  const { handles } = onlyResult(await runtime.executeKip({ command: HOUSE })) as { handles: JsonObject };
  return { runtime, ids: handles };
}

async function lines(runtime: NexusRuntime): Promise<readonly string[]> {
  const found = await (await runtime.governance()).audit({ limit: 1_000 });
  return found.map(
    ({ principal, act, outcome }) => `${principal.replace("principal:", "")} ${act} ${outcome}`,
  );
}

/** Every operation of the control plane, as the owner may carry it out; `known` is what earlier ones made. */
function operations(ids: JsonObject, known: (op: string) => string): readonly GovernanceOperation[] {
  const [alice, note] = [String(ids.alice), String(ids.note)];
  return [
    { op: "add_principal", id: "guest" },
    { op: "suspend_principal", id: "guest" },
    { op: "resume_principal", id: "guest" },
    { op: "grant", principal: "guest", permissions: ["read"] },
    { op: "deny", principal: "guest", permissions: ["purge"] },
    { op: "delegate", to: "guest", permissions: ["read"] },
    { op: "bind_actor", principal: "guest", actor: alice },
    { op: "revoke", id: known("grant") },
    { op: "set_policy", unclassified: "private" },
    { op: "designate_self", concept: alice },
    { op: "classify", elements: [note], classification: "secret" },
    { op: "set_authority", element: note, authority_class: "advisory" },
    { op: "quarantine", elements: [note], reason: "review" },
    { op: "release", elements: [note] },
  ];
}

describe("the audit", () => {
  it("has a line for each operation of the control plane, and for each that was refused", async () => {
    const { runtime, ids } = await house();
    const governance = await runtime.governance();
    const instrument = await runtime.governance("instrument");
    const made = new Map<string, string>();
    const known = (op: string) => made.get(op) ?? "grant:none";
    for (let at = 0; at < operations(ids, known).length; at += 1) {
      const operation = operations(ids, known)[at]!;
      await expect(instrument.change(operation), operation.op).rejects.toMatchObject({
        code: "NotAuthorized",
      });
      const { ids: changed, space_seq } = await governance.change(operation);
      if (changed[0] !== undefined) made.set(operation.op, changed[0]);
      expect(space_seq, operation.op).not.toBeNull();
      expect((await lines(runtime)).slice(0, 2)).toEqual([
        `owner ${operation.op} done`,
        `instrument ${operation.op} denied`,
      ]);
    }
  });

  it("has a line for each change of the schema, of an identity, and of what cannot be undone", async () => {
    const { runtime, ids } = await house();
    const owner = await runtime.endpoint({ principal: "owner" });
    const run = (command: string) => owner.executeKip({ command, parameters: ids });
    onlyResult(await run('DEFINE CONCEPT TYPE "Ghost" {description: "a ghost"}'));
    onlyResult(await run("MERGE CONCEPT :twin INTO :alice"));
    onlyResult(await run("SET RETENTION :note {legal_hold: true}"));
    onlyResult(await run("SET RETENTION :note {legal_hold: false}"));
    onlyResult(await run('PURGE PAYLOAD :note CONFIRM "PURGE"'));
    await runtime.deactivatePackages(["kip://domains/general@1.0.0"]);
    await runtime.activatePackages(["kip://domains/general@1.0.0"]);
    expect(await lines(runtime)).toEqual([
      "owner activate_packages done",
      "owner deactivate_packages done",
      "owner PURGE PAYLOAD done",
      "owner SET RETENTION done",
      "owner SET RETENTION done",
      "owner MERGE CONCEPT done",
      "owner DEFINE CONCEPT TYPE done",
    ]);
    const told = JSON.stringify(await (await runtime.governance()).audit());
    expect(told).not.toContain("private note");
  });

  it("has a line for a change of the schema that the owner denied itself, and nothing is changed then", async () => {
    const { runtime } = await house();
    const governance = await runtime.governance();
    const { ids } = await governance.change({
      op: "deny",
      principal: "owner",
      permissions: ["manage_schema"],
    });
    const before = (await runtime.readingSession()).view.environment.version;
    const refused = { code: "NotAuthorized" };
    await expect(runtime.deactivatePackages(["kip://domains/general@1.0.0"])).rejects.toMatchObject(refused);
    await expect(runtime.activatePackages(["kip://domains/general@1.0.0"])).rejects.toMatchObject(refused);
    await expect(runtime.promoteDrafts([])).rejects.toBeDefined();
    expect((await runtime.readingSession()).view.environment.version).toBe(before);
    expect((await lines(runtime)).slice(0, 3)).toEqual(
      expect.arrayContaining(["owner activate_packages denied", "owner deactivate_packages denied"]),
    );
    await governance.change({ op: "revoke", id: ids[0]! });
    await runtime.deactivatePackages(["kip://domains/general@1.0.0"]);
  });
});
