import { wordsOf } from "../search/index.js";

/**
 * Words that hold an English question together without being what it is about. A memory in which "the" or "or" matched
 * would answer every question with the same strangers. Other languages are searched word for word.
 */
const FUNCTION_WORDS: ReadonlySet<string> = new Set(
  `a about after again all also am an and any are as at be been before being but by can could did do does doing done down
   each either else ever few for from get got had has have having he her here hers him his how i if in into is it its just
   know let like make many may me might mine more most much must my need neither no nor not now of off on once one only or
   other our ours out over own please same say shall she should so some such tell than that the their theirs them then
   there these they thing things this those to too under until up us very want was we were what when where whether which
   while who whom whose why will with without would yes yet you your yours`
    .split(/\s+/)
    .filter((word) => word !== ""),
);

/** The words of a text that say what it is about, each once, as the search index files them. */
export function contentWords(text: string): readonly string[] {
  return [...new Set(wordsOf(text))].filter((word) => !FUNCTION_WORDS.has(word));
}
