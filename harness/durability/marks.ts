import type { Element } from "../../src/model/index.js";
import type { Mark } from "./intents.js";

/** The marks that the elements of a memory carry, with the elements that carry each. */
export function marksIn(elements: readonly Element[]): ReadonlyMap<Mark, readonly Element[]> {
  const byId = new Map<string, Element>(elements.map((element) => [element.id, element]));
  const marks = new Map<Mark, Element[]>();
  for (const element of elements) {
    const mark = markOf(element, byId);
    const carriers = marks.get(mark);
    if (carriers) carriers.push(element);
    else marks.set(mark, [element]);
  }
  return marks;
}

function markOf(element: Element, byId: ReadonlyMap<string, Element>): Mark {
  switch (element.kind) {
    case "concept":
      return `concept:${element.name ?? ""}`;
    case "evidence":
      return `evidence:${"inline" in element.payload ? String(element.payload.inline) : ""}`;
    case "activity":
      return `activity:${element.activity_class}`;
    case "proposition":
      return `proposition:${String(element.object)}`;
    case "assertion": {
      const about = byId.get(element.proposition.id);
      return `assertion:${about?.kind === "proposition" ? String(about.object) : ""}`;
    }
  }
}
