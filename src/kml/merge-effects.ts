import { type ElementId, isElementRef, type JsonObject, type Proposition } from "../model/index.js";
import { identityClass, keyFor, objectKey, type SpaceView } from "../state/index.js";

/** How many colliding tuples a summary spells out; the count says how many there are. */
const NAMED_COLLISIONS = 20;

/**
 * What a merge redirects (§61): how many stored Propositions name the source, and which of them then say the same as
 * another one. Nothing of this is rewritten: readers resolve it from now on (§11.4). `view` is the state before the
 * merge, `canonical` how ids resolve after it.
 */
export function mergeEffects(
  view: SpaceView,
  source: ElementId,
  target: ElementId,
  canonical: (id: ElementId) => ElementId,
): JsonObject {
  const redirected = propositionsAbout(view, source);
  const byTuple = new Map<string, ElementId[]>();
  for (const proposition of new Set([...redirected, ...propositionsAbout(view, target)])) {
    const tuple = tupleOf(view, proposition, canonical);
    const same = byTuple.get(tuple);
    if (same) same.push(proposition.id);
    else byTuple.set(tuple, [proposition.id]);
  }
  const collisions = [...byTuple.values()].filter((ids) => ids.length > 1);
  return {
    redirected_propositions: redirected.size,
    colliding_tuples: collisions.length,
    ...(collisions.length > 0 ? { collisions: collisions.slice(0, NAMED_COLLISIONS) } : {}),
  };
}

/** Every Proposition with an endpoint that resolves to an element. */
function propositionsAbout(view: SpaceView, id: ElementId): ReadonlySet<Proposition> {
  const found = new Set<Proposition>();
  for (const member of identityClass(view, id)) {
    for (const key of [keyFor.subject(member), keyFor.object(objectKey({ id: member }))]) {
      for (const filed of view.lookup(key)) {
        const element = view.element(filed);
        if (element?.kind === "proposition") found.add(element);
      }
    }
  }
  return found;
}

function tupleOf(
  { environment }: SpaceView,
  { subject, predicate_ref, object }: Proposition,
  canonical: (id: ElementId) => ElementId,
): string {
  const end = isElementRef(object) ? { id: canonical(object.id) } : object;
  const lineage = environment.canonicalLineage("PredicateType", predicate_ref);
  return `${canonical(subject.id)} ${lineage} ${objectKey(end)}`;
}
