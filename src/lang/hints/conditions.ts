import { FILTER_FUNCTIONS } from "../checks/filter-functions.js";
import { SYNONYMS } from "../checks/function-advice.js";
import type { Place } from "./index.js";

type Rule = (place: Place) => string | null;

/** Advice about conditions written as in other languages. */
export function conditionHint(place: Place): string | null {
  return operator(place) ?? equals(place);
}

const wantsOperator = ({ expected }: Place): boolean => expected.words.includes("an operator");

/** What stands where an operator is wanted, and what says it in KIP. */
export const OPERATORS: Readonly<Record<string, string>> = {
  "=": "==",
  AND: "&&",
  OR: "||",
  "&": "&&",
  "|": "||",
  "~": "REGEX(text, pattern)",
  "=>": ">=",
  "=<": "<=",
  "=~": "REGEX(text, pattern)",
  IS: "==",
};

const operator: Rule = (place) => {
  const { token, text } = place;
  if (!wantsOperator(place)) return null;
  const pair = text.slice(token.from, token.from + 2);
  const written = pair in OPERATORS && token.kind === "symbol" ? pair : token.text;
  const meant = OPERATORS[written.toUpperCase()];
  return meant === undefined ? null : `Write ${meant} instead of ${written}.`;
};

const equals: Rule = ({ token, before, expected }) =>
  /^==?$/.test(token.text) && expected.words.includes('":"')
    ? `A member is written with a colon: ${before[0]?.text}: …`
    : null;

/** The call of a function that stands between its operands, without what it is asked about; null when it is none. */
export function infixCall(name: string, written: string): string | null {
  const value = written.replace(/^\((.*)\)$/, "[$1]").replace(/^'(.*)'$/, '"$1"');
  if (/LIKE$/.test(name)) return likeCall(value);
  const own = SYNONYMS[name] ?? name;
  return FILTER_FUNCTIONS.get(own) === 2 ? `${own}(${value})` : null;
}

/** What a LIKE pattern stands for, by where its % are. */
function likeCall(pattern: string): string {
  const [, before, part, after] = /^"(%?)([^%"\\]*)(%?)"$/.exec(pattern) ?? [];
  const name = before === after ? "CONTAINS" : before ? "ENDS_WITH" : "STARTS_WITH";
  return `${name}(${part === undefined ? pattern : `"${part}"`})`;
}

/** What to put between two conditions. */
export const JOIN = "Join conditions with && (both) or || (either).";
