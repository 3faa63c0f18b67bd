import type { ElementId, JsonValue, Projection } from "../model/index.js";
import { isElementRef } from "../model/index.js";
import type { SpaceView } from "../state/index.js";

/** What a person would call an element: its name, else its key, else its id. */
export function labelOf(view: SpaceView, id: ElementId): string {
  const element = view.element(id);
  return element?.kind === "concept" ? (element.name ?? element.key ?? id) : id;
}

/** A value as it reads in a sentence. */
export function valueLabel(view: SpaceView, value: JsonValue): string {
  return isElementRef(value) ? labelOf(view, value.id) : JSON.stringify(value);
}

/** The local name of a predicate, with its underscores as spaces. */
export function predicateLabel(predicateRef: string): string {
  return predicateRef.slice(predicateRef.lastIndexOf("/") + 1).replaceAll("_", " ");
}

/** One claim's belief in a sentence: the tuple, the status, and on whose word. */
export function statementOf(
  view: SpaceView,
  subject: ElementId,
  predicateRef: string,
  object: JsonValue,
  belief: Projection,
): string {
  const tuple = `${labelOf(view, subject)} ${predicateLabel(predicateRef)} ${valueLabel(view, object)}`;
  const support = actorsOf(view, belief.support.assertion_ids);
  const opposition = actorsOf(view, belief.opposition.assertion_ids);
  const sides = [
    support.length > 0 ? `supported by ${support.join(", ")}` : "",
    opposition.length > 0 ? `opposed by ${opposition.join(", ")}` : "",
  ].filter((side) => side !== "");
  return `${tuple}: ${belief.status}${sides.length > 0 ? ` (${sides.join("; ")})` : ""}.`;
}

/** Who makes some claims. A claim may bear on what is believed although the reader may not know whose it is (§49.2). */
function actorsOf(view: SpaceView, assertions: readonly ElementId[]): readonly string[] {
  const names = assertions.flatMap((id) => {
    const assertion = view.element(id);
    if (assertion?.kind !== "assertion") return [];
    return [assertion.governance.withheld ? UNNAMED : labelOf(view, assertion.asserted_by.id)];
  });
  return [...new Set(names)];
}

const UNNAMED = "someone who may not be named here";
