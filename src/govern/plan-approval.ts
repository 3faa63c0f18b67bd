import { kipError } from "../model/index.js";
import { textAt } from "./host-values.js";
import { type OperationContext, type PlannedOperation, requirePermission } from "./operation-context.js";
import type { GovernanceOperation } from "./operations.js";

/**
 * Plans the decision on a request that waits for one (§29.11).
 * @throws `NotAuthorized` without `approve`, and for whoever made the request; `NotFoundOrNotVisible` for an approval
 * nobody asked for; `ConstraintViolation` for one that was decided already.
 */
export function planApproval(
  context: OperationContext,
  operation: Extract<GovernanceOperation, { readonly op: "approve" | "refuse" }>,
): PlannedOperation {
  requirePermission(context, "approve");
  const id = textAt(operation.approval, "approval");
  const { control, authority, now } = context;
  const approval = control.approval(id);
  if (!approval) {
    throw kipError("NotFoundOrNotVisible", `nothing waits for an approval ${id}`, {
      hint: "Read approvals() for what waits.",
      details: { id },
    });
  }
  if (approval.principal === authority.principal) {
    throw kipError("NotAuthorized", "whoever made a request cannot approve it", {
      hint: "Another Principal that holds approve decides.",
      details: { id, principal: authority.principal },
    });
  }
  if (approval.status !== "pending") {
    throw kipError("ConstraintViolation", `${id} is ${approval.status} already`, {
      hint: "A decision stands. The request can be made anew.",
      details: { id, status: approval.status },
    });
  }
  const status = operation.op === "approve" ? ("approved" as const) : ("refused" as const);
  return {
    records: [{ ...approval, status, decided_by: authority.principal, decided_at: now }],
    change: "authorization",
    permissions: ["approve"],
    about: [id, approval.principal],
  };
}
