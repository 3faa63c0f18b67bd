import { type Assertion, type Element, type ElementId, kipError, type Proposition } from "../model/index.js";
import type { MutationPlan } from "./plan.js";

/**
 * Checks that one Assertion may supersede another (§14.2): the same canonical actor, the same Proposition or one with
 * the same canonical subject and Predicate lineage, and the same canonical contexts. Returns the newer one.
 * @throws `SupersessionMismatch` naming what differs.
 */
export function requireCompatible(
  plan: MutationPlan,
  older: Assertion,
  newerId: ElementId,
  newer: Element | undefined,
): Assertion {
  if (newer?.kind !== "assertion" || newerId === older.id) {
    throw mismatch(
      older.id,
      newerId,
      "successor",
      "Only another Assertion supersedes an Assertion: name the newer one in BY.",
    );
  }
  // What the command itself makes, withdraws or supersedes in turn was standing when the command got to it.
  const standing = plan.before.element(newerId);
  if (standing?.kind === "assertion" && standing.lifecycle.status !== "active") {
    throw mismatch(
      older.id,
      newerId,
      "status",
      `${newerId} is ${standing.lifecycle.status}. Record a new Assertion and supersede with that.`,
    );
  }
  const actor = (assertion: Assertion) => plan.canonical(assertion.asserted_by.id);
  if (actor(older) !== actor(newer)) {
    throw mismatch(
      older.id,
      newerId,
      "asserted_by",
      "Only the same actor revises a claim. Another actor's view is an ASSERT of its own, without SUPERSEDING.",
    );
  }
  if (!sameSlot(plan, older, newer)) {
    throw mismatch(
      older.id,
      newerId,
      "proposition",
      "A revision is about the same subject and predicate. Retract the old claim and assert the new one.",
    );
  }
  if (contextKey(plan, older) !== contextKey(plan, newer)) {
    throw mismatch(
      older.id,
      newerId,
      "context_refs",
      "A revision keeps its contexts. Retract the claim that was too wide and assert the scoped one.",
    );
  }
  if (leadsTo(plan, newer, older.id)) {
    throw mismatch(
      older.id,
      newerId,
      "successor",
      "The two would supersede each other. Name the newest of the line in BY.",
    );
  }
  return newer;
}

function sameSlot(plan: MutationPlan, older: Assertion, newer: Assertion): boolean {
  if (older.proposition.id === newer.proposition.id) return true;
  const [left, right] = [propositionOf(plan, older), propositionOf(plan, newer)];
  if (!left || !right) return false;
  const lineage = ({ predicate_ref }: Proposition) =>
    plan.before.environment.canonicalLineage("PredicateType", predicate_ref);
  return (
    plan.canonical(left.subject.id) === plan.canonical(right.subject.id) && lineage(left) === lineage(right)
  );
}

function propositionOf(plan: MutationPlan, { proposition }: Assertion): Proposition | undefined {
  const element = plan.element(proposition.id);
  return element?.kind === "proposition" ? element : undefined;
}

function contextKey(plan: MutationPlan, { context_refs }: Assertion): string {
  return [...new Set(context_refs.map(({ id }) => plan.canonical(id)))].sort().join(" ");
}

function leadsTo(plan: MutationPlan, from: Assertion, to: ElementId): boolean {
  const open: ElementId[] = from.lifecycle.superseded_by.map(({ id }) => id);
  for (const id of open) {
    if (id === to) return true;
    const next = plan.element(id);
    if (next?.kind === "assertion") open.push(...next.lifecycle.superseded_by.map((ref) => ref.id));
  }
  return false;
}

function mismatch(older: ElementId, newer: ElementId, differs: string, hint: string) {
  return kipError("SupersessionMismatch", `${newer} cannot supersede ${older}: ${differs} does not fit`, {
    hint,
    details: { superseded: older, by: newer, differs },
  });
}
