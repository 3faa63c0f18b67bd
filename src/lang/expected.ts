import { keyword, keywordNames, parser, terms } from "../../grammar/index.js";
import { stacksOf } from "./syntax.js";

/** Words that only ever come with a second one, and are easier understood with it. */
const PHRASES: Readonly<Record<string, string>> = {
  AS: "AS OF SEQ",
  CLIENT: "CLIENT KEY",
  EXPECT: "EXPECT VERSION",
  FOR: "FOR TIME",
  ORDER: "ORDER BY",
  REFERENCE: "REFERENCE POLICY",
};

/** The words a command can begin with. */
export const STATEMENT_WORDS: readonly string[] = [
  "FIND",
  "ASSERT",
  "MUTATE",
  "CREATE",
  "UPSERT",
  "ENSURE",
  "UPDATE",
  "TRANSITION",
  "SET",
  "PURGE",
  "MERGE",
  "DEFINE",
  "SEARCH",
  "DESCRIBE",
  "LIST",
  "VERIFY",
  "VALIDATE",
  "PREVIEW",
  "HISTORY",
  "CHANGES",
  "EXPORT",
];

const KEYWORDS: readonly (readonly [string, number])[] = [
  ...keywordNames.map((name) => [name, keyword(name)] as const),
  ["SET RETENTION", terms.setBeforeRetention],
];

const SYMBOLS: readonly (readonly [string, number])[] = [
  ...["(", ")", "{", "}", "[", "]", ",", ":", ".", "|", "==", "!=", "<", "<=", ">", ">=", "&&", "||", "!"],
].map((symbol) => [symbol, parser.nodeSet.types.find(({ name }) => name === symbol)?.id ?? -1]);

/**
 * The terms a statement begins with, asked from the parser's first state. Where a statement is complete the parser goes
 * on to these as well, though an operation holds one statement. None of them also continues a statement there: with one
 * token of lookahead that would be a conflict of the grammar.
 */
const statementTerms: ReadonlySet<number> = new Set(
  KEYWORDS.map(([, term]) => term).filter((term) =>
    stacksOf(parser.startParse("")).some((stack) => stack.canShift(term)),
  ),
);

/** Statements that a MUTATE block takes by its syntax only. */
const NOT_IN_MUTATE: ReadonlySet<number> = new Set([terms.MUTATE, terms.DEFINE]);

/** What is expected after a whole statement. */
export const END = "the end of the command";

/** What would have been legal at the place where a text fails. */
export interface Expected {
  /** Keywords in upper case. */
  readonly keywords: readonly string[];
  /** Everything, in words, for a person or a model: values, symbols, then keywords. */
  readonly words: readonly string[];
}

/**
 * What the parser would have accepted at a failure.
 * @param accepts whether a token of a term is legal there.
 * @param afterStatement whether a complete statement stands before: then another one is no help.
 */
export function expectedThere(accepts: (term: number) => boolean, afterStatement: boolean): Expected {
  const newStatement = accepts(terms.FIND);
  const legal = KEYWORDS.filter(([, term]) => accepts(term));
  if (newStatement && !afterStatement) {
    const words = STATEMENT_WORDS.map((name) => (name === "SET" ? "SET RETENTION" : name));
    return { keywords: legal.map(([name]) => name), words };
  }
  const excluded = newStatement ? statementTerms : NOT_IN_MUTATE;
  const keywords = legal.filter(([, term]) => !excluded.has(term)).map(([name]) => name);
  const symbols = SYMBOLS.filter(([, term]) => accepts(term)).map(([symbol]) => symbol);
  const operators = symbols.filter((symbol) => OPERATORS.has(symbol));
  const punctuation = symbols.filter((symbol) => !OPERATORS.has(symbol)).map((symbol) => `"${symbol}"`);
  const words = [
    ...values(accepts),
    ...punctuation,
    ...(operators.length > 3 ? ["an operator"] : operators.map((symbol) => `"${symbol}"`)),
    ...keywords.map((name) => PHRASES[name] ?? name),
    ...(newStatement ? [END] : []),
  ];
  return { keywords, words };
}

const OPERATORS: ReadonlySet<string> = new Set(["==", "!=", "<", "<=", ">", ">=", "&&", "||", "!"]);

function values(accepts: (term: number) => boolean): string[] {
  const [variable, name, text] = [terms.Variable, terms.Identifier, terms.String].map(accepts);
  const number = accepts(terms.Number);
  const anyLiteral = text && number && accepts(terms._null);
  const words = [];
  if (variable) words.push("a ?variable");
  if (accepts(terms.Parameter)) words.push("a :parameter");
  if (anyLiteral) words.push("a literal");
  else if (name && text) words.push("a field name");
  else if (text) words.push("a quoted string");
  else if (number) words.push("a number");
  if (name && variable) words.push("a function call");
  else if (name && !text) words.push("a name");
  return words;
}
