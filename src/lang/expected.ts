import { keywordNames, parser, terms } from "../../grammar/index.js";

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
  ...keywordNames.map((name) => [name, termOf(name)] as const),
  ["SET RETENTION", terms.setBeforeRetention],
];

const SYMBOLS: readonly (readonly [string, number])[] = [
  ...["(", ")", "{", "}", "[", "]", ",", ":", ".", "|", "==", "!=", "<", "<=", ">", ">=", "&&", "||", "!"],
].map((symbol) => [symbol, parser.nodeSet.types.find(({ name }) => name === symbol)?.id ?? -1]);

function termOf(name: string): number {
  return (terms as Readonly<Record<string, number>>)[name] ?? -1;
}

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
  const keywords = KEYWORDS.filter(([, term]) => accepts(term)).map(([name]) => name);
  if (newStatement && !afterStatement) return { keywords, words: STATEMENT_WORDS };
  // At the top of a text any statement could follow, but an operation holds one.
  const useful =
    newStatement && afterStatement ? keywords.filter((name) => !STATEMENT_WORDS.includes(name)) : keywords;
  const symbols = SYMBOLS.filter(([, term]) => accepts(term)).map(([symbol]) => symbol);
  const operators = symbols.filter((symbol) => OPERATORS.has(symbol));
  const punctuation = symbols.filter((symbol) => !OPERATORS.has(symbol)).map((symbol) => `"${symbol}"`);
  const words = [
    ...values(accepts),
    ...punctuation,
    ...(operators.length > 3 ? ["an operator"] : operators.map((symbol) => `"${symbol}"`)),
    ...useful.map((name) => PHRASES[name] ?? name),
  ];
  return { keywords: useful, words };
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
