import type { PurgeCommand } from "../lang/index.js";
import { type Element, type ElementId, isPurged, kipError, stubOf } from "../model/index.js";
import type { MutationPlan } from "./plan.js";
import { Referrers } from "./referrers.js";
import { selectTargets } from "./select.js";
import { sameContent } from "./stamp.js";
import { evaluateScalar, requireMember } from "./values.js";

/** What becomes of the references to a purged element (§60.3). */
type ReferencePolicy = "deny_if_referenced" | "tombstone_reference" | "authorized_cascade";
const POLICIES: readonly ReferencePolicy[] = [
  "deny_if_referenced",
  "tombstone_reference",
  "authorized_cascade",
];

/** How many referring elements an error names; the count says how many there are. */
const NAMED_REFERRERS = 20;

/** A PURGE with the elements it found to purge: stubs are purged already. */
interface PurgeOrder {
  readonly policy: ReferencePolicy;
  readonly targets: readonly Element[];
}

/**
 * Plans every PURGE of a command (§60.3), after everything else the command does. A purged element leaves its stub. Under
 * `tombstone_reference` whatever refers to it stays as it is and refers to the stub; under `authorized_cascade` it is
 * purged too, and so on. A target is exactly the element that was named: a purge follows no merge.
 * @throws `LegalHoldConflict` when an element to be purged is held, whatever the policy; `PurgeDenied` when other elements
 * refer to a target under `deny_if_referenced`, or when the Space's `$self` would be purged; `ConstraintViolation` for
 * an unknown policy; `DuplicateMutationTarget` when the command also writes to what it purges; whatever selection throws.
 */
export function planPurges(plan: MutationPlan, commands: readonly PurgeCommand[]): void {
  if (commands.length === 0) return;
  const orders = commands.map((command): PurgeOrder => {
    const policy = readPolicy(plan, command);
    const targets = selectTargets(plan, command, "PURGE", "exact").flatMap(({ id }) => {
      const element = plan.element(id);
      return element && !isPurged(element) ? [element] : [];
    });
    return { policy, targets };
  });
  const referrers = new Referrers(plan);
  const purged = new Map<ElementId, Element>();
  for (const { targets } of orders) for (const target of targets) take(plan, purged, target);
  for (const { policy, targets } of orders) {
    if (policy === "authorized_cascade") cascade(plan, referrers, purged, targets);
  }
  for (const { policy, targets } of orders) {
    if (policy === "deny_if_referenced")
      for (const { id } of targets) requireUnreferenced(referrers, purged, id);
  }
  for (const element of purged.values()) plan.put(stubOf(element));
}

function readPolicy(plan: MutationPlan, { referencePolicy }: PurgeCommand): ReferencePolicy {
  if (referencePolicy === null) return "deny_if_referenced";
  return requireMember(evaluateScalar(referencePolicy, plan.parameters), POLICIES, "REFERENCE POLICY");
}

/** Adds an element to those that are purged, once it is certain that it may be. */
function take(plan: MutationPlan, purged: Map<ElementId, Element>, element: Element): void {
  const { id } = element;
  if (purged.has(id)) return;
  requireNoHold(plan, element);
  requireUntouched(plan, element);
  if (plan.before.selfId === id) {
    throw kipError("PurgeDenied", `${id} is this Space's $self`, {
      hint: "The host designates another $self first; no command does. Until then it can be archived.",
      details: { id, self: true },
    });
  }
  purged.set(id, element);
}

/**
 * A hold is decided on the state the command found: the command that lifts it cannot use the gap (§60.3).
 * @throws `LegalHoldConflict` when the element is held, before or after what the command does.
 */
export function requireNoHold(plan: MutationPlan, element: Element): void {
  const held = element.retention.legal_hold || plan.before.element(element.id)?.retention.legal_hold;
  if (!held) return;
  throw kipError("LegalHoldConflict", `${element.id} is under a legal hold`, {
    hint: `Nothing was erased. A hold blocks erasure for everyone; who may manage legal holds lifts it with SET RETENTION "${element.id}" {legal_hold: false}, in a transaction of its own.`,
    details: { id: element.id },
  });
}

/** @throws `DuplicateMutationTarget` when the same command creates or changes what it purges (§53.4). */
function requireUntouched(plan: MutationPlan, element: Element): void {
  const found = plan.before.element(element.id);
  if (found && sameContent(found, element)) return;
  throw kipError("DuplicateMutationTarget", `${element.id} is written and purged by one command`, {
    hint: "A command leaves an element with one final state. Purge it, or write to it.",
    details: { target: element.id },
  });
}

function cascade(
  plan: MutationPlan,
  referrers: Referrers,
  purged: Map<ElementId, Element>,
  targets: readonly Element[],
): void {
  const open = targets.map(({ id }) => id);
  const seen = new Set(open);
  for (const id of open) {
    for (const referrer of referrers.of(id)) {
      if (seen.has(referrer)) continue;
      seen.add(referrer);
      open.push(referrer);
      const element = plan.element(referrer);
      if (element) take(plan, purged, element);
    }
  }
}

function requireUnreferenced(
  referrers: Referrers,
  purged: ReadonlyMap<ElementId, Element>,
  id: ElementId,
): void {
  const left = referrers.of(id).filter((referrer) => !purged.has(referrer));
  if (left.length === 0) return;
  const named = left.slice(0, NAMED_REFERRERS);
  throw kipError("PurgeDenied", `${left.length} element(s) refer to ${id}`, {
    hint: `Nothing was erased. ${named.join(", ")} refer${left.length === 1 ? "s" : ""} to it. REFERENCE POLICY "tombstone_reference" erases it and leaves them referring to its stub; "authorized_cascade" erases them too. TRANSITION "${id}" TO "tombstoned" removes it logically and erases nothing.`,
    details: { id, referenced_by: named, references: left.length },
  });
}
