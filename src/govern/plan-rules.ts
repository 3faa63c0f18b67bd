import { asElementId, type ElementId, kipError, type Timestamp } from "../model/index.js";
import { flagAt, memberOf, optionalInstant, optionalTexts, principalIdOf, textAt } from "./host-values.js";
import { type OperationContext, type PlannedOperation, requirePermission } from "./operation-context.js";
import type { GovernanceOperation } from "./operations.js";
import { type Permission, readPermissions } from "./permissions.js";
import { PRESET_ROLES } from "./preset.js";
import type { BoundActor, PrincipalRecord, Term } from "./records.js";
import { readScope, type Scope, type Vocabulary } from "./scope.js";

type Operation<N extends GovernanceOperation["op"]> = Extract<GovernanceOperation, { readonly op: N }>;

/**
 * Plans a new Principal, or one's suspension or return (§28.2).
 * @throws `NotAuthorized`, `ConstraintViolation` for a Principal that is there already and for suspending the owner,
 * `NotFoundOrNotVisible` for one that is not.
 */
export function planPrincipal(
  context: OperationContext,
  operation: Operation<"add_principal" | "suspend_principal" | "resume_principal">,
): PlannedOperation {
  requirePermission(context, "manage_grants");
  const id = principalIdOf(operation.id, "id");
  const known = context.control.principal(id);
  if (operation.op === "add_principal") {
    if (known) {
      throw kipError("ConstraintViolation", `there is a Principal ${id} already`, {
        hint: "Give the new one another id, or grant to the one there is.",
        details: { field: "id", principal: id },
      });
    }
    const record: PrincipalRecord = {
      kind: "principal",
      id,
      label: operation.label === undefined ? null : textAt(operation.label, "label"),
      role: operation.role === undefined ? null : memberOf(operation.role, PRESET_ROLES, "role"),
      status: "active",
    };
    if (record.role !== null) requireOwnRole(context, record.role);
    return planned([record], "manage_grants", [id]);
  }
  if (!known) throw noPrincipal(id);
  const status = operation.op === "suspend_principal" ? "suspended" : "active";
  if (status === "suspended" && known.role === "owner") {
    throw kipError("ConstraintViolation", "the owner cannot be suspended", {
      hint: "A Space that nobody owns could never be put right again. Suspend another Principal.",
      details: { principal: id },
    });
  }
  return planned(known.status === status ? [] : [{ ...known, status }], "manage_grants", [id]);
}

/**
 * Plans a grant or a deny (§30.2).
 * @throws `NotAuthorized` for a permission the granter does not hold itself, `NotFoundOrNotVisible` for a Principal that
 * is not there, `ConstraintViolation` for a rule nobody could undo.
 */
export function planGrant(
  context: OperationContext,
  operation: Operation<"grant" | "deny">,
): PlannedOperation {
  requirePermission(context, "manage_grants");
  const { control, now } = context;
  const principal = knownPrincipal(context, operation.principal, "principal");
  const permissions = readPermissions(operation.permissions, control.advertised);
  const effect = operation.op === "grant" ? "allow" : "deny";
  if (effect === "allow") requireHeld(context, permissions);
  else requireNoLockOut(principal, permissions);
  const id = `grant:${context.freshId()}`;
  return planned(
    [
      {
        kind: "grant",
        id,
        effect,
        principal: principal.id,
        permissions,
        scope: knownScope(context, operation.scope),
        purposes: optionalTexts(operation.purposes, "purposes"),
        ...termOf(operation, now),
        granted_by: context.authority.principal,
        granted_at: now,
      },
    ],
    "manage_grants",
    [principal.id],
  );
}

/**
 * Plans a delegation (§28.5). Only for oneself, unless one may grant as well.
 * @throws as `planGrant`.
 */
export function planDelegation(
  context: OperationContext,
  operation: Operation<"delegate">,
): PlannedOperation {
  requirePermission(context, "manage_delegation");
  const { control, authority, now } = context;
  const from = knownPrincipal(context, operation.from ?? authority.principal, "from");
  if (from.id !== authority.principal) requirePermission(context, "manage_grants");
  const to = knownPrincipal(context, operation.to, "to");
  if (to.id === from.id) {
    throw kipError("ConstraintViolation", "a Principal cannot delegate to itself", {
      details: { field: "to", principal: to.id },
    });
  }
  const permissions = readPermissions(operation.permissions, control.advertised);
  const id = `delegation:${context.freshId()}`;
  return planned(
    [
      {
        kind: "delegation",
        id,
        from: from.id,
        to: to.id,
        permissions,
        scope: knownScope(context, operation.scope),
        redelegable: flagAt(operation.redelegable, "redelegable", false),
        ...termOf(operation, now),
        granted_by: authority.principal,
        granted_at: now,
      },
    ],
    "manage_delegation",
    [from.id, to.id],
  );
}

/**
 * Plans an ActorBinding (§28.3).
 * @throws `NotAuthorized`, `NotFoundOrNotVisible` for a Principal or a Concept that is not there, `TypeMismatch` for an
 * actor that is no Concept.
 */
export function planBinding(context: OperationContext, operation: Operation<"bind_actor">): PlannedOperation {
  requirePermission(context, "manage_actor_binding");
  const principal = knownPrincipal(context, operation.principal, "principal");
  const actor = boundActor(context, operation.actor, "actor");
  const { environment } = context.view;
  const predicates = optionalTexts(operation.predicates, "predicates")?.map((name) =>
    environment.canonicalLineage("PredicateType", environment.resolvePredicate(name).ref),
  );
  const contexts = optionalTexts(operation.contexts, "contexts")?.map((id, at) =>
    knownConcept(context, id, `contexts[${at}]`),
  );
  return planned(
    [
      {
        kind: "binding",
        id: `binding:${context.freshId()}`,
        principal: principal.id,
        actor,
        predicates: predicates ?? null,
        contexts: contexts ?? null,
        ...termOf(operation, context.now),
        bound_by: context.authority.principal,
        bound_at: context.now,
      },
    ],
    "manage_actor_binding",
    [principal.id, actor],
  );
}

/**
 * Plans the end of a grant, a deny, a delegation or a binding, now (§28.6).
 * @throws `NotAuthorized`, also for a deny of what the acting Principal does not hold itself; `NotFoundOrNotVisible` for an id that names none of them.
 */
export function planRevocation(context: OperationContext, operation: Operation<"revoke">): PlannedOperation {
  const id = textAt(operation.id, "id");
  const { control, now } = context;
  const [record, permission] = revocable(context, id);
  requirePermission(context, permission);
  if (!record) {
    throw kipError("NotFoundOrNotVisible", `there is no grant, delegation or binding ${id}`, {
      hint: "Read grants(), delegations() and bindings() for the ids.",
      details: { id },
    });
  }
  if (record.kind === "delegation" && record.from !== context.authority.principal) {
    requirePermission(context, "manage_grants");
  }
  if (
    record.kind === "grant" &&
    record.effect === "deny" &&
    record.principal === context.authority.principal
  ) {
    const isOwner = control.principal(record.principal)?.role === "owner";
    if (!isOwner) throw ownDeny(id);
  }
  // To lift a deny is to give what it held back, unless it has ended by itself. The owner lifts its own.
  const acting = control.principal(context.authority.principal)?.role;
  if (acting !== "owner" && record.kind === "grant" && record.effect === "deny" && !isOver(record, now)) {
    requireHeld(context, record.permissions);
  }
  const ended = record.revoked_at !== null && record.revoked_at <= now;
  return planned(ended ? [] : [{ ...record, revoked_at: now }], permission, [id]);
}

function revocable({ control }: OperationContext, id: string) {
  if (id.startsWith("delegation:")) return [control.delegation(id), "manage_delegation"] as const;
  if (id.startsWith("binding:")) return [control.binding(id), "manage_actor_binding"] as const;
  return [control.grant(id), "manage_grants"] as const;
}

const isOver = ({ revoked_at, expires_at }: Term, now: Timestamp) =>
  (revoked_at !== null && revoked_at <= now) || (expires_at !== null && expires_at <= now);

function ownDeny(id: string) {
  return kipError("NotAuthorized", "a Principal cannot lift what it is itself denied", {
    hint: "The owner lifts it.",
    details: { id },
  });
}

/** An actor a host names: a Concept, or `$self`. @throws as `knownConcept`. */
export function boundActor(context: OperationContext, value: unknown, where: string): BoundActor {
  return value === "$self" ? "$self" : knownConcept(context, value, where);
}

/** @throws `NotFoundOrNotVisible`, `TypeMismatch` for another kind of element. */
export function knownConcept({ view }: OperationContext, value: unknown, where: string): ElementId {
  const id = asElementId(textAt(value, where));
  const element = view.element(id);
  if (element?.kind === "concept") return id;
  if (element) {
    throw kipError("TypeMismatch", `${where} must name a Concept; ${id} is a ${element.kind}`, {
      details: { field: where, id },
    });
  }
  throw kipError("NotFoundOrNotVisible", `${where} names no Concept of this Space`, {
    hint: "Find it with SEARCH or FIND and use the id it returns.",
    details: { field: where, id },
  });
}

/**
 * A scope whose elements are there for the acting Principal: one of an element that is not would look like a rule and be
 * about nothing. @throws as `readScope`; `NotFoundOrNotVisible`.
 */
export function knownScope(
  { view, control }: OperationContext,
  value: unknown,
  vocabulary: Vocabulary = control.policy,
): Scope {
  const scope = readScope(value, view.environment, vocabulary);
  const missing = scope.elements?.find((id) => view.element(id) === undefined);
  if (missing === undefined) return scope;
  throw kipError("NotFoundOrNotVisible", `the scope names no element of this Space: ${missing}`, {
    hint: "Find the element with SEARCH or FIND and use the id it returns.",
    details: { field: "elements", id: missing },
  });
}

function knownPrincipal({ control }: OperationContext, value: unknown, where: string): PrincipalRecord {
  const id = principalIdOf(value, where);
  const known = control.principal(id);
  if (known) return known;
  throw noPrincipal(id);
}

function noPrincipal(id: string) {
  return kipError("NotFoundOrNotVisible", `there is no Principal ${id}`, {
    hint: "Read principals() for those there are, or add it first.",
    details: { principal: id },
  });
}

function termOf(
  { not_before, expires_at }: { readonly not_before?: string; readonly expires_at?: string },
  now: Timestamp,
): Term {
  const term = {
    not_before: optionalInstant(not_before, "not_before"),
    expires_at: optionalInstant(expires_at, "expires_at"),
    revoked_at: null,
  };
  const begins = term.not_before ?? now;
  if (term.expires_at === null || term.expires_at > begins) return term;
  throw kipError("ConstraintViolation", "the rule would end before it begins", {
    hint: "Give expires_at an instant after not_before, and in the future.",
    details: { field: "expires_at", not_before: begins, expires_at: term.expires_at },
  });
}

/** Nobody grants more than it holds: otherwise leave to manage grants would be leave to do anything (§28.5). */
function requireHeld({ authority }: OperationContext, permissions: readonly Permission[]): void {
  for (const permission of permissions) {
    if (authority.reach(permission) === "always") continue;
    throw kipError("NotAuthorized", `${authority.principal} does not hold ${permission} everywhere itself`, {
      hint: `Leave ${permission} out, or let the owner grant it.`,
      details: { permissions: [permission], principal: authority.principal },
    });
  }
}

function requireOwnRole({ control, authority }: OperationContext, role: PrincipalRecord["role"]): void {
  if (control.principal(authority.principal)?.role === "owner") return;
  throw kipError("NotAuthorized", `only the owner gives the role ${role}`, {
    hint: "Leave role out and grant the permissions one by one.",
    details: { role, principal: authority.principal },
  });
}

/** Permissions without which the owner could not lift the deny again. */
const KEYS: readonly Permission[] = ["manage_grants", "manage_policy"];

function requireNoLockOut({ id, role }: PrincipalRecord, permissions: readonly Permission[]): void {
  const locked = role === "owner" ? permissions.find((permission) => KEYS.includes(permission)) : undefined;
  if (locked === undefined) return;
  throw kipError("ConstraintViolation", `the owner cannot be denied ${locked}`, {
    hint: "A Space that nobody can put right again is lost. Deny the owner what it may do by accident, such as purge.",
    details: { principal: id, permission: locked },
  });
}

function planned(
  records: PlannedOperation["records"],
  permission: Permission,
  about: readonly string[],
): PlannedOperation {
  return {
    records,
    change: "authorization",
    permissions: [permission],
    about: [...new Set([...about, ...records.map(({ id }) => id)])],
  };
}
