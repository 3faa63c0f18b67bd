import { wholeAuthorityLineage } from "../derive/index.js";
import { asElementId, type Element, type ElementId, isPurged, kipError } from "../model/index.js";
import { NOTHING_DECIDED } from "./authorize-writes.js";
import { behaviorOf } from "./behavior.js";
import { raisedLabels } from "./derivation.js";
import { flagAt, memberOf, optionalTexts, textAt, textsAt } from "./host-values.js";
import { type OperationContext, type PlannedOperation, requirePermission } from "./operation-context.js";
import type { GovernanceOperation } from "./operations.js";
import type { AuthorityClass, ElementRecord } from "./records.js";
import { rankOf, readLabel, type Target, targetOf } from "./scope.js";

type Operation<N extends GovernanceOperation["op"]> = Extract<GovernanceOperation, { readonly op: N }>;

// What Governance decides about an element is a control record beside it, committed with a `control_changes` entry: it
// leaves the element's version, lifecycle and history as they are (§31.6, §36.1), and always holds for the past too (§48.5).

/**
 * Plans a label for elements (§31.1). Raising one raises what was derived from it, unless that is turned off; lowering
 * one lowers nothing else (§31.2).
 * @throws `NotAuthorized`: a label is raised under `manage_policy` and lowered under `declassify`;
 * `NotFoundOrNotVisible`, `ConstraintViolation` for a label the vocabulary does not have.
 */
export function planClassification(
  context: OperationContext,
  operation: Operation<"classify">,
): PlannedOperation {
  const { control, whole } = context;
  const { policy } = control;
  const label = operation.classification === null ? null : readLabel(operation.classification, policy);
  const elements = textsAt(operation.elements, "elements").map((id) => knownElement(context, id));
  const raised = new Map<ElementId, string>();
  const labels = new Map<ElementId, string | null>();
  let lowers = false;
  for (const element of elements) {
    const before = element.governance.classification ?? null;
    if (before === label) continue;
    // Without a label an element counts as the vocabulary's `unclassified`, which can be lowered like any label.
    const isTakenAway = before !== null && label === null;
    const isLower = isTakenAway || rankOf(label, policy) < rankOf(before, policy);
    lowers ||= isLower;
    requirePermission(context, isLower ? "declassify" : "manage_policy", targetIn(context, element));
    labels.set(element.id, label);
    if (label !== null && !isLower) raised.set(element.id, label);
  }
  if (flagAt(operation.propagate, "propagate", true)) {
    for (const [id, higher] of raisedLabels(whole, raised, policy)) labels.set(id, higher);
  }
  return {
    records: [...labels].map(([id, classification]) => decided(context, id, { classification })),
    change: "authorization",
    permissions: [lowers ? "declassify" : "manage_policy"],
    about: [...labels.keys()],
  };
}

/** The authority classes from the least influence to the most (§31.3). */
export const AUTHORITY_CLASSES: readonly AuthorityClass[] = [
  "descriptive",
  "advisory",
  "behavioral",
  "executable",
];

const levelOf = (authority: AuthorityClass) => AUTHORITY_CLASSES.indexOf(authority);

/**
 * Plans how far an element may influence behaviour (§31.3). It is bound to exactly this element, and above `advisory` to
 * the digest of exactly this behaviour: another revision has nothing of it. Nothing is raised past what it came from
 * unless whoever raises it names what it came from and thereby answers for having looked at it (§31.5).
 * @throws `NotAuthorized`, `NotFoundOrNotVisible`, `ConstraintViolation` for a missing digest, for a lineage that was
 * not reviewed, and for an element in quarantine.
 */
export function planAuthorityClass(
  context: OperationContext,
  operation: Operation<"set_authority">,
): PlannedOperation {
  const element = knownElement(context, textAt(operation.element, "element"));
  const next = memberOf(operation.authority_class, AUTHORITY_CLASSES, "authority_class");
  requirePermission(context, "elevate_authority", targetIn(context, element));
  const behavior =
    operation.behavior_digest === undefined ? null : textAt(operation.behavior_digest, "behavior_digest");
  const isRaised = levelOf(next) > levelOf(element.governance.authority_class);
  if (levelOf(next) > levelOf("advisory")) requireBehavior(context, element, next, behavior);
  if (isRaised) requireReviewed(context, element, next, operation);
  if (isRaised && element.governance.quarantined) {
    throw kipError("ConstraintViolation", `${element.id} is in quarantine`, {
      hint: "Release it first, when it has been reviewed.",
      details: { id: element.id },
    });
  }
  const known = context.control.element(element.id);
  const same = known?.authority_class === next && known.behavior_digest === behavior;
  return {
    records: same ? [] : [decided(context, element.id, { authority_class: next, behavior_digest: behavior })],
    change: "authorization",
    permissions: ["elevate_authority"],
    about: [element.id],
  };
}

/** @throws `ConstraintViolation` without a digest, or with one that is not of the element's own behaviour. */
function requireBehavior(
  { whole }: OperationContext,
  element: Element,
  next: AuthorityClass,
  behavior: string | null,
): void {
  const own = behaviorOf((id) => whole.element(id), element);
  if (behavior !== null && own === behavior) return;
  const wrong =
    own === null
      ? `${element.id} has no exact behaviour that ${next} authority could be bound to`
      : behavior === null
        ? `${next} authority is given to an exact behaviour`
        : `${element.id} has another behaviour than the one named`;
  throw kipError("ConstraintViolation", wrong, {
    hint: "Elevate a SkillRevision, or the Skill that has selected it, and name the behavior_digest that was reviewed. Another revision is elevated on its own.",
    details: { id: element.id, behavior_digest: own },
  });
}

function requireReviewed(
  { whole }: OperationContext,
  element: Element,
  next: AuthorityClass,
  operation: Operation<"set_authority">,
): void {
  const reviewed = new Set(optionalTexts(operation.reviewed_lineage, "reviewed_lineage") ?? []);
  const below = wholeAuthorityLineage(whole, element).filter((id) => {
    const source = whole.element(id);
    return source !== undefined && levelOf(source.governance.authority_class) < levelOf(next);
  });
  const open = below.filter((id) => !reviewed.has(id));
  if (open.length === 0) return;
  throw kipError("ConstraintViolation", `${element.id} came from elements of less authority`, {
    hint: "Look at each of them and name them all in reviewed_lineage: deriving from something gives it no authority.",
    details: { id: element.id, lineage: open },
  });
}

/**
 * Plans to place elements in quarantine, or to release them (§31.6).
 * @throws `NotAuthorized`, `NotFoundOrNotVisible`.
 */
export function planQuarantine(
  context: OperationContext,
  operation: Operation<"quarantine" | "release">,
): PlannedOperation {
  const elements = textsAt(operation.elements, "elements").map((id) => knownElement(context, id));
  const quarantine =
    operation.op === "quarantine"
      ? { reason: textAt(operation.reason, "reason"), placed_at: context.now }
      : null;
  for (const element of elements) requirePermission(context, "quarantine", targetIn(context, element));
  const moved = elements.filter(
    ({ governance }) => (governance.quarantined === true) !== (quarantine !== null),
  );
  return {
    records: moved.map(({ id }) => decided(context, id, { quarantine })),
    change: "authorization",
    permissions: ["quarantine"],
    about: elements.map(({ id }) => id),
  };
}

function decided(
  { control, authority, now }: OperationContext,
  id: ElementId,
  parts: Partial<ElementRecord>,
): ElementRecord {
  return {
    ...(control.element(id) ?? NOTHING_DECIDED),
    ...parts,
    kind: "element",
    id,
    decided_by: authority.principal,
    decided_at: now,
  };
}

function targetIn({ whole }: OperationContext, element: Element): Target {
  return targetOf(element, whole.environment, (id) => whole.element(id));
}

/** @throws `NotFoundOrNotVisible` for an element that is not there for the acting Principal, or was purged. */
function knownElement({ view, whole }: OperationContext, text: string): Element {
  const id = asElementId(text);
  const element = view.element(id) && whole.element(id);
  if (element && !isPurged(element)) return element;
  throw kipError("NotFoundOrNotVisible", `there is no element ${text} in this Space`, {
    hint: "Find it with SEARCH or FIND and use the id it returns.",
    details: { id: text },
  });
}
