import * as terms from "./generated/kip.terms.js";

/** The keywords in canonical upper case. */
export const keywordNames: readonly string[] = Object.keys(terms).filter((name) => /^[A-Z]+$/.test(name));

/** The literals that are spelled as words; unlike keywords, in lower case only, as in JSON (§9). */
const literalWords: ReadonlyMap<string, number> = new Map([
  ["true", terms._true],
  ["false", terms._false],
  ["null", terms._null],
]);

const keywordTerms: ReadonlyMap<string, number> = new Map(
  Object.entries(terms).filter(([name]) => keywordNames.includes(name)),
);

/**
 * The term of a word that is a keyword, or -1. Keywords are ASCII case-insensitive. The grammar *extends* identifiers
 * with this: where a keyword has no place, the same word is a plain name.
 */
export function keyword(word: string): number {
  return literalWords.get(word) ?? keywordTerms.get(word) ?? keywordTerms.get(word.toUpperCase()) ?? -1;
}
