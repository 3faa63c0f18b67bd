import type { Activity, Element, ElementId } from "../model/index.js";
import { keyFor, type SpaceView } from "../state/index.js";
import { rankOf, type Vocabulary } from "./scope.js";

/** The Activity class whose edge records what came of something, not what was made of it (§29.8). */
const OBSERVATION = "outcome_observation";

/** The Evidence class instruments record (§15.7). */
export const OUTCOME = "outcome";

/** What a write makes of an Activity's provenance (§29.6, §29.8). */
export interface NewEdges {
  /** Outputs that the Activity now says were made from its inputs. */
  readonly derived: readonly ElementId[];
  /** Outcome Evidence that the Activity now links to what it observed. */
  readonly observed: readonly ElementId[];
}

/**
 * The edges from inputs to outputs that a write of an Activity establishes, new or added later (§29.6). An Activity
 * without inputs watched the world and derives nothing. `find` gives the elements it names.
 */
export function newEdges(
  before: Activity | undefined,
  after: Activity,
  find: (id: ElementId) => Element | undefined,
): NewEdges {
  if (after.inputs.length === 0) return { derived: [], observed: [] };
  const known = new Set(before && before.inputs.length > 0 ? before.outputs.map(({ id }) => id) : []);
  const fresh = after.outputs.map(({ id }) => id).filter((id) => !known.has(id));
  const isObserved = (id: ElementId) => after.activity_class === OBSERVATION && isOutcome(find(id));
  return {
    derived: fresh.filter((id) => !isObserved(id)),
    observed: fresh.filter(isObserved),
  };
}

export function isOutcome(element: Element | undefined): boolean {
  return element?.kind === "evidence" && element.evidence_class === OUTCOME;
}

/**
 * The labels elements have to be raised to so that nothing derived is less restricted than what it was made from
 * (§31.2), starting from some elements' labels and following derivations as far as they lead. Only labels that really
 * were given count: what nobody classified restricts nothing.
 */
export function raisedLabels(
  view: SpaceView,
  seeds: ReadonlyMap<ElementId, string>,
  vocabulary: Vocabulary,
): ReadonlyMap<ElementId, string> {
  const labels = new Map<ElementId, string>(seeds);
  const open = [...seeds.keys()];
  for (const id of open) {
    const label = labels.get(id);
    if (label === undefined) continue;
    for (const output of derivedFrom(view, id)) {
      const known = labels.get(output.id) ?? output.governance.classification ?? null;
      if (rankOf(label, vocabulary) <= rankOf(known, vocabulary)) continue;
      labels.set(output.id, label);
      open.push(output.id);
    }
  }
  for (const id of seeds.keys()) if (labels.get(id) === seeds.get(id)) labels.delete(id);
  return labels;
}

/** The elements that Activities made from an element, one step on. */
function derivedFrom(view: SpaceView, id: ElementId): readonly Element[] {
  const made: Element[] = [];
  for (const referrer of view.lookup(keyFor.refersTo(id))) {
    const activity = view.element(referrer);
    if (activity?.kind !== "activity" || !activity.inputs.some((input) => input.id === id)) continue;
    const find = (output: ElementId) => view.element(output);
    for (const output of newEdges(undefined, activity, find).derived) {
      const element = view.element(output);
      if (element && output !== id) made.push(element);
    }
  }
  return made;
}
