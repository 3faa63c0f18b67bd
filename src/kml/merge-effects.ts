import type { ElementId, JsonObject, Proposition } from "../model/index.js";
import {
  canonicalId,
  canonicalObject,
  identityClass,
  keyFor,
  mergedInto,
  objectKey,
  type SpaceView,
} from "../state/index.js";
import { compareIds } from "./id-order.js";

/** How many colliding tuples a summary spells out; the count says how many there are. */
const NAMED_COLLISIONS = 20;

/**
 * What a merge redirects (§61): how many stored Propositions name the source, and which of them then say the same as
 * another one. Nothing of this is rewritten: readers resolve it from now on (§11.4). `view` is the state in which all
 * merges of the command are carried out, so that the order of its clauses does not matter.
 */
export function mergeEffects(view: SpaceView, source: ElementId): JsonObject {
  const redirected = propositionsAbout(view, mergedInto(view, source));
  const byTuple = new Map<string, Proposition[]>();
  for (const proposition of propositionsAbout(view, identityClass(view, source))) {
    const tuple = tupleOf(view, proposition);
    const same = byTuple.get(tuple);
    if (same) same.push(proposition);
    else byTuple.set(tuple, [proposition]);
  }
  const collisions = [...byTuple.values()].filter(
    (same) => same.length > 1 && same.some((proposition) => redirected.has(proposition)),
  );
  const ids = collisions.map((same) => same.map(({ id }) => id).sort(compareIds));
  return {
    redirected_propositions: redirected.size,
    colliding_tuples: collisions.length,
    ...(collisions.length > 0 ? { collisions: ids.slice(0, NAMED_COLLISIONS) } : {}),
  };
}

/** Every Proposition with an endpoint among some elements. */
function propositionsAbout(view: SpaceView, ids: readonly ElementId[]): ReadonlySet<Proposition> {
  const found = new Set<Proposition>();
  for (const id of ids) {
    for (const key of [keyFor.subject(id), keyFor.object(objectKey({ id }))]) {
      for (const filed of view.lookup(key)) {
        const element = view.element(filed);
        if (element?.kind === "proposition") found.add(element);
      }
    }
  }
  return found;
}

function tupleOf(view: SpaceView, { subject, predicate_ref, object }: Proposition): string {
  const lineage = view.environment.canonicalLineage("PredicateType", predicate_ref);
  return `${canonicalId(view, subject.id)} ${lineage} ${objectKey(canonicalObject(view, object))}`;
}
