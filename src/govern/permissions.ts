import { kipError } from "../model/index.js";

/** The permissions every KIP-Governance implementation registers: a gate of the Specification asks for each (§29). */
export const CORE_PERMISSIONS = [
  "discover",
  "read",
  "search",
  "project",
  "create",
  "update",
  "assert",
  "record_attributed_assertion",
  "assert_as_actor",
  "retract_own",
  "supersede_own",
  "merge_identity",
  "maintain",
  "manage_retention",
  "manage_legal_hold",
  "export",
  "import",
  "archive",
  "tombstone",
  "purge",
  "manage_schema",
  "manage_policy",
  "manage_grants",
  "manage_delegation",
  "manage_actor_binding",
  "quarantine",
  "declassify",
  "approve",
  "elevate_authority",
  "read_audit",
  "read_history",
  "read_raw_origin",
] as const;

/** The Extended permissions, each with the capability that has to be advertised for the name to exist (§29). */
export const EXTENDED_PERMISSIONS = {
  derive: "derive_permission",
  record_outcome: "record_outcome_permission",
  repair_recording: "recording_repair",
  manage_trust: "weighted_projection",
  propose_schema: "draft_vocabulary",
} as const;

export type CorePermission = (typeof CORE_PERMISSIONS)[number];
export type ExtendedPermission = keyof typeof EXTENDED_PERMISSIONS;

/** A permission by its name in the Specification (§29). */
export type Permission = CorePermission | ExtendedPermission;

/** The capabilities a runtime advertises (§67.4), as far as permissions depend on them. */
export type Advertised = ReadonlySet<string>;

/** Every permission some gate here asks for: the Core ones, and the Extended ones of advertised capabilities. */
export function registeredPermissions(advertised: Advertised): readonly Permission[] {
  const extended = (Object.keys(EXTENDED_PERMISSIONS) as ExtendedPermission[]).filter((name) =>
    advertised.has(EXTENDED_PERMISSIONS[name]),
  );
  return [...CORE_PERMISSIONS, ...extended];
}

/**
 * Reads permission names, each once, in the order of the registry. A name no gate asks for would be authority that only
 * looks conferred, so it is refused (§29.6).
 * @throws `TypeMismatch` for anything but an array of strings, `ConstraintViolation` for an empty array or a name
 * nothing asks for, `UnsupportedCapability` for an Extended name whose capability is not advertised.
 */
export function readPermissions(value: unknown, advertised: Advertised): readonly Permission[] {
  if (!Array.isArray(value) || value.some((name) => typeof name !== "string")) {
    throw kipError("TypeMismatch", "permissions must be an array of permission names", {
      hint: 'Send permissions as an array, for example ["discover", "read"].',
      details: { field: "permissions" },
    });
  }
  const registered = registeredPermissions(advertised);
  for (const name of value as readonly string[]) requireRegistered(name, registered);
  if (value.length === 0) {
    throw kipError("ConstraintViolation", "permissions names none", {
      hint: `Name at least one of ${registered.join(", ")}.`,
      details: { field: "permissions" },
    });
  }
  return registered.filter((name) => value.includes(name));
}

/**
 * Reads one permission name. @throws as `readPermissions` does for a name.
 */
export function readPermission(value: unknown, advertised: Advertised): Permission {
  const registered = registeredPermissions(advertised);
  const known = registered.find((name) => name === value);
  if (known) return known;
  if (typeof value === "string") requireRegistered(value, registered);
  throw kipError("TypeMismatch", "permission must be a permission name", {
    hint: `Send one of ${registered.join(", ")}.`,
    details: { field: "permission" },
  });
}

function requireRegistered(name: string, registered: readonly Permission[]): void {
  if (registered.some((known) => known === name)) return;
  if (Object.hasOwn(EXTENDED_PERMISSIONS, name)) {
    const capability = EXTENDED_PERMISSIONS[name as ExtendedPermission];
    throw kipError("UnsupportedCapability", `nothing here asks for the permission ${name}`, {
      hint: `${name} exists only where ${capability} is advertised. Leave it out: holding it would confer nothing.`,
      details: { permission: name, capability },
    });
  }
  throw kipError("ConstraintViolation", `there is no permission ${JSON.stringify(name)}`, {
    hint: `Use one of ${registered.join(", ")}.`,
    details: { field: "permissions", found: name, allowed: registered },
  });
}
