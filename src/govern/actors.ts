import type { Assertion, ElementId } from "../model/index.js";
import { canonicalId, type SpaceView } from "../state/index.js";
import type { Authority } from "./authority.js";
import type { BindingRecord, BoundActor } from "./records.js";

/** How a Principal stands to the actor of a claim (§28.4). */
export type Standing =
  /** The actor is one it is bound to. */
  | { readonly as: "actor"; readonly binding: BindingRecord }
  /** The actor is somebody else: the Principal only records what they said. */
  | { readonly as: "recorder" }
  /** The actor is somebody else whom only a bound Principal may speak for. */
  | { readonly as: "outsider" };

/**
 * Which of the three ways of asserting a claim is (§28.4). Its actor and the Principal's bindings decide that, never what
 * the claim says. `self` is the Space's designated `$self`; actors count as one through merges (§11.3).
 */
export function standingTo(
  claim: Pick<Assertion, "asserted_by" | "context_refs" | "proposition">,
  view: SpaceView,
  authority: Authority,
  reserved: readonly BoundActor[],
  self: ElementId | null,
): Standing {
  const actor = canonicalId(view, claim.asserted_by.id);
  const is = (named: BoundActor) => {
    const id = named === "$self" ? self : named;
    return id !== null && canonicalId(view, id) === actor;
  };
  const binding = authority.bindings.find((one) => is(one.actor) && covers(one, claim, view));
  if (binding) return { as: "actor", binding };
  return { as: reserved.some(is) ? "outsider" : "recorder" };
}

/** Whether a binding reaches what a claim is about and where it holds. */
function covers(
  { predicates, contexts }: BindingRecord,
  { proposition, context_refs }: Pick<Assertion, "context_refs" | "proposition">,
  view: SpaceView,
): boolean {
  if (predicates !== null) {
    const about = view.element(proposition.id);
    const lineage =
      about?.kind === "proposition"
        ? view.environment.canonicalLineage("PredicateType", about.predicate_ref)
        : null;
    if (lineage === null || !predicates.includes(lineage)) return false;
  }
  if (contexts === null) return true;
  const allowed = new Set(contexts.map((id) => canonicalId(view, id)));
  return context_refs.length > 0 && context_refs.every(({ id }) => allowed.has(canonicalId(view, id)));
}
