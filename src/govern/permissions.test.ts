import { describe, expect, it } from "vitest";
import { KipError } from "../model/index.js";
import { type Advertised, readPermissions, registeredPermissions } from "./permissions.js";
import { permissionsOfRole } from "./preset.js";

const none: Advertised = new Set();

function codeOf(call: () => unknown): string | null {
  try {
    call();
    return null;
  } catch (thrown) {
    return thrown instanceof KipError ? thrown.code : String(thrown);
  }
}

describe("permission names", () => {
  it("are the Core ones, and the Extended ones of capabilities that are advertised", () => {
    expect(registeredPermissions(none)).toHaveLength(32);
    expect(registeredPermissions(none)).not.toContain("derive");
    expect(registeredPermissions(new Set(["derive_permission"]))).toContain("derive");
  });

  it("are refused where no gate would ever ask for them", () => {
    expect(codeOf(() => readPermissions(["derive"], none))).toBe("UnsupportedCapability");
    expect(codeOf(() => readPermissions(["administer"], none))).toBe("ConstraintViolation");
    expect(codeOf(() => readPermissions(["toString"], none))).toBe("ConstraintViolation");
    expect(codeOf(() => readPermissions([], none))).toBe("ConstraintViolation");
    expect(codeOf(() => readPermissions("read", none))).toBe("TypeMismatch");
  });

  it("are kept once each, in the order of the registry", () => {
    expect(readPermissions(["read", "discover", "read"], none)).toEqual(["discover", "read"]);
  });
});

describe("the single-agent preset", () => {
  const everything: Advertised = new Set([
    "derive_permission",
    "record_outcome_permission",
    "draft_vocabulary",
  ]);

  it("leaves erasure, holds, policy, grants and elevation with the owner alone", () => {
    for (const permission of ["purge", "manage_legal_hold", "manage_grants", "elevate_authority"] as const) {
      const holders = (["agent", "maintenance", "instrument", "owner"] as const).filter((role) =>
        permissionsOfRole(role, everything).has(permission),
      );
      expect(holders, permission).toEqual(["owner"]);
    }
  });

  it("lets the instrument record outcomes and the agent propose schema, where there are such permissions", () => {
    expect(permissionsOfRole("instrument", none).has("record_outcome")).toBe(false);
    expect(permissionsOfRole("instrument", everything).has("record_outcome")).toBe(true);
    expect(permissionsOfRole("agent", everything).has("record_outcome")).toBe(false);
    expect(permissionsOfRole("agent", everything).has("propose_schema")).toBe(true);
    expect(permissionsOfRole("agent", everything).has("manage_schema")).toBe(false);
  });
});
