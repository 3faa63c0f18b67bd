import { kipError } from "../model/index.js";
import { optionalTexts, textAt } from "./host-values.js";
import { type OperationContext, type PlannedOperation, requirePermission } from "./operation-context.js";
import type { GovernanceOperation } from "./operations.js";
import { type Permission, readPermissions } from "./permissions.js";
import { boundActor, knownConcept, knownScope } from "./plan-rules.js";
import type { ApprovalRule, PolicyRecord } from "./records.js";
import { rankOf, readLabel, type Vocabulary } from "./scope.js";

type Operation<N extends GovernanceOperation["op"]> = Extract<GovernanceOperation, { readonly op: N }>;

/**
 * Plans another policy of the Space; members that are left out stay as they are.
 * @throws `NotAuthorized`, also without `declassify` for a vocabulary that protects less; `ConstraintViolation` for one
 * without a label that is in use, or with one twice, and for a rule of approval that could hold nothing back.
 */
export function planPolicy(context: OperationContext, operation: Operation<"set_policy">): PlannedOperation {
  requirePermission(context, "manage_policy");
  const { control } = context;
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
  const lowers = lowersLabels(before, vocabulary);
  if (lowers) requirePermission(context, "declassify");
  const approvals = operation.approvals?.map(
    ({ permissions, scope }): ApprovalRule => ({
      permissions: approvable(readPermissions(permissions, control.advertised)),
      scope: knownScope(context, scope, vocabulary),
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
  return {
    records: [policy],
    change: "policy",
    permissions: lowers ? ["manage_policy", "declassify"] : ["manage_policy"],
    about: ["policy"],
  };
}

/**
 * Whether a vocabulary counts some element as less protected than the one before (§29.11): by another order of the labels
 * both have, or by what an element without a label counts as.
 */
function lowersLabels(before: Vocabulary, after: Vocabulary): boolean {
  const kept = before.classifications.filter((label) => after.classifications.includes(label));
  const order = after.classifications.filter((label) => kept.includes(label));
  if (kept.some((label, place) => order[place] !== label)) return true;
  if (before.unclassified === after.unclassified) return false;
  return (
    !kept.includes(before.unclassified) ||
    rankOf(after.unclassified, after) < rankOf(before.unclassified, after)
  );
}

/**
 * The permissions a rule can hold an act back for: those a transaction's writes are decided by. A change of the control
 * plane, a change of the schema and a read are done or refused at once, so a rule that names their permissions would look
 * like protection and hold nothing back (§29.6).
 */
const APPROVABLE: ReadonlySet<Permission> = new Set([
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
  "archive",
  "tombstone",
  "purge",
  "derive",
  "record_outcome",
]);

function approvable(permissions: readonly Permission[]): readonly Permission[] {
  const idle = permissions.find((permission) => !APPROVABLE.has(permission));
  if (idle === undefined) return permissions;
  throw kipError("ConstraintViolation", `no rule of approval can hold ${idle} back`, {
    hint: `Only what a transaction writes waits for an approval: ${[...APPROVABLE].join(", ")}. Deny ${idle} to whoever must not use it.`,
    details: { field: "approvals", permission: idle },
  });
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
