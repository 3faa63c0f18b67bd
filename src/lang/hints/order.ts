import type { Place } from "./index.js";

interface Order {
  /** The first words of the statements it holds for. */
  readonly statements: readonly string[];
  /** Each clause by the word it begins with. */
  readonly clauses: readonly string[];
  readonly words: string;
}

const ORDERS: readonly Order[] = [
  {
    statements: ["FIND"],
    clauses: ["WHERE", "AS", "FOR", "WITH", "ORDER", "LIMIT", "CURSOR"],
    words: "FIND(…) WHERE {…} AS OF SEQ … FOR TIME … WITH EPISTEMIC {…} ORDER BY … LIMIT … CURSOR …",
  },
  {
    statements: ["SEARCH"],
    clauses: ["WITH", "MODE", "THRESHOLD", "AS", "LIMIT", "CURSOR"],
    words: "SEARCH <KIND> … WITH TYPE … WITH PREDICATE … MODE … THRESHOLD … AS OF SEQ … LIMIT … CURSOR …",
  },
  {
    statements: ["UPDATE"],
    clauses: ["SET", "UNSET", "WHERE", "LIMIT", "EXPECT"],
    words: "UPDATE … SET or UNSET … WHERE {…} LIMIT … EXPECT VERSION …",
  },
  {
    statements: ["TRANSITION"],
    clauses: ["TO", "BY", "SET", "WHERE", "LIMIT", "EXPECT"],
    words: 'TRANSITION … TO "state" BY … SET … WHERE {…} LIMIT … EXPECT VERSION …',
  },
  {
    statements: ["PURGE"],
    clauses: ["WHERE", "LIMIT", "EXPECT", "REFERENCE", "CONFIRM"],
    words: 'PURGE … WHERE {…} LIMIT … EXPECT VERSION … REFERENCE POLICY "…" CONFIRM "PURGE"',
  },
  {
    statements: ["EXPORT"],
    clauses: ["WHERE", "WITH", "AS"],
    words: "EXPORT CAPSULE … WHERE {…} WITH {…} AS OF SEQ …",
  },
];

/** The order of a statement's clauses, when a clause of it stands where it cannot. */
export function orderHint({ text, token, expected }: Place): string | null {
  if (token.kind !== "word" || expected.words.length === 0) return null;
  const word = token.text.toUpperCase();
  const statement = lastStatementWord(text.slice(0, token.from));
  const order = ORDERS.find(({ statements }) => statements.includes(statement));
  if (order === undefined || !order.clauses.includes(word)) return null;
  return `The clauses of ${statement} come in this order: ${order.words}.`;
}

/** The word the innermost unfinished statement began with, as far as a look back can tell. */
function lastStatementWord(text: string): string {
  const words = text
    .toUpperCase()
    .match(/\b(?:FIND|SEARCH|UPDATE|TRANSITION|PURGE|EXPORT)\b(?=\s*[(?:"A-Z])/g);
  return words?.at(-1) ?? "";
}
