import { type Element, type ElementId, isElementRef, type PropositionObject } from "../model/index.js";
import { localNameOf } from "../schema/index.js";
import type { SpaceView } from "../state/index.js";
import { payloadTexts, textsIn } from "./grounding.js";
import type { Query } from "./score.js";

const BEFORE = 40;
const LONGEST = 160;

/**
 * A line of plain text that shows why an element was found: what it is called, and the passage around a word of the
 * query. It is content of the memory, never markup: whoever shows it must escape it (§66.4).
 */
export function snippetOf(view: SpaceView, element: Element, query: Query): string {
  switch (element.kind) {
    case "concept":
      return joined(element.name ?? element.key ?? element.id, passageIn(textsIn(element.attributes), query));
    case "proposition":
      return oneLine(
        `${nameOf(view, element.subject.id)} ${localNameOf(element.predicate_ref)} ${objectText(view, element.object)}`,
      );
    case "assertion": {
      const about = view.element(element.proposition.id);
      const statement =
        about?.kind === "proposition" ? snippetOf(view, about, query) : element.proposition.id;
      return oneLine(`${nameOf(view, element.asserted_by.id)}: ${element.stance} ${statement}`);
    }
    case "evidence":
      return joined(element.evidence_class, passageIn(payloadTexts(element), query));
    case "activity":
      return oneLine(`${element.activity_class} (${element.status})`);
  }
}

function objectText(view: SpaceView, object: PropositionObject): string {
  return isElementRef(object) ? nameOf(view, object.id) : JSON.stringify(object);
}

/** What an element is called in this view; only its id when it is not in it. */
function nameOf(view: SpaceView, id: ElementId): string {
  const element = view.element(id);
  return element?.kind === "concept" ? (element.name ?? element.key ?? id) : id;
}

/** The part of the first text with a word of the query, cut around it; of the first text, when none has one. */
function passageIn(texts: readonly string[], { words }: Query): string {
  for (const text of texts) {
    const lower = text.toLowerCase();
    const at = Math.min(...words.map((word) => lower.indexOf(word)).filter((position) => position !== -1));
    if (at === Number.POSITIVE_INFINITY) continue;
    return at > BEFORE ? `…${text.slice(at - BEFORE)}` : text;
  }
  return texts[0] ?? "";
}

function joined(title: string, passage: string): string {
  return oneLine(passage === "" ? title : `${title}: ${passage}`);
}

function oneLine(text: string): string {
  const line = text.replace(/[\s\p{Cc}]+/gu, " ").trim();
  const characters = [...line];
  return characters.length <= LONGEST ? line : `${characters.slice(0, LONGEST - 1).join("")}…`;
}
