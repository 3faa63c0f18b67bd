import { type Concept, type ElementId, isInOrdinaryRecall, kipError } from "../model/index.js";
import { localNameOf } from "../schema/index.js";
import type { MutationPlan } from "./plan.js";

/** What a Concept is known by for good: its key within its type, or a canonical identity (§7.3, §7.4). */
export type IdentityField = "key" | "canonical_id";

/**
 * The error for a Concept whose identity another one has, with what really can be done about it: that depends on
 * whether the other one is made by the same command, stands, is archived or was tombstoned.
 */
export function identityTaken(
  plan: MutationPlan,
  draft: Concept,
  field: IdentityField,
  value: string,
  takenBy: ElementId,
) {
  const written = JSON.stringify(value);
  if (plan.isNew(takenBy)) {
    return kipError("IdentityConflict", `two Concepts of this command have the ${field} ${written}`, {
      hint: `${draft.id} and ${takenBy} would be one identity. Create it once and use its handle for both, or give one of them another ${field}.`,
      details: { field, value, id: takenBy },
    });
  }
  return kipError("IdentityConflict", `another Concept already has the ${field} ${written}`, {
    hint: adviceAbout(plan, draft, field, value, takenBy),
    details: { field, value, id: takenBy },
  });
}

function adviceAbout(
  plan: MutationPlan,
  draft: Concept,
  field: IdentityField,
  value: string,
  id: ElementId,
): string {
  const holder = plan.before.element(id);
  if (holder?._system.state === "tombstoned") return heldByTombstone(field, id);
  const type = JSON.stringify(localNameOf(draft.schema_ref));
  const address =
    field === "key"
      ? `UPSERT CONCEPT ?c { MATCH {type: ${type}, key: ${JSON.stringify(value)}} … }`
      : `its id, ${id}`;
  const archived = holder && !isInOrdinaryRecall(holder) ? ` ${readArchived(id)}` : "";
  return `That Concept is ${id}. Address it with ${address}, or give the new one another ${field}.${archived}`;
}

/** How an archived Concept is found: ordinary patterns pass it by (§60.1). */
export function readArchived(id: ElementId): string {
  return `It is archived: ?c {id: "${id}"} reads it, and so does a pattern with state: "archived"; it stays archived when it is written.`;
}

/** What to do about an identity that a logically deleted Concept keeps (§7.3, §60.2). */
export function heldByTombstone(field: IdentityField, id: ElementId): string {
  return `${id} had this ${field} and was tombstoned. It takes no more writes and its ${field} is never given out again: choose another ${field}.`;
}
