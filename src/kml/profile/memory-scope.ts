import { idsIn, memoryFacet } from "../../derive/index.js";
import {
  asElementId,
  type Element,
  type ElementId,
  isJsonObject,
  type JsonObject,
} from "../../model/index.js";
import type { MutationPlan } from "../plan.js";
import { refused } from "./errors.js";

/**
 * A MemoryScope says of a record what the record already says by itself, where it does: a claim holds in its own
 * contexts, and a derivation was made in those of its basis (Profile §20.3).
 * @throws `ConstraintViolation` when the two name other contexts.
 */
export function requireScope(plan: MutationPlan, bearer: Element, scope: JsonObject): void {
  const own = contextsOf(bearer);
  if (own === null || sameSet(plan, own, idsIn(scope, "context_refs"))) return;
  throw refused(
    bearer.id,
    "the MemoryScope names other contexts than the record it is on",
    `Name the same contexts in both: ${bearer.kind === "assertion" ? "context_refs of the Assertion" : "policy_basis.context_refs of the DependencyBasis"} and context_refs of the MemoryScope.`,
    { field: "context_refs", own, scope: idsIn(scope, "context_refs") },
  );
}

/** The contexts a record states itself; null where it states none, so that the scope stands alone. */
function contextsOf(bearer: Element): readonly ElementId[] | null {
  if (bearer.kind === "assertion") return bearer.context_refs.map(({ id }) => id);
  if (bearer.kind !== "activity") return null;
  const basis = memoryFacet(bearer, "DependencyBasis")?.policy_basis;
  return isJsonObject(basis) ? idsIn(basis, "context_refs") : null;
}

function sameSet(plan: MutationPlan, left: readonly ElementId[], right: readonly ElementId[]): boolean {
  const canonical = (ids: readonly ElementId[]) => new Set(ids.map((id) => plan.canonical(asElementId(id))));
  const [one, other] = [canonical(left), canonical(right)];
  return one.size === other.size && [...one].every((id) => other.has(id));
}
