import fc from "fast-check";
import { ELEMENT_KINDS, elementId, type Timestamp } from "../model/index.js";
import { ControlState } from "./control-state.js";
import { CORE_PERMISSIONS, type Permission, registeredPermissions } from "./permissions.js";
import type { ControlRecord, DelegationRecord, GrantRecord } from "./records.js";
import type { Scope, Target } from "./scope.js";

/** Everything a runtime can advertise that permissions depend on. */
export const ADVERTISED: ReadonlySet<string> = new Set(["derive_permission", "record_outcome_permission"]);

export const at = (day: number) => `2026-01-${String(day).padStart(2, "0")}T00:00:00.000Z` as Timestamp;

/** Today, in the tests that do not care. */
export const TODAY = at(15);

/** A control plane with Principals p1 to p4, who hold nothing, and these records. */
export function rulesWith(records: readonly ControlRecord[] = []): ControlState {
  const state = new ControlState(ADVERTISED);
  const principals = ["p1", "p2", "p3", "p4"].map(
    (id): ControlRecord => ({ kind: "principal", id, label: null, role: null, status: "active" }),
  );
  state.take([...principals, ...records], 1);
  return state;
}

let serial = 0;

/** A grant of everything it does not say otherwise: `allow`, for everything, for good. */
export function grant(
  parts: Partial<GrantRecord> & { readonly permissions: readonly Permission[] },
): GrantRecord {
  serial += 1;
  return {
    kind: "grant",
    id: `grant:${serial}`,
    effect: "allow",
    principal: "p1",
    scope: {},
    purposes: null,
    not_before: null,
    expires_at: null,
    revoked_at: null,
    granted_by: "principal:owner",
    granted_at: at(1),
    ...parts,
  };
}

export function delegation(
  parts: Partial<DelegationRecord> & { readonly permissions: readonly Permission[] },
): DelegationRecord {
  serial += 1;
  return {
    kind: "delegation",
    id: `delegation:${serial}`,
    from: "p1",
    to: "p2",
    scope: {},
    redelegable: false,
    not_before: null,
    expires_at: null,
    revoked_at: null,
    granted_by: "principal:owner",
    granted_at: at(1),
    ...parts,
  };
}

export function target(parts: Partial<Target> = {}): Target {
  return {
    id: elementId("concept", 1),
    kind: "concept",
    type: "kip://test/Person",
    predicate: null,
    classification: null,
    ...parts,
  };
}

const TYPES = ["kip://test/Person", "kip://test/Diary"];
const PREDICATES = ["kip://test/knows", "kip://test/fears"];
const LABELS = ["public", "internal", "secret", "of another vocabulary"];
const PRINCIPALS = ["p1", "p2", "p3", "p4"];
const PERMISSIONS: readonly Permission[] = ["discover", "read", "search", "project", "update", "purge"];

export const anyTarget: fc.Arbitrary<Target> = fc.record({
  id: fc.integer({ min: 1, max: 3 }).map((ordinal) => elementId("concept", ordinal)),
  kind: fc.constantFrom(...ELEMENT_KINDS),
  type: fc.constantFrom(null, ...TYPES),
  predicate: fc.constantFrom(null, ...PREDICATES),
  classification: fc.constantFrom(null, ...LABELS),
});

export const anyScope: fc.Arbitrary<Scope> = fc.oneof(
  { weight: 2, arbitrary: fc.constant({}) },
  { weight: 1, arbitrary: fc.record({ kinds: fc.subarray([...ELEMENT_KINDS], { minLength: 1 }) }) },
  { weight: 1, arbitrary: fc.record({ types: fc.subarray(TYPES, { minLength: 1 }) }) },
  { weight: 1, arbitrary: fc.record({ predicates: fc.subarray(PREDICATES, { minLength: 1 }) }) },
  {
    weight: 1,
    arbitrary: fc.record({ classifications: fc.subarray([null, ...LABELS], { minLength: 1 }) }),
  },
  { weight: 1, arbitrary: fc.record({ max_classification: fc.constantFrom(...LABELS.slice(0, 3)) }) },
  { weight: 1, arbitrary: fc.record({ elements: fc.constant([elementId("concept", 1)]) }) },
);

const anyInstant = fc.integer({ min: 10, max: 20 }).map(at);
const anyTerm = fc.record({
  not_before: fc.option(anyInstant),
  expires_at: fc.option(anyInstant),
  revoked_at: fc.option(anyInstant, { freq: 4 }),
});
const anyPermissions = fc.subarray([...PERMISSIONS], { minLength: 1 });

export const anyGrant: fc.Arbitrary<GrantRecord> = fc
  .record({
    effect: fc.constantFrom("allow" as const, "allow" as const, "deny" as const),
    principal: fc.constantFrom(...PRINCIPALS),
    permissions: anyPermissions,
    scope: anyScope,
    purposes: fc.option(fc.subarray(["care", "audit"], { minLength: 1 }), { freq: 4 }),
    term: anyTerm,
  })
  .map(({ term, ...parts }) => grant({ ...parts, ...term }));

export const anyDelegation: fc.Arbitrary<DelegationRecord> = fc
  .record({
    from: fc.constantFrom(...PRINCIPALS),
    to: fc.constantFrom(...PRINCIPALS),
    permissions: anyPermissions,
    scope: anyScope,
    redelegable: fc.boolean(),
    term: anyTerm,
  })
  .map(({ term, ...parts }) => delegation({ ...parts, ...term }));

export const anyQuestion = fc.record({
  principal: fc.constantFrom(...PRINCIPALS, "nobody", "principal:agent", "principal:owner"),
  permission: fc.constantFrom(...registeredPermissions(ADVERTISED), ...CORE_PERMISSIONS.slice(0, 6)),
  target: fc.option(anyTarget, { freq: 5 }),
  at: fc.integer({ min: 9, max: 21 }).map(at),
  purpose: fc.constantFrom(null, "care", "marketing"),
});
