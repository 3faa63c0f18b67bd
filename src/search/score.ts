import type { Element } from "../model/index.js";
import { FIELD_WEIGHTS, SEARCH_FIELDS } from "./fields.js";
import { foldText, wordsOf } from "./words.js";

/** A search term, taken apart. */
export interface Query {
  readonly text: string;
  readonly folded: string;
  readonly words: readonly string[];
}

/** The words of a search term, each once. */
export function queryOf(text: string): Query {
  return { text, folded: foldText(text).trim(), words: [...new Set(wordsOf(text))] };
}

/** What a whole name is worth beyond its words, so that "Alice" ranks before "Alice Springs". */
const WHOLE_NAME = 0.1;

/**
 * How relevant an element is, in [0, 1] (§66.4): the share of the query's words that were found, longer words counting
 * more, each by how close the found word is and how telling its field. `match` maps the index terms that were found to
 * the fields they stand in.
 */
export function scoreOf(
  { words, folded }: Query,
  element: Element,
  match: Readonly<Record<string, readonly string[]>>,
): number {
  let found = 0;
  let all = 0;
  for (const word of words) {
    let best = 0;
    for (const [term, fields] of Object.entries(match)) {
      best = Math.max(best, closeness(word, term) * weightOf(fields));
    }
    const weight = Math.sqrt([...word].length);
    found += weight * best;
    all += weight;
  }
  if (all === 0 || found === 0) return 0;
  const whole = isCalled(element, folded) ? WHOLE_NAME : 0;
  return Math.round(((1 - WHOLE_NAME) * (found / all) + whole) * 10_000) / 10_000;
}

function weightOf(fields: readonly string[]): number {
  let best = 0;
  for (const field of SEARCH_FIELDS) {
    if (fields.includes(field)) best = Math.max(best, FIELD_WEIGHTS[field]);
  }
  return best;
}

/** 1 for the word itself, less for a word it begins, half for one a letter away. */
function closeness(word: string, term: string): number {
  if (word === term) return 1;
  if (term.startsWith(word)) return 0.6 + (0.3 * word.length) / term.length;
  return isOneEditAway(word, term) ? 0.5 : 0;
}

/** Whether one letter added, left out or exchanged turns one word into the other. */
function isOneEditAway(left: string, right: string): boolean {
  const [short, long] = left.length <= right.length ? [left, right] : [right, left];
  if (long.length - short.length > 1) return false;
  let start = 0;
  while (start < short.length && short[start] === long[start]) start += 1;
  const skip = long.length - short.length;
  return short.slice(start + (skip === 0 ? 1 : 0)) === long.slice(start + 1);
}

function isCalled(element: Element, folded: string): boolean {
  if (element.kind !== "concept") return false;
  return [element.name ?? "", ...element.aliases].some((name) => foldText(name).trim() === folded);
}
