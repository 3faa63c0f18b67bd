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
const singleQuotes: Rule = ({ token, text }) => {
  if (token.text !== "'" && token.text !== "`") return null;
  const closing = text.indexOf(token.text, token.to);
  const inner = closing < 0 ? "…" : text.slice(token.to, closing);
  if (/^[?:][A-Za-z_]\w*$/.test(inner)) return `Leave the quotes out: ${inner}.`;
  return `Strings stand in double quotes: ${JSON.stringify(inner)}.`;
};

const openString: Rule = ({ token, text }) => {
  if (token.text !== '"') return null;
  const line = /[^\n\r]*/.exec(text.slice(token.from))?.[0] ?? "";
  const closesLater = text.indexOf('"', token.from + line.length) >= 0;
  return closesLater
    ? "A string stays on one line. Write \\n for a line break in it, and close it with a double quote."
    : "Close the string with a double quote.";
};

const semicolon: Rule = ({ token, text, expected }) => {
  if (token.text !== ";") return null;
  if (tokenAt(text, token.to).kind === "end") return "Leave the semicolon out.";
  return expected.words.includes(END)
    ? "Leave the semicolon out; several mutations go into MUTATE {…}."
    : "Nothing is separated by a semicolon: clauses by white space, members and arguments by commas, conditions by && or ||.";
};

const comma: Rule = (place) => {
  const { token, before, accepts, expected } = place;
  if (token.text === ",") {
    const inList = ['")"', '"}"', '"]"'].some((closing) => expected.words.includes(closing));
    if (accepts(terms.FILTER))
      return "Items inside WHERE {…} are separated by white space: leave the comma out.";
    if (accepts(terms.CREATE) || accepts(terms.SET))
      return "Clauses are separated by white space: leave the comma out.";
    return inList ? "Leave the comma out." : null;
  }
  if (before[0]?.text === "," && ["}", ")", "]"].includes(token.text))
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

const comment: Rule = ({ token, text }) => {
  const opens = text.startsWith("/*", token.from) || text.startsWith("--", token.from) || token.text === "#";
  return opens ? "A comment starts with // and ends with the line." : null;
};

const literalCase: Rule = (place) => {
  const { token } = place;
  const lower = token.text.toLowerCase();
  if (token.kind !== "word" || !wantsValue(place)) return null;
  if (["true", "false", "null"].includes(lower) && lower !== token.text)
    return `Write ${lower} in lower case.`;
  return ["none", "nil", "undefined"].includes(lower) ? "Write null." : null;
};

const placeholder: Rule = (place) => {
  const { token, text } = place;
  const braced = /^\{\{\s*([A-Za-z_][A-Za-z0-9_]*)\s*\}\}/.exec(
    text.slice(token.from - 1, token.from + 80),
  )?.[1];
  if (braced !== undefined) return `A parameter is written :${braced}.`;
  if (!wantsValue(place)) return null;
  const name = /^(?:\$\{?|\{\{\s*|@|%)([A-Za-z_][A-Za-z0-9_]*)/.exec(
    text.slice(token.from, token.from + 80),
  )?.[1];
  return name === undefined ? null : `A parameter is written :${name}.`;
};

/** What a description of the language leaves to its reader. */
const elision: Rule = ({ token, text }) => {
  if (/^(?:\.\.\.|…)/.test(text.slice(token.from, token.from + 3)))
    return "Dots stand for what was left out: write it, or leave the part out.";
  const name = /^<([A-Za-z][\w -]*)>/.exec(text.slice(token.from, token.from + 80))?.[1];
  return name === undefined ? null : `<${name}> stands for something of that kind: write it instead.`;
};

/** Words nobody means as a name where a value belongs. */
const CLAUSE_WORDS: ReadonlySet<string> = new Set([
  ...STATEMENT_WORDS,
  ...[
    "WHERE",
    "FILTER",
    "NOT",
    "OPTIONAL",
    "UNION",
    "ORDER",
    "LIMIT",
    "CURSOR",
    "AS",
    "WITH",
    "UNSET",
    "EXPECT",
  ],
]);

const bareWord: Rule = (place) => {
  const { token, accepts, text, expected } = place;
  const name = token.text;
  if (token.kind !== "word" || text[token.to] === "(" || !accepts(terms.String)) return null;
  if (CLAUSE_WORDS.has(name.toUpperCase()))
    return `Something is missing before ${name}: ${expected.words[0]} belongs here.`;
  if (accepts(terms.Identifier) && !accepts(terms.Variable)) return null;
  return expected.words.includes('"!"')
    ? `Write ?x.${name} for a field, ?${name} for a variable, ${JSON.stringify(name)} for text.`
    : `Names and values are quoted: ${JSON.stringify(name)}, or a parameter :${name}.`;
};

const variableWithoutMark: Rule = ({ token, accepts, text }) => {
  if (token.kind !== "word" || text[token.to] === "(") return null;
  return accepts(terms.Variable) && !accepts(terms.FILTER) && !accepts(terms.FIND) && !accepts(terms.String)
    ? `A variable or handle starts with a question mark: ?${token.text}.`
    : null;
};

/** White space and invisible characters that are neither space, tab nor line end. */
const INVISIBLE = /^[\s\u200b-\u200f\u2060\ufeff]$/;

const invisible: Rule = ({ token }) =>
  INVISIBLE.test(token.text)
    ? "An invisible character stands here: use an ordinary space, tab or line end, or delete it."
    : null;

const RULES: readonly Rule[] = [
  invisible,
  openString,
  singleQuotes,
  semicolon,
  comment,
  literalCase,
  placeholder,
  elision,
  comma,
  variableWithoutMark,
  bareWord,
];
