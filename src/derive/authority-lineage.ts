import type { Element, ElementId } from "../model/index.js";
import { isOlder, keyFor, type SpaceView } from "../state/index.js";

/** Watching what came of something makes nothing of it (§29.8). */
const OBSERVATION = "outcome_observation";

/**
 * What an element came from, as far as that bears on the influence it may have (§31.5): the Evidence a claim cites, the
 * Evidence a record was taken from, and the inputs of every Activity it is an output of. Oldest first, within the view:
 * what is not in it is not named. It is read off provenance, so no summary and no rewriting can lose it.
 */
export function authorityLineage(view: SpaceView, element: Element): readonly ElementId[] {
  const sources = new Set<ElementId>();
  if (element.kind === "assertion") for (const { id } of element.evidence) sources.add(id);
  if (element.kind === "evidence") {
    // Who spoke is no source of what was said; the record it was taken from is.
    for (const { id } of element.source) if (view.element(id)?.kind === "evidence") sources.add(id);
  }
  for (const producer of producersOf(view, element)) {
    if (producer.activity_class === OBSERVATION) continue;
    for (const { id } of producer.inputs) sources.add(id);
  }
  sources.delete(element.id);
  return [...sources]
    .flatMap((id) => view.element(id) ?? [])
    .sort((left, right) => compare(left, right))
    .map(({ id }) => id);
}

/** Everything an element came from over any number of steps, itself left out (§31.5). Ends however sources lead round. */
export function wholeAuthorityLineage(view: SpaceView, element: Element): readonly ElementId[] {
  const found = new Set<ElementId>();
  const open: Element[] = [element];
  for (const next of open) {
    for (const id of authorityLineage(view, next)) {
      if (found.has(id) || id === element.id) continue;
      found.add(id);
      const source = view.element(id);
      if (source) open.push(source);
    }
  }
  return [...found];
}

function producersOf(view: SpaceView, { id }: Element) {
  return [...view.lookup(keyFor.refersTo(id))].flatMap((referrer) => {
    const activity = view.element(referrer);
    return activity?.kind === "activity" && activity.outputs.some((output) => output.id === id)
      ? [activity]
      : [];
  });
}

function compare(left: Element, right: Element): number {
  if (left.kind !== right.kind) return left.kind < right.kind ? -1 : 1;
  return isOlder(left, right) ? -1 : 1;
}
