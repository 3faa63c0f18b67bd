import { describe, expect, it } from "vitest";
import type { GovernanceOperation } from "../govern/index.js";
import { asKipError, type JsonObject } from "../model/index.js";
import { createPerson, onlyResult, openRuntime } from "./nexus.fixture.js";
import type { NexusRuntime } from "./nexus-runtime.js";

/** A runtime with one Person, C-1, and the Principals of a test with the permissions they hold. */
async function guarded(principals: Readonly<Record<string, readonly string[]>>) {
  const runtime = await openRuntime();
  onlyResult(await runtime.executeKip({ command: createPerson("Alice") }));
  const owner = await runtime.governance();
  for (const [principal, permissions] of Object.entries(principals)) {
    await owner.change({ op: "add_principal", id: principal });
    await owner.change({ op: "grant", principal, permissions });
  }
  return { runtime, owner };
}

async function refusalOf(runtime: NexusRuntime, operation: GovernanceOperation, principal = "owner") {
  try {
    await (await runtime.governance(principal)).change(operation);
    return null;
  } catch (thrown) {
    return asKipError(thrown).code;
  }
}

describe("what protects", () => {
  it("refuses a rule of approval that could hold nothing back (§29.6)", async () => {
    const { runtime } = await guarded({});
    const rule = (...permissions: readonly string[]) =>
      ({ op: "set_policy", approvals: [{ permissions }] }) as const;
    for (const idle of ["elevate_authority", "declassify", "quarantine", "manage_grants", "export", "read"]) {
      expect(await refusalOf(runtime, rule("purge", idle)), idle).toBe("ConstraintViolation");
    }
    expect(await refusalOf(runtime, rule("purge", "merge_identity"))).toBeNull();
  });

  it("lowers no element in effect without declassify (§29.11)", async () => {
    const { runtime, owner } = await guarded({ clerk: ["discover", "read", "manage_policy"] });
    const before = owner.policy().classifications;
    const refused = async (operation: GovernanceOperation) => refusalOf(runtime, operation, "clerk");
    expect(await refused({ op: "classify", elements: ["C-1"], classification: "public" })).toBe(
      "NotAuthorized",
    );
    expect(await refused({ op: "set_policy", classifications: [...before].reverse() })).toBe("NotAuthorized");
    expect(await refused({ op: "set_policy", unclassified: "public" })).toBe("NotAuthorized");
    expect(await refused({ op: "set_policy", classifications: [...before, "sealed"] })).toBeNull();
    expect(await refused({ op: "classify", elements: ["C-1"], classification: "secret" })).toBeNull();
  });

  it("is lifted only by whoever could give what it held back, and is about what is there", async () => {
    const { runtime, owner } = await guarded({ clerk: ["manage_grants"], other: ["read"] });
    const { ids } = await owner.change({ op: "deny", principal: "other", permissions: ["purge"] });
    const id = ids[0] ?? "";
    expect(await refusalOf(runtime, { op: "revoke", id }, "clerk")).toBe("NotAuthorized");
    expect(await refusalOf(runtime, { op: "revoke", id })).toBeNull();
    const scope = { elements: ["C-999"] };
    const rule = { op: "grant", principal: "other", permissions: ["read"], scope } as const;
    expect(await refusalOf(runtime, rule)).toBe("NotFoundOrNotVisible");
  });

  it("asks nobody to approve what is only tried out, and tells a readonly endpoint what it can use", async () => {
    const { runtime, owner } = await guarded({ worker: ["discover", "read", "purge"] });
    await owner.change({ op: "set_policy", approvals: [{ permissions: ["purge"] }] });
    const worker = await runtime.endpoint({ principal: "worker" });
    const tried = await worker.executeKip({ command: 'PURGE "C-1" CONFIRM "PURGE"', dry_run: true });
    expect(tried.results[0]?.error?.code ?? tried.error?.code).toBe("RequiresApproval");
    expect(await owner.approvals()).toEqual([]);
    const access = onlyResult(
      await worker.executeKip({ command: 'DESCRIBE ACCESS WITH {operation: "purge"}' }),
    ) as JsonObject;
    expect(access).toMatchObject({ access: "full", decision: { allowed: true } });
    const reader = await runtime.endpoint({ principal: "owner", access: "readonly" });
    const shown = onlyResult(
      await reader.executeKipReadonly({ command: 'DESCRIBE ACCESS WITH {operation: "purge"}' }),
    ) as JsonObject;
    expect(shown).toMatchObject({ may_elevate_to: [], decision: { allowed: false } });
    const offered = async (principal: string) => {
      const endpoint = await runtime.endpoint({ principal });
      return onlyResult(await endpoint.executeKip({ command: "DESCRIBE CAPABILITIES" }));
    };
    const erasing = { available: expect.arrayContaining(["payload_purge"]) };
    expect(await offered("worker")).toMatchObject(erasing);
    expect(await offered("agent")).not.toMatchObject(erasing);
  });
});
