import { terms } from "../../../grammar/index.js";
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
const wantsOperator = ({ expected }: Place): boolean => expected.words.includes("an operator");

const OTHER_OPERATORS: Readonly<Record<string, string>> = {
  "=": "==",
  AND: "&&",
  OR: "||",
  "~": "REGEX(text, pattern)",
};

const equals: Rule = ({ token, text, before, expected }) => {
  if (token.text !== "=") return null;
  const name = before[0]?.text ?? "";
  if (expected.words.includes('":"')) return `A member is written with a colon: ${name}: …`;
  return text[token.to] === ">" ? "Write >= for “at least”." : `Write == to compare: ${name} == …`;
};

const words: Rule = (place) => {
  const { token, before } = place;
  if (token.text === ">" && before[0]?.text === "<") return "Write != for “different from”.";
  const operator = OTHER_OPERATORS[token.text.toUpperCase()];
  if (operator === undefined || token.text === "=" || !wantsOperator(place)) return null;
  return `Write ${operator} instead of ${token.text}.`;
};

const infixFunction: Rule = (place) => {
  const { token, before } = place;
  const name = token.text.toUpperCase();
  if (!["IN", "CONTAINS", "STARTS_WITH", "ENDS_WITH", "REGEX", "LIKE", "MATCHES", "IS"].includes(name))
    return null;
  if (!wantsOperator(place)) return null;
  const operand = before[0]?.kind === "variable" ? before[0].text : "?x.name";
  if (name === "IS") return `Write IS_NULL(${operand}) or IS_NOT_NULL(${operand}).`;
  const call = name === "LIKE" ? "CONTAINS" : name === "MATCHES" ? "REGEX" : name;
  const argument = call === "IN" ? '["a", "b"]' : '"…"';
  return `${call} is a function: write ${call}(${operand}, ${argument}).`;
};

const singleQuotes: Rule = ({ token, text }) => {
  if (token.text !== "'" && token.text !== "`") return null;
  const closing = text.indexOf(token.text, token.to);
  const inner = closing < 0 ? "…" : text.slice(token.to, closing);
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

const semicolon: Rule = ({ token }) =>
  token.text === ";"
    ? "There is no statement terminator: leave the semicolon out. An operation holds one statement; wrap several mutations in MUTATE {…}."
    : null;

const comma: Rule = ({ token, before, accepts, expected }) => {
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
  if (expected.words.includes('","') && token.kind !== "end" && token.kind !== "symbol") {
    return `Members and arguments are separated by commas: put one before ${token.text}.`;
  }
  return null;
};

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

const bareWord: Rule = (place) => {
  const { token, accepts, text, expected } = place;
  const name = token.text;
  if (token.kind !== "word" || text[token.to] === "(" || !accepts(terms.String)) return null;
  if (accepts(terms.Identifier) && !accepts(terms.Variable)) return null;
  return expected.words.includes('"!"')
    ? `Write ?${name} for a variable, ${JSON.stringify(name)} for text, ${name}(…) for a function.`
    : `Names and values are quoted: ${JSON.stringify(name)}, or a parameter :${name}.`;
};

const variableWithoutMark: Rule = ({ token, accepts, text }) => {
  if (token.kind !== "word" || text[token.to] === "(") return null;
  return accepts(terms.Variable) && !accepts(terms.FILTER) && !accepts(terms.FIND) && !accepts(terms.String)
    ? `A variable or handle starts with a question mark: ?${token.text}.`
    : null;
};

const unclosed: Rule = ({ token, text, expected }) => {
  if (token.kind !== "end") return null;
  const open = innermostOpen(text);
  if (open === null) return null;
  const closing = open.bracket === "{" ? "}" : open.bracket === "(" ? ")" : "]";
  if (!expected.words.includes(`"${closing}"`)) return null;
  return `Close the ${open.bracket} of line ${open.line} with ${closing}.`;
};

/** The bracket that is still open at the end of a text. */
function innermostOpen(text: string): { bracket: string; line: number } | null {
  const open: { bracket: string; line: number }[] = [];
  let line = 1;
  for (const [part] of text.matchAll(/"(?:[^\\"\n\r]|\\[^\n\r])*"|\/\/[^\n\r]*|[(){}[\]\n]/g)) {
    if (part === "\n") line += 1;
    else if (part === "(" || part === "{" || part === "[") open.push({ bracket: part, line });
    else if (part === ")" || part === "}" || part === "]") open.pop();
  }
  return open.at(-1) ?? null;
}

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
  equals,
  words,
  infixFunction,
  literalCase,
  placeholder,
  comma,
  variableWithoutMark,
  bareWord,
  unclosed,
];
