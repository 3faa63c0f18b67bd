import { kipError } from "../model/index.js";
import { optionalTexts, textAt } from "./host-values.js";
import { type OperationContext, type PlannedOperation, requirePermission } from "./operation-context.js";
import type { GovernanceOperation } from "./operations.js";
import { readPermissions } from "./permissions.js";
import { boundActor, knownConcept } from "./plan-rules.js";
import type { ApprovalRule, PolicyRecord } from "./records.js";
import { readLabel, readScope } from "./scope.js";

type Operation<N extends GovernanceOperation["op"]> = Extract<GovernanceOperation, { readonly op: N }>;

/**
 * Plans another policy of the Space; members that are left out stay as they are.
 * @throws `NotAuthorized`, `ConstraintViolation` for a vocabulary without a label that is in use, or with one twice.
 */
export function planPolicy(context: OperationContext, operation: Operation<"set_policy">): PlannedOperation {
  requirePermission(context, "manage_policy");
  const { control, view } = context;
  const before = control.policy;
  const classifications = optionalTexts(operation.classifications, "classifications");
  if (classifications && classifications.length !== operation.classifications?.length) {
    throw kipError("ConstraintViolation", "a label stands twice in the vocabulary", {
      hint: "Name every label once, from the least restricted to the most.",
      details: { field: "classifications" },
    });
  }
  const vocabulary = {
    classifications: classifications ?? before.classifications,
    unclassified: operation.unclassified ?? before.unclassified,
  };
  readLabel(vocabulary.unclassified, vocabulary);
  requireLabelsInUse(context, vocabulary.classifications);
  const approvals = operation.approvals?.map(
    ({ permissions, scope }): ApprovalRule => ({
      permissions: readPermissions(permissions, control.advertised),
      scope: readScope(scope, view.environment, vocabulary),
    }),
  );
  const policy: PolicyRecord = {
    kind: "policy",
    id: "policy",
    ...vocabulary,
    reserved_actors:
      operation.reserved_actors?.map((actor, at) => boundActor(context, actor, `reserved_actors[${at}]`)) ??
      before.reserved_actors,
    approvals: approvals ?? before.approvals,
  };
  return { records: [policy], change: "policy", permissions: ["manage_policy"], about: ["policy"] };
}

/** A label that elements or rules carry cannot go: what it restricted would be restricted by nothing that is known. */
function requireLabelsInUse({ control }: OperationContext, labels: readonly string[]): void {
  const used = new Set<string>();
  for (const { classification } of control.elements()) if (classification !== null) used.add(classification);
  for (const { scope, revoked_at } of [...control.grants(), ...control.delegations()]) {
    if (revoked_at !== null) continue;
    for (const label of scope.classifications ?? []) if (label !== null) used.add(label);
    if (scope.max_classification !== undefined) used.add(scope.max_classification);
  }
  const missing = [...used].find((label) => !labels.includes(label));
  if (missing === undefined) return;
  throw kipError("ConstraintViolation", `the label ${JSON.stringify(missing)} is in use`, {
    hint: "Keep it in the vocabulary, or first reclassify the elements and revoke the rules that name it.",
    details: { field: "classifications", label: missing },
  });
}

/**
 * Plans which Concept is the Space's `$self` (§5.6); null for none.
 * @throws `NotAuthorized`, `NotFoundOrNotVisible`, `TypeMismatch` for an element that is no Concept.
 */
export function planSelf(
  context: OperationContext,
  operation: Operation<"designate_self">,
): PlannedOperation {
  requirePermission(context, "manage_policy");
  const concept =
    operation.concept === null
      ? null
      : knownConcept(context, textAt(operation.concept, "concept"), "concept");
  const unchanged = context.whole.selfId === concept;
  return {
    records: [],
    ...(unchanged ? {} : { self: concept }),
    change: "policy",
    permissions: ["manage_policy"],
    about: concept === null ? ["$self"] : ["$self", concept],
  };
}
