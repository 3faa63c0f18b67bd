import { ExternalTokenizer, type InputStream } from "@lezer/lr";
import { FIRST_KEYWORD, KEYWORDS } from "./generated/kip.keywords.js";
import * as terms from "./generated/kip.terms.js";

/** The keywords in canonical upper case. */
export const keywordNames: readonly string[] = KEYWORDS.split(" ");

/** The words that are more than names, as they are usually written: keywords in either case, literals in lower case. */
const wordTerms: ReadonlyMap<string, number> = new Map([
  ...keywordNames.flatMap((name, index) => {
    const term = FIRST_KEYWORD + index;
    return [[name, term] as const, [name.toLowerCase(), term] as const];
  }),
  ["true", terms._true],
  ["false", terms._false],
  ["null", terms._null],
]);

const LONGEST = Math.max(...keywordNames.map((name) => name.length));

/**
 * The term of a word that is a keyword, or -1. Keywords are ASCII case-insensitive; `true`, `false` and `null` are not
 * (§9). The grammar *extends* identifiers with this: where a keyword has no place, the same word is a plain name.
 */
export function keyword(word: string): number {
  if (word.length > LONGEST) return -1;
  const term = wordTerms.get(word);
  if (term !== undefined) return term;
  const upper = word.toUpperCase();
  return upper === word ? -1 : (wordTerms.get(upper) ?? -1);
}

const SET = "SET";
const RETENTION = "RETENTION";
const NEWLINE = 10;
const RETURN = 13;
const SPACE = 32;
const TAB = 9;
const SLASH = 47;

/** The SET of SET RETENTION, told from every other SET by the word after it. */
export const setOfRetention = new ExternalTokenizer((input) => {
  if (!wordAt(input, 0, SET)) return;
  if (wordAt(input, afterBlank(input, SET.length), RETENTION)) {
    input.acceptToken(terms.setBeforeRetention, SET.length);
  }
});

/** Whether a word stands at an offset from the current position, in any case, and ends there. */
function wordAt(input: InputStream, offset: number, word: string): boolean {
  for (let at = 0; at < word.length; at += 1) {
    const unit = input.peek(offset + at);
    const expected = word.charCodeAt(at);
    if (unit !== expected && unit !== expected + 32) return false;
  }
  const next = input.peek(offset + word.length);
  return !(
    next === 95 ||
    (next >= 48 && next <= 57) ||
    (next >= 65 && next <= 90) ||
    (next >= 97 && next <= 122)
  );
}

/** The offset of what follows white space and comments. */
function afterBlank(input: InputStream, offset: number): number {
  let at = offset;
  for (;;) {
    const unit = input.peek(at);
    if (unit === SLASH && input.peek(at + 1) === SLASH) {
      while (input.peek(at) >= 0 && input.peek(at) !== NEWLINE && input.peek(at) !== RETURN) at += 1;
    } else if (unit === SPACE || unit === TAB || unit === NEWLINE || unit === RETURN) at += 1;
    else return at;
  }
}
