import { type Advertised, type Permission, registeredPermissions } from "./permissions.js";
import type { BindingRecord, PolicyRecord, PresetRole, PrincipalRecord } from "./records.js";

/** The roles of the single-agent preset, in the Specification's order (§30.5). */
export const PRESET_ROLES: readonly PresetRole[] = ["agent", "maintenance", "instrument", "owner"];

/** The Principal that has a role of the preset. */
export function presetPrincipal(role: PresetRole): string {
  return `principal:${role}`;
}

/** The human the memory belongs to: who the host's own calls act as. */
export const OWNER = presetPrincipal("owner");

const READING = ["discover", "read", "search", "project"] as const;

/**
 * What each role may do without a grant (§30.5). Extended permissions count only where they exist.
 *
 * The owner also holds every Extended permission there is. A Space has somebody who can do everything, and the origin
 * of each write still tells who did it (§29.8).
 */
const ROLE_PERMISSIONS: Readonly<Record<PresetRole, readonly Permission[] | "every">> = {
  agent: [
    ...READING,
    "create",
    "update",
    "assert",
    "record_attributed_assertion",
    "retract_own",
    "supersede_own",
    "archive",
    "export",
    "propose_schema",
    "repair_recording",
  ],
  maintenance: [
    ...READING,
    "create",
    "update",
    "assert",
    "maintain",
    "merge_identity",
    "manage_retention",
    "tombstone",
    "read_history",
    "read_audit",
    "derive",
  ],
  instrument: ["discover", "read", "create", "record_outcome"],
  owner: "every",
};

/** The permissions of a role, as far as they exist here. */
export function permissionsOfRole(role: PresetRole, advertised: Advertised): ReadonlySet<Permission> {
  const registered = registeredPermissions(advertised);
  const held = ROLE_PERMISSIONS[role];
  return new Set(held === "every" ? registered : registered.filter((name) => held.includes(name)));
}

/** The Principals every Space has before its host adds any. */
export const PRESET_PRINCIPALS: readonly PrincipalRecord[] = PRESET_ROLES.map((role) => ({
  kind: "principal",
  id: presetPrincipal(role),
  label: role,
  role,
  status: "active",
}));

/** Who speaks as the Space's `$self`: the acting agent and the sleeping one, never the instrument (§30.5). */
const SELF_ROLES: readonly PresetRole[] = ["agent", "maintenance"];

/** The binding a role comes with, or null. */
export function bindingOfRole(role: PresetRole, principal: string): BindingRecord | null {
  if (!SELF_ROLES.includes(role)) return null;
  return {
    kind: "binding",
    id: `binding:${role}:$self`,
    principal,
    actor: "$self",
    predicates: null,
    contexts: null,
    not_before: null,
    expires_at: null,
    revoked_at: null,
    bound_by: "preset",
    bound_at: PRESET_SINCE,
  };
}

/** The preset has always been there. */
const PRESET_SINCE = "2000-01-01T00:00:00.000Z" as BindingRecord["bound_at"];

/** The policy of a Space whose host has set none. */
export const PRESET_POLICY: PolicyRecord = {
  kind: "policy",
  id: "policy",
  classifications: ["public", "internal", "private", "sensitive", "secret"],
  unclassified: "internal",
  reserved_actors: ["$self"],
  approvals: [],
};
