import type { Place } from "./index.js";

/** The clauses of a statement in their order, each beginning with its own word. */
const ORDERS: Readonly<Record<string, string>> = {
  FIND: "FIND(…) WHERE {…} AS OF SEQ … FOR TIME … WITH EPISTEMIC {…} ORDER BY … LIMIT … CURSOR …",
  SEARCH: "SEARCH <KIND> … WITH TYPE … WITH PREDICATE … MODE … THRESHOLD … AS OF SEQ … LIMIT … CURSOR …",
  UPDATE: "UPDATE … SET or UNSET … WHERE {…} LIMIT … EXPECT VERSION …",
  TRANSITION: 'TRANSITION … TO "state" BY … SET … WHERE {…} LIMIT … EXPECT VERSION …',
  PURGE: 'PURGE … WHERE {…} LIMIT … EXPECT VERSION … REFERENCE POLICY "…" CONFIRM "PURGE"',
  PAYLOAD: 'PURGE PAYLOAD … WHERE {…} LIMIT … EXPECT VERSION … CONFIRM "PURGE"',
};

/** The order of a statement's clauses, when a clause of it stands where it cannot. */
export function orderHint({ text, token, expected }: Place): string | null {
  if (token.kind !== "word" || expected.words.length === 0) return null;
  const word = token.text.toUpperCase();
  const statement = lastStatementWord(text.slice(0, token.from));
  const order = ORDERS[statement];
  // The first word is the statement's own.
  if (!order?.split(/\W+/).slice(1).includes(word)) return null;
  return `The clauses of ${statement} come in this order: ${order}.`;
}

/** The word the innermost unfinished statement began with, as far as a look back can tell. */
function lastStatementWord(text: string): string {
  const words = text
    .toUpperCase()
    .match(/\b(?:FIND|SEARCH|UPDATE|TRANSITION|PURGE|PAYLOAD)\b(?=\s*[(?:"A-Z])/g);
  return words?.at(-1) ?? "";
}
