import type { EditorState } from "@codemirror/state";
import type { SyntaxNode, Tree } from "@lezer/common";
import { keyword, keywordNames, parser, terms } from "../../../../grammar/index.js";
import { STATEMENT_WORDS } from "../../expected.js";
import { type CursorToken, cursorToken } from "./cursor-token.js";
import { Prefix } from "./prefix.js";

/** A place where something can be completed, as the grammar sees it. */
export interface Place {
  readonly token: CursorToken;
  /** Whether a token of this term is legal here. */
  readonly accepts: (term: number) => boolean;
  /**
   * A stand-in for what is to be written, in the tree of everything before it: its ancestors say in which statement,
   * clause and slot the cursor is. A quoted string where one is legal, else a name, a variable or a keyword.
   */
  readonly node: SyntaxNode;
  readonly tree: Tree;
  /** The text of that tree. */
  readonly text: string;
}

const COLON = parser.nodeSet.types.find(({ name }) => name === ":")?.id ?? -1;

/** The place a cursor is at, or null where nothing can be completed. */
export function placeAt(state: EditorState, pos: number): Place | null {
  const token = cursorToken(state, pos);
  if (token === null) return null;
  const prefix = new Prefix(state, token.start);
  const accepts = prefix.accepts();
  // In `{type:` the colon is the member's own, with the value still to come.
  if (token.kind === "parameter" && !accepts(terms.Parameter) && accepts(COLON)) {
    return placeAfterColon(state, token);
  }
  return placeIn(prefix, accepts, token);
}

function placeAfterColon(state: EditorState, { start, to }: CursorToken): Place | null {
  const from = start + 1;
  const prefix = new Prefix(state, from);
  const token = { kind: to > from ? "word" : "none", start: from, from, to } as const;
  return placeIn(prefix, prefix.accepts(), token);
}

function placeIn(prefix: Prefix, accepts: Place["accepts"], token: CursorToken): Place | null {
  const word = standIn(accepts, token);
  if (word === null) return null;
  // A space keeps it apart from a word right before it.
  const tree = prefix.treeWith(` ${word}`);
  const at = prefix.text.length + 1;
  return { token, accepts, node: tree.resolveInner(at, 1), tree, text: `${prefix.text} ${word}` };
}

/** Some token that is legal at a place, the most telling one first. */
function standIn(accepts: Place["accepts"], { kind }: CursorToken): string | null {
  if (kind === "variable" && accepts(terms.Variable)) return "?x";
  if (accepts(terms.String)) return '"x"';
  if (accepts(terms.Identifier)) return "x";
  if (accepts(terms.Variable)) return "?x";
  return legalKeywords(accepts)[0] ?? null;
}

/** In the order of the grammar, which is the order in which clauses follow each other. */
const KEYWORDS = keywordNames.map((name) => [name, keyword(name)] as const);

/** The words that only begin a statement. SET also begins a clause. */
const BEGIN = new Set(STATEMENT_WORDS.filter((word) => word !== "SET"));

/** The keywords that are legal at a place, those that go on with a statement before those that begin one. */
export function legalKeywords(accepts: Place["accepts"]): readonly string[] {
  const legal = KEYWORDS.filter(([, term]) => accepts(term)).map(([name]) => name);
  return [...legal.filter((name) => !BEGIN.has(name)), ...legal.filter((name) => BEGIN.has(name))];
}
