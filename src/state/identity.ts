import type { Element, ElementId, Proposition, PropositionObject } from "../model/index.js";
import { isElementRef } from "../model/index.js";
import { keyFor, objectKey } from "./index-keys.js";
import type { SpaceView } from "./view.js";

/** The element a reference resolves to today: the end of its `merged_into` chain (§11.1, §12.3). */
export function canonicalId(view: SpaceView, id: ElementId): ElementId {
  let current = id;
  // A merge can never close a cycle (§11.1), so the chain ends.
  for (;;) {
    const element = view.element(current);
    if (element?.kind !== "concept" || element.merged_into === null) return current;
    current = element.merged_into.id;
  }
}

/** The element a reference resolves to today, or undefined where that is not in the view. */
export function canonicalElement(view: SpaceView, id: ElementId): Element | undefined {
  let element = view.element(id);
  while (element?.kind === "concept" && element.merged_into !== null) {
    element = view.element(element.merged_into.id);
  }
  return element;
}

/** Every id that resolves to the same element as `id`, itself included: where its stored tuples may be filed. */
export function identityClass(view: SpaceView, id: ElementId): readonly ElementId[] {
  return mergedInto(view, canonicalId(view, id));
}

/** An id and every id that resolves through it: what was merged into it, directly or over others. */
export function mergedInto(view: SpaceView, id: ElementId): readonly ElementId[] {
  const members: ElementId[] = [id];
  for (let next = 0; next < members.length; next += 1) {
    const member = members[next];
    if (member !== undefined) for (const id of view.lookup(keyFor.mergedInto(member))) members.push(id);
  }
  return members;
}

/** A Proposition's object with an element endpoint resolved through merges. */
export function canonicalObject(view: SpaceView, object: PropositionObject): PropositionObject {
  return isElementRef(object) ? { id: canonicalId(view, object.id) } : object;
}

/**
 * The Proposition of a canonical tuple (§12.3), or undefined when none is stored. Endpoints match through merges;
 * the predicate matches by lineage. Of several stored for one tuple after a merge the oldest id answers, so that
 * every reader resolves alike (§11.4).
 */
export function propositionOfTuple(
  view: SpaceView,
  subject: ElementId,
  predicateLineage: string,
  object: PropositionObject,
): Proposition | undefined {
  const objects = isElementRef(object)
    ? identityClass(view, object.id).map((id) => objectKey({ id }))
    : [objectKey(object)];
  let found: Proposition | undefined;
  for (const subjectId of identityClass(view, subject)) {
    for (const objectText of objects) {
      for (const id of view.lookup(keyFor.tuple(subjectId, predicateLineage, objectText))) {
        const element = view.element(id);
        if (element?.kind === "proposition" && (!found || isOlder(element, found))) found = element;
      }
    }
  }
  return found;
}

/** Every Proposition of a subject and predicate lineage, through merges (§47). */
export function propositionsOfSlot(
  view: SpaceView,
  subject: ElementId,
  predicateLineage: string,
): readonly Proposition[] {
  const found: Proposition[] = [];
  for (const subjectId of identityClass(view, subject)) {
    for (const id of view.lookup(keyFor.slot(subjectId, predicateLineage))) {
      const element = view.element(id);
      if (element?.kind === "proposition") found.push(element);
    }
  }
  return found.sort((left, right) => (isOlder(left, right) ? -1 : 1));
}

/** Whether one element was created before another of its kind: ids of a kind grow in the order of creation (§7.1). */
export function isOlder(left: Element, right: Element): boolean {
  return ordinalOf(left.id) < ordinalOf(right.id);
}

/** The counter within an id. */
function ordinalOf(id: ElementId): number {
  return Number(id.slice(id.indexOf("-") + 1));
}

/**
 * Whether what an element is about resolved otherwise at a sequence than it does now, because a merge that stood then
 * was withdrawn since (§11.5): whoever relied on the element then may have meant another Concept.
 */
export function restsOnWithdrawnIdentity(view: SpaceView, element: Element, seq: number): boolean {
  return conceptsOf(view, element).some((concept) =>
    view
      .identityDecisions(concept)
      .some(
        ({ space_seq, withdrawn }) => withdrawn !== null && space_seq <= seq && seq < withdrawn.space_seq,
      ),
  );
}

/** The Concepts an element says something of, or is. */
function conceptsOf(view: SpaceView, element: Element): readonly ElementId[] {
  switch (element.kind) {
    case "concept":
      return [element.id];
    case "proposition":
      return isElementRef(element.object) ? [element.subject.id, element.object.id] : [element.subject.id];
    case "assertion": {
      const about = view.element(element.proposition.id);
      return [
        element.asserted_by.id,
        ...element.context_refs.map(({ id }) => id),
        ...(about?.kind === "proposition" ? conceptsOf(view, about) : []),
      ];
    }
    case "evidence":
      return element.source.map(({ id }) => id);
    case "activity":
      return [];
  }
}
