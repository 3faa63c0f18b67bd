import type { Timestamp } from "../model/index.js";
import type { Rules } from "./control-state.js";
import type { Permission } from "./permissions.js";
import { permissionsOfRole } from "./preset.js";
import { type DelegationRecord, type GrantRecord, isInForce } from "./records.js";
import { isUnscoped, type Scope, scopeHolds, type Target } from "./scope.js";

/** What is asked of Governance. Every part is trusted: it comes from the connection, the clock and protected state. */
export interface AccessQuestion {
  readonly principal: string;
  readonly permission: Permission;
  /** The element it would be used on; null for an act on the Space itself. */
  readonly target: Target | null;
  readonly at: Timestamp;
  /** The purpose the host bound the connection to; null for none. */
  readonly purpose: string | null;
}

/** The answer, with what decided it, for the audit. It is never shown to the Principal it refuses (§30.4). */
export type Decision =
  | {
      readonly effect: "allow";
      /** The role or grant that allows it. */
      readonly by: string;
      /** The delegations it reaches the Principal through, its own first. */
      readonly through: readonly string[];
    }
  | { readonly effect: "deny"; readonly reason: DenialReason; readonly by: string | null };

export type DenialReason = "unknown_principal" | "suspended" | "explicit_deny" | "no_allow";

/** Delegations of delegations end here; a longer chain confers nothing. */
export const MAX_CHAIN = 8;

/**
 * Decides one question (§30.2): an explicit deny overrides every allow, and what nothing allows is denied. Pure and
 * total; the order of rules has no influence.
 *
 * To read an element is to know that it is there, so an allow of `read` also allows `discover`, and a deny of
 * `discover` also denies `read`.
 */
export function decide(rules: Rules, question: AccessQuestion): Decision {
  return decideWithin(rules, question, 0, new Set());
}

function decideWithin(
  rules: Rules,
  question: AccessQuestion,
  depth: number,
  chain: ReadonlySet<string>,
): Decision {
  const principal = rules.principal(question.principal);
  if (!principal) return { effect: "deny", reason: "unknown_principal", by: null };
  if (principal.status === "suspended") return { effect: "deny", reason: "suspended", by: null };
  const grants = rules.grantsTo(question.principal).filter((grant) => concerns(grant, question));
  const denial = grants.find((grant) => denies(grant, question) && holds(rules, grant.scope, question));
  if (denial) return { effect: "deny", reason: "explicit_deny", by: denial.id };
  if (principal.role !== null) {
    const held = permissionsOfRole(principal.role, rules.advertised);
    if (allowing(question.permission).some((name) => held.has(name))) {
      return { effect: "allow", by: `role:${principal.role}`, through: [] };
    }
  }
  const allow = grants.find((grant) => allows(grant, question) && holds(rules, grant.scope, question));
  if (allow) return { effect: "allow", by: allow.id, through: [] };
  return decideByDelegation(rules, question, depth, chain);
}

/** What a Principal may do only because another one may, and lets it (§28.5). */
function decideByDelegation(
  rules: Rules,
  question: AccessQuestion,
  depth: number,
  chain: ReadonlySet<string>,
): Decision {
  if (depth < MAX_CHAIN) {
    for (const delegation of rules.delegationsTo(question.principal)) {
      if (chain.has(delegation.id) || !isInForce(delegation, question.at)) continue;
      if (depth > 0 && !delegation.redelegable) continue;
      if (!allowing(question.permission).some((name) => delegation.permissions.includes(name))) continue;
      if (!holds(rules, delegation.scope, question)) continue;
      const source = decideWithin(
        rules,
        { ...question, principal: delegation.from },
        depth + 1,
        new Set([...chain, delegation.id]),
      );
      if (source.effect === "allow") {
        return { effect: "allow", by: source.by, through: [delegation.id, ...source.through] };
      }
    }
  }
  return { effect: "deny", reason: "no_allow", by: null };
}

function concerns(grant: GrantRecord, { at, purpose }: AccessQuestion): boolean {
  if (!isInForce(grant, at)) return false;
  return grant.purposes === null || (purpose !== null && grant.purposes.includes(purpose));
}

function denies(grant: GrantRecord, { permission }: AccessQuestion): boolean {
  return grant.effect === "deny" && denying(permission).some((name) => grant.permissions.includes(name));
}

function allows(grant: GrantRecord, { permission }: AccessQuestion): boolean {
  return grant.effect === "allow" && allowing(permission).some((name) => grant.permissions.includes(name));
}

/** A rule for some elements says nothing about an act on the Space itself. */
function holds(rules: Rules, scope: Scope, { target }: AccessQuestion): boolean {
  return target === null ? isUnscoped(scope) : scopeHolds(scope, target, rules.policy);
}

/** The permissions whose allow also allows this one. */
export function allowing(permission: Permission): readonly Permission[] {
  return permission === "discover" ? ["discover", "read"] : [permission];
}

/** The permissions whose deny also denies this one. */
export function denying(permission: Permission): readonly Permission[] {
  return permission === "read" ? ["read", "discover"] : [permission];
}

/** Whether a delegation passes a permission on, as far as its own words go. */
export function passesOn({ permissions }: DelegationRecord, permission: Permission): boolean {
  return allowing(permission).some((name) => permissions.includes(name));
}
