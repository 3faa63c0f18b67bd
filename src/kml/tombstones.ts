import {
  type Element,
  type ElementId,
  isElementRef,
  isPayloadPurged,
  kindOfId,
  kipError,
  type Proposition,
  withoutPayload,
} from "../model/index.js";
import { structuralEdges } from "../state/index.js";
import { kindName } from "./describe.js";
import type { MutationPlan } from "./plan.js";
import { sameContent } from "./stamp.js";

// A tombstone removes an element from active state and keeps its identity and what already refers to it (§60.2). So it
// takes no write but SET RETENTION, which decides about the bytes that are left, and no new reference; a key it held
// stays taken, since a key is one identity for good (§7.3). What a tombstone held is still read by id, retried
// creations still resolve to it, and UNSET still removes a reference to it: none of these writes anything new about it.
// A stub is the same, and takes not even SET RETENTION; its key was erased with it and is free (§60.3).
//
// Beside the TRANSITION that tombstones it, an element still takes writes: they are the last ones, and it has one final
// state. It takes no new reference, though: a block says one thing, in no order (§53.4), and to found a claim on what is
// deleted in the same breath says two. Whoever means it makes the reference first, in a command of its own.

/** The states in which an element takes no writes and no new references. */
type Gone = "tombstoned" | "purged";

function goneState(element: Element | undefined): Gone | null {
  const state = element?._system.state;
  return state === "tombstoned" || state === "purged" ? state : null;
}

/** Whether an element was logically deleted before the running command. */
export function isTombstoned(plan: MutationPlan, id: ElementId): boolean {
  return plan.before.element(id)?._system.state === "tombstoned";
}

/** @throws `NotFoundOrNotVisible` when the element a statement would change was tombstoned or purged. */
export function requireStandingTarget(plan: MutationPlan, id: ElementId): void {
  const state = goneState(plan.before.element(id));
  if (state === null) return;
  const what =
    state === "purged"
      ? `A purged element is erased: its stub is only read, by ${id}.`
      : `A tombstoned element is logically deleted: it is only read, by ${id}.`;
  throw kipError("NotFoundOrNotVisible", `${id} was ${state} and takes no more writes`, {
    hint: `${what} Write to another ${nameOfKind(id)}, or create one.`,
    details: { id, state },
  });
}

/**
 * Checks that a changed element is not tombstoned or purged, and that what it newly refers to is not either, when the
 * command is carried out. Deciding about the bytes that are left, by retention or by erasure, is no change of this kind.
 * @throws `NotFoundOrNotVisible`.
 */
export function requireStanding(plan: MutationPlan, draft: Element, before: Element | undefined): void {
  if (before && !sameContent(withStorageOf(before, draft), draft)) requireStandingTarget(plan, draft.id);
  for (const reference of referencesOf(plan, draft)) {
    const [path, id] = reference;
    const state = goneState(plan.element(id));
    if (state === null || (before && hasReference(plan, before, reference))) continue;
    const isOwn = goneState(plan.before.element(id)) === null;
    throw kipError(
      "NotFoundOrNotVisible",
      `${path} refers to ${id}, which ${isOwn ? `this command leaves ${state}` : `was ${state}`}`,
      {
        hint: `${state === "purged" ? "A purged element is erased" : "A tombstoned element is logically deleted"} and takes no new references. ${adviceOn(state, id, isOwn)}`,
        details: { field: path, id, state },
      },
    );
  }
}

function adviceOn(state: Gone, id: ElementId, isOwn: boolean): string {
  const other = `Refer to another ${nameOfKind(id)}`;
  if (!isOwn) return `${other}.`;
  return state === "purged"
    ? `${other}, or keep ${id}.`
    : `${other}, or leave ${id} as it is. If both are meant, make the reference in one command and tombstone it in the next.`;
}

/** An element with the storage hook of another version of it, and with its payload gone where that one's is. */
function withStorageOf(element: Element, other: Element): Element {
  const { retention } = other;
  if (element.kind !== "evidence" || other.kind !== "evidence" || !isPayloadPurged(other)) {
    return { ...element, retention };
  }
  return { ...withoutPayload(element), retention };
}

type Reference = readonly [path: string, id: ElementId];

function hasReference(plan: MutationPlan, element: Element, [path, id]: Reference): boolean {
  return referencesOf(plan, element).some((reference) => reference[0] === path && reference[1] === id);
}

/** Everything an element is about: its references, and for a claim also the ends of what it claims. */
function referencesOf(plan: MutationPlan, element: Element): readonly Reference[] {
  const structural = structuralEdges(element).map(
    ({ fieldRef, target }): Reference => [`structural.${fieldRef}`, target],
  );
  switch (element.kind) {
    case "proposition":
      return endsOf(element);
    case "assertion": {
      const about = plan.element(element.proposition.id);
      return [
        ...(about?.kind === "proposition" ? endsOf(about) : []),
        ["proposition", element.proposition.id],
        ["asserted_by", element.asserted_by.id],
        ...element.context_refs.map(({ id }): Reference => ["context_refs", id]),
        ...element.lifecycle.superseded_by.map(({ id }): Reference => ["BY", id]),
        ...structural,
      ];
    }
    case "concept":
      return element.merged_into ? [["merged_into", element.merged_into.id], ...structural] : structural;
    case "evidence":
      return [...element.lifecycle.corrected_by.map(({ id }): Reference => ["BY", id]), ...structural];
    default:
      return structural;
  }
}

function endsOf({ subject, object }: Proposition): readonly Reference[] {
  return isElementRef(object)
    ? [
        ["subject", subject.id],
        ["object", object.id],
      ]
    : [["subject", subject.id]];
}

function nameOfKind(id: ElementId): string {
  return kindName(kindOfId(id) ?? "concept");
}
