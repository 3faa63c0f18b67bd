import {
  type Assertion,
  type Digest,
  digestOf,
  type ElementId,
  kipError,
  type Timestamp,
} from "../model/index.js";
import { lapsedAuthority } from "./behavior.js";
import type { ControlState } from "./control-state.js";
import { newEdges, raisedLabels } from "./derivation.js";
import type { Permission } from "./permissions.js";
import type { ApprovalRecord, ApprovalTarget, ControlRecord, ElementRecord } from "./records.js";
import { scopeHolds, type Target, targetOf } from "./scope.js";
import { standingOfClaim, type WriteNeed, type Writing, writeNeeds } from "./write-needs.js";

/** What an authorized transaction acted under, for its receipt (§33.2), and what Governance records with it. */
export interface WriteAuthorization {
  readonly actorBinding: string | null;
  /** The permissions it made use of, each once. */
  readonly exercised: readonly Permission[];
  readonly delegationDigest: Digest | null;
  /** Labels that went up with what was derived (§31.2), classes that lapsed (§31.3), and the approval used (§29.11). */
  readonly records: readonly ControlRecord[];
}

/** A transaction that only a second Principal's decision lets through. It has written nothing. */
export class ApprovalNeeded extends Error {
  readonly permissions: readonly Permission[];
  readonly targets: readonly ApprovalTarget[];

  constructor(targets: readonly ApprovalTarget[]) {
    super("the transaction waits for an approval");
    this.targets = targets;
    this.permissions = [...new Set(targets.flatMap(({ permissions }) => permissions))];
  }
}

/**
 * Decides whether the Principal may do what a transaction did, on the rules in force now (§29, §32.3). It is asked on
 * every attempt, so a Grant that was revoked since the transaction was planned allows nothing.
 * @throws `NotAuthorized`, or the code a refusal has of its own: `ActorBindingRequired`, `RetractionNotAuthorized`.
 * `ApprovalNeeded` where policy wants a second Principal's decision that is not there yet.
 */
export function authorizeWrites(
  writing: Writing,
  control: ControlState,
  requestDigest: string,
  now: Timestamp,
): WriteAuthorization {
  const needs = writeNeeds(writing);
  const find = (id: ElementId) => writing.whole.element(id);
  const target = (id: ElementId): Target | null => {
    const element = find(id);
    return element ? targetOf(element, writing.after.environment, find) : null;
  };
  const delegations = new Set<string>();
  const exercised = new Set<Permission>();
  for (const need of needs) {
    const held = holding(writing, need, () => target(need.id));
    if (held === null) throw refusal(need);
    exercised.add(held.permission);
    for (const id of held.through) delegations.add(id);
  }
  const awaited = awaitedApprovals(writing, needs, control, target);
  const approval = control.approvalOf(writing.authority.principal, requestDigest, awaited);
  if (awaited.length > 0 && !approval) throw new ApprovalNeeded(awaited);
  const spent: readonly ApprovalRecord[] =
    awaited.length > 0 && approval ? [{ ...approval, status: "used" }] : [];
  return {
    actorBinding: bindingOf(writing),
    exercised: [...exercised],
    delegationDigest: delegations.size === 0 ? null : digestOf([...delegations].sort()),
    records: [...spent, ...decidedAnew(writing, control, now)],
  };
}

/** The first of the permissions that is held, with the delegations it is held through; null where none is. */
function holding(
  { authority }: Writing,
  { anyOf }: WriteNeed,
  target: () => Target | null,
): { readonly permission: Permission; readonly through: readonly string[] } | null {
  const permission = anyOf.find(
    (name) => authority.reach(name) === "always" || authority.permits(name, target()),
  );
  if (permission === undefined) return null;
  // Only what is delegated has to be decided in full: where from is part of the receipt (§33.2).
  if (!authority.isDelegated(permission)) return { permission, through: [] };
  const decision = authority.decide(permission, target());
  return { permission, through: decision.effect === "allow" ? decision.through : [] };
}

function refusal({ id, anyOf, refusal: code = "NotAuthorized", because }: WriteNeed) {
  if (code === "ActorBindingRequired") {
    return kipError(code, `only a Principal bound to ${because ?? "that actor"} may speak for it`, {
      hint: "Record who really said it with by: that actor, or ask the memory's owner to bind this Principal to the actor. Who is authenticated here is not whom a claim is by.",
      details: { id, actor: because ?? null },
    });
  }
  if (because !== undefined) {
    return kipError(
      code,
      `${id} is a claim of ${because}, which this Principal neither speaks for nor recorded`,
      {
        hint: "Only the actor of a claim takes it back, through a Principal bound to it or the one that recorded it. Assert the other view with by: whoever holds it, or let the owner quarantine the claim.",
        details: { id, actor: because },
      },
    );
  }
  const names = anyOf.join(" or ");
  return kipError(code, `this Principal may not ${names} here`, {
    hint: `It does not hold ${names} for ${id}. DESCRIBE ACCESS tells what it holds; the memory's owner grants more. Nothing was written.`,
    details: { id, permissions: anyOf },
  });
}

/**
 * What the rules hold back of a transaction, element by element. A request may select what it changes, so its text does
 * not say what it is about: an approval counts only while it resolves to the same elements in the same versions (§29.11).
 * New elements have no id yet and are told by kind and number; what they say is in the request, which is bound as a whole.
 */
function awaitedApprovals(
  { before, whole }: Writing,
  needs: readonly WriteNeed[],
  { policy }: ControlState,
  target: (id: ElementId) => Target | null,
): readonly ApprovalTarget[] {
  if (policy.approvals.length === 0) return [];
  const awaited = new Map<ElementId, Set<Permission>>();
  for (const { id, anyOf } of needs) {
    const about = target(id);
    if (about === null) continue;
    for (const { permissions, scope } of policy.approvals) {
      const held = anyOf.filter((permission) => permissions.includes(permission));
      if (held.length === 0 || !scopeHolds(scope, about, policy)) continue;
      awaited.set(id, new Set([...(awaited.get(id) ?? []), ...held]));
    }
  }
  return [...awaited]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .flatMap(([id, permissions]): readonly ApprovalTarget[] => {
      const known = before.element(id);
      const element = known ?? whole.element(id);
      if (!element) return [];
      return [
        {
          id: known ? id : null,
          kind: element.kind,
          version: known?._system.version ?? null,
          permissions: [...permissions].sort(),
        },
      ];
    });
}

/** The binding the transaction spoke under; a transaction that spoke as several actors exercised several. */
function bindingOf(writing: Writing): string | null {
  if (writing.authority.bindings.length === 0) return null;
  const bindings = writing.written.flatMap((element) => {
    if (element.kind !== "assertion" || writing.before.element(element.id)) return [];
    const standing = standingOfClaim(writing, element as Assertion);
    return standing.as === "actor" ? [standing.binding.id] : [];
  });
  return bindings.length === 0 ? null : [...new Set(bindings)].sort().join(" ");
}

/** What the transaction changes of what Governance has decided about elements, one record an element. */
function decidedAnew(writing: Writing, control: ControlState, now: Timestamp): readonly ElementRecord[] {
  const labelled = new Map(propagated(writing, control, now).map((record) => [record.id, record]));
  for (const lapsed of lapsedAuthority(writing, control)) {
    labelled.set(lapsed.id, {
      ...lapsed,
      classification: labelled.get(lapsed.id)?.classification ?? lapsed.classification,
      decided_by: writing.authority.principal,
      decided_at: now,
    });
  }
  return [...labelled.values()];
}

/** What was derived is at least as restricted as what it was made from (§31.2). */
function propagated(writing: Writing, control: ControlState, now: Timestamp): readonly ElementRecord[] {
  const { whole } = writing;
  const find = (id: ElementId) => whole.element(id);
  const labels = new Map<ElementId, string>();
  for (const { id } of writing.written) {
    const after = find(id);
    const before = writing.before.element(id);
    if (after?.kind !== "activity") continue;
    const known = before?.kind === "activity" ? before : undefined;
    if (newEdges(known, after, find).derived.length === 0) continue;
    for (const input of after.inputs) {
      const label = find(input.id)?.governance.classification;
      if (label !== undefined) labels.set(input.id, label);
    }
  }
  if (labels.size === 0) return [];
  const raised = raisedLabels(whole, labels, control.policy);
  return [...raised].map(([id, classification]) => ({
    ...(control.element(id) ?? NOTHING_DECIDED),
    kind: "element",
    id,
    classification,
    decided_by: writing.authority.principal,
    decided_at: now,
  }));
}

/** What Governance says of an element it has not decided about (§31.3). */
export const NOTHING_DECIDED: Omit<ElementRecord, "kind" | "id" | "decided_by" | "decided_at"> = {
  classification: null,
  authority_class: "descriptive",
  behavior_digest: null,
  quarantine: null,
};
