import { terms } from "../../../grammar/index.js";
import { END, STATEMENT_WORDS } from "../expected.js";
import { tokenAt } from "../tokens-at.js";
import { fits } from "./fits.js";
import type { Place } from "./index.js";

type Rule = (place: Place) => string | null;

/** Advice about punctuation and spelling habits of other languages. */
export function notationHint(place: Place): string | null {
  for (const rule of RULES) {
    const hint = rule(place);
    if (hint !== null) return hint;
  }
  return null;
}

const wantsValue = ({ accepts }: Place): boolean => accepts(terms.String) || accepts(terms.Parameter);
const openString: Rule = ({ token, text }) => {
  if (token.text !== '"') return null;
  const line = /[^\n\r]*/.exec(text.slice(token.from))?.[0] ?? "";
  const closesLater = text.indexOf('"', token.from + line.length) >= 0;
  return closesLater
    ? "A string stays on one line. Write \\n for a line break in it, and close it with a double quote."
    : "Close the string with a double quote.";
};

const semicolon: Rule = ({ token, expected }) => {
  if (token.text !== ";") return null;
  return expected.words.includes(END)
    ? "Leave the semicolon out; several mutations go into MUTATE {…}."
    : "Nothing is separated by a semicolon: clauses by white space, members and arguments by commas, conditions by && or ||.";
};

const comma: Rule = (place) => {
  const { token, before, accepts, expected } = place;
  if (token.text === ",") {
    if (before[0]?.text === ",") return "Leave the comma out.";
    const inList = ['")"', '"}"', '"]"'].some((closing) => expected.words.includes(closing));
    if (accepts(terms.FILTER))
      return "Items inside WHERE {…} are separated by white space: leave the comma out.";
    if (accepts(terms.CREATE) || accepts(terms.SET))
      return "Clauses are separated by white space: leave the comma out.";
    return inList ? "Leave the comma out." : null;
  }
  if (before[0]?.text === "," && /^(?:[)}\]]|ASC|DESC)$/i.test(token.text))
    return "Leave the comma before it out.";
  if (expected.words.includes('","') && isItem(place)) {
    return `Members and arguments are separated by commas: put one before ${token.text}.`;
  }
  return null;
};

/** Whether the token would begin another item of the list it stands in. */
function isItem({ text, token, expectedAfter }: Place): boolean {
  const next = expectedAfter(",");
  if (token.kind !== "word") return token.kind !== "symbol" && fits(token, next);
  const following = tokenAt(text, token.to);
  if (next.words.includes("a function call")) return following.text === "(";
  const nameFollows = following.text === ":" || following.kind === "parameter";
  return (
    next.words.includes("a field name") && (nameFollows || !expectedAfter(",").words.includes("a literal"))
  );
}

const literalCase: Rule = (place) => {
  const { token } = place;
  const lower = token.text.toLowerCase();
  if (token.kind !== "word" || !wantsValue(place)) return null;
  return /^(?:true|false|null)$/.test(lower) && lower !== token.text ? `Write ${lower} in lower case.` : null;
};

/** Words nobody means as a name where a value belongs. */
const CLAUSE_WORD = /^(?:WHERE|FILTER|NOT|OPTIONAL|UNION|ORDER|LIMIT|CURSOR|AS|WITH|UNSET|EXPECT)$/i;

const bareWord: Rule = (place) => {
  const { token, accepts, text, expected } = place;
  const name = token.text;
  if (token.kind !== "word" || text[token.to] === "(" || !accepts(terms.String)) return null;
  if (CLAUSE_WORD.test(name) || STATEMENT_WORDS.includes(name.toUpperCase()))
    return `Something is missing before ${name}: ${expected.words[0]} belongs here.`;
  if (accepts(terms.Identifier) && !accepts(terms.Variable)) return null;
  return expected.words.includes('"!"')
    ? `Write ?x.${name} for a field, ?${name} for a variable, ${JSON.stringify(name)} for text.`
    : `Names and values are quoted: ${JSON.stringify(name)}${accepts(terms.Parameter) ? `, or a parameter :${name}` : ""}.`;
};

const variableWithoutMark: Rule = ({ token, accepts, text }) => {
  const next = text[token.to] ?? "";
  if (token.kind !== "word" || next === "(" || !accepts(terms.Variable) || accepts(terms.FIND)) return null;
  const meant = accepts(terms.FILTER)
    ? tokenAt(text, token.to).text === "{"
    : !accepts(terms.String) || next === "." || text.includes(`?${token.text}`);
  return meant ? `A variable or handle starts with a question mark: ?${token.text}.` : null;
};

const RULES: readonly Rule[] = [openString, semicolon, literalCase, comma, variableWithoutMark, bareWord];
