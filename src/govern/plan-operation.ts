import { kipError } from "../model/index.js";
import { objectWith, textAt } from "./host-values.js";
import type { OperationContext, PlannedOperation } from "./operation-context.js";
import type { GovernanceOperation, OperationName } from "./operations.js";
import { planApproval } from "./plan-approval.js";
import { planAuthorityClass, planClassification, planQuarantine } from "./plan-elements.js";
import { planPolicy, planSelf } from "./plan-policy.js";
import { planBinding, planDelegation, planGrant, planPrincipal, planRevocation } from "./plan-rules.js";
import { planProjectionPolicy } from "./projection-policies.js";

const MEMBERS: Readonly<Record<OperationName, readonly string[]>> = {
  add_principal: ["id", "label", "role"],
  suspend_principal: ["id"],
  resume_principal: ["id"],
  grant: ["principal", "permissions", "scope", "purposes", "not_before", "expires_at"],
  deny: ["principal", "permissions", "scope", "purposes", "not_before", "expires_at"],
  delegate: ["from", "to", "permissions", "scope", "redelegable", "not_before", "expires_at"],
  bind_actor: ["principal", "actor", "predicates", "contexts", "not_before", "expires_at"],
  revoke: ["id"],
  set_policy: ["classifications", "unclassified", "reserved_actors", "approvals"],
  register_projection_policy: ["artifact"],
  designate_self: ["concept"],
  classify: ["elements", "classification", "propagate"],
  set_authority: ["element", "authority_class", "behavior_digest", "reviewed_lineage"],
  quarantine: ["elements", "reason"],
  release: ["elements"],
  approve: ["approval"],
  refuse: ["approval"],
};

/**
 * Reads an operation a host asks for. @throws `InvalidRequestEnvelope` for one there is not, or for members it has not.
 */
export function readOperation(value: unknown): GovernanceOperation {
  const op = textAt((value as { readonly op?: unknown } | null)?.op, "op");
  if (!Object.hasOwn(MEMBERS, op)) {
    throw kipError("InvalidRequestEnvelope", `there is no Governance operation ${JSON.stringify(op)}`, {
      hint: `Use one of ${Object.keys(MEMBERS).join(", ")}.`,
      details: { member: op, allowed: Object.keys(MEMBERS) },
    });
  }
  return objectWith(value, op, ["op", ...MEMBERS[op as OperationName]]) as unknown as GovernanceOperation;
}

/**
 * Works out what an operation changes, if the acting Principal may change it (§29).
 * @throws `NotAuthorized`; `NotFoundOrNotVisible` for a record or an element that is not there for the Principal;
 * `ConstraintViolation`, `TypeMismatch` and the symbol errors for what it says.
 */
export function planOperation(context: OperationContext, operation: GovernanceOperation): PlannedOperation {
  switch (operation.op) {
    case "add_principal":
    case "suspend_principal":
    case "resume_principal":
      return planPrincipal(context, operation);
    case "grant":
    case "deny":
      return planGrant(context, operation);
    case "delegate":
      return planDelegation(context, operation);
    case "bind_actor":
      return planBinding(context, operation);
    case "revoke":
      return planRevocation(context, operation);
    case "set_policy":
      return planPolicy(context, operation);
    case "register_projection_policy":
      return planProjectionPolicy(context, operation);
    case "designate_self":
      return planSelf(context, operation);
    case "classify":
      return planClassification(context, operation);
    case "set_authority":
      return planAuthorityClass(context, operation);
    case "quarantine":
    case "release":
      return planQuarantine(context, operation);
    case "approve":
    case "refuse":
      return planApproval(context, operation);
  }
}
