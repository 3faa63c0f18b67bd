import type { Completion } from "@codemirror/autocomplete";
import type { SyntaxNode } from "@lezer/common";
import { terms } from "../../../../grammar/index.js";
import { STATEMENT_WORDS } from "../../expected.js";
import { tokensBefore } from "../../tokens-at.js";
import { documentWord } from "../docs/keywords.js";
import { ancestor, statementAround } from "../reading/nodes.js";
import { legalKeywords } from "../reading/place.js";
import type { Asked } from "./asked.js";
import { option } from "./options.js";

/** The keywords that are legal at a place: those the grammar allows there and no rule refuses. */
export function keywordOptions(asked: Asked): readonly Completion[] {
  const { accepts, node } = asked.place;
  const legal = legalKeywords(accepts).filter((word) => !isRefused(word, asked));
  const retention = accepts(terms.setBeforeRetention) && !isAfterCommand(asked) ? ["SET RETENTION"] : [];
  const phrases = [...legal.flatMap((word) => phrasesOf(word, node)), ...retention];
  return phrases.map((words, at) =>
    option(words, { type: "keyword", documentation: documentWord(words), boost: rankOf(words) - at / 100 }),
  );
}

/** Going on with a statement comes before beginning one; of those that begin one, the most used come first. */
function rankOf(words: string): number {
  if (words.startsWith("SET ") && words !== "SET RETENTION") return 0;
  const at = STATEMENT_WORDS.indexOf(words.split(" ")[0] ?? "");
  return at < 0 ? 0 : -1 - at;
}

/** Whether a complete command stands before: an operation holds one, so another is no help. */
function isAfterCommand({ place }: Asked): boolean {
  return place.accepts(terms.FIND) && tokensBefore(place.text, place.node.from, 1).length > 0;
}

const ONCE: Readonly<Record<string, string>> = {
  TYPE: "TypeClause",
  NAME: "NameClause",
  CLIENT: "ClientKey",
  MATCH: "Match",
};

/** Whether a static check would refuse a keyword that the grammar allows. */
function isRefused(word: string, asked: Asked): boolean {
  const { node } = asked.place;
  if (isAfterCommand(asked) && word !== "SET" && STATEMENT_WORDS.includes(word)) return true;
  const clause = ONCE[word];
  if (clause !== undefined) {
    const written = statementAround(node)?.getChildren(clause) ?? [];
    return written.some(({ from }) => from < node.from);
  }
  if (word === "MUTATE" || word === "DEFINE") return ancestor(node, "Mutate") !== null;
  if (word !== "BELIEF" && word !== "SEARCH") return false;
  const where = ancestor(node, "WhereBlock");
  if (where === null) return false;
  return (
    statementAround(node)?.name !== "Find" || (word === "SEARCH" && ancestor(node, "NotClause") !== null)
  );
}

/** Words that only ever come with others, or are easier to choose with them. */
const PHRASES: Readonly<Record<string, readonly string[]>> = {
  AS: ["AS OF SEQ"],
  AT: ["AT TIME"],
  BELIEF: ["BELIEF", "BELIEF SLOT"],
  CLIENT: ["CLIENT KEY"],
  CREATE: ["CREATE CONCEPT", "CREATE EVIDENCE", "CREATE ASSERTION", "CREATE ACTIVITY"],
  DEFINE: ["DEFINE CONCEPT TYPE", "DEFINE PREDICATE"],
  ENSURE: ["ENSURE PROPOSITION"],
  EXPECT: ["EXPECT VERSION"],
  EXPORT: ["EXPORT CAPSULE"],
  FOR: ["FOR TIME"],
  MERGE: ["MERGE CONCEPT"],
  ORDER: ["ORDER BY"],
  PURGE: ["PURGE", "PURGE PAYLOAD"],
  REFERENCE: ["REFERENCE POLICY"],
  UPSERT: ["UPSERT CONCEPT"],
};

const SETS = ["SET FIELDS", "SET ATTRIBUTES", "SET FACET", "SET STRUCTURAL"];
const UNSETS = ["UNSET ATTRIBUTES", "UNSET FACET", "UNSET STRUCTURAL"];
const CLAUSES: Readonly<Record<string, string>> = {
  "SET FIELDS": "SetFields",
  "SET ATTRIBUTES": "SetAttributes",
  "SET STRUCTURAL": "SetStructural",
  "UNSET ATTRIBUTES": "UnsetAttributes",
  "UNSET STRUCTURAL": "UnsetStructural",
};

function phrasesOf(word: string, node: SyntaxNode): readonly string[] {
  const statement = statementAround(node);
  switch (word) {
    case "SET":
      return SETS.filter((phrase) => statement === null || !isIdle(phrase, statement, node.from));
    case "UNSET":
      return UNSETS.filter((phrase) => statement === null || !isIdle(phrase, statement, node.from));
    case "WITH":
      return withPhrases(ancestor(node, "SearchPattern") ?? statement);
    case "FROM":
    case "TO":
      return [statement?.name.startsWith("History") ? `${word} SEQ` : word];
    default:
      return PHRASES[word] ?? [word];
  }
}

/** Whether a clause is written already, or the statement does without it (§56, §52.5). */
function isIdle(phrase: string, statement: SyntaxNode, before: number): boolean {
  const clause = CLAUSES[phrase];
  if (clause && statement.getChildren(clause).some(({ from }) => from < before)) return true;
  if (statement.name === "Transition") return phrase === "SET ATTRIBUTES" || phrase === "SET FACET";
  const record = ["CreateEvidence", "CreateAssertion", "CreateActivity"].includes(statement.name);
  return record && phrase === "SET ATTRIBUTES";
}

function withPhrases(owner: SyntaxNode | null): readonly string[] {
  if (owner?.name === "Find") return ["WITH EPISTEMIC"];
  if (owner?.name !== "Search" && owner?.name !== "SearchPattern") return ["WITH"];
  return owner.getChild("WithType") ? ["WITH PREDICATE"] : ["WITH TYPE", "WITH PREDICATE"];
}
