import { ensureSyntaxTree, syntaxTree } from "@codemirror/language";
import type { EditorState } from "@codemirror/state";
import { type Tree, TreeFragment } from "@lezer/common";
import type { Stack } from "@lezer/lr";
import { stacksOf } from "../../syntax.js";
import { kipLanguage } from "../language.js";

/** How long a reader waits for the rest of a document that is still being parsed in the background. */
const PATIENCE_MS = 50;

/** The editor's tree of the whole document, or as much of it as there is in time. */
export function documentTree(state: EditorState): Tree {
  return ensureSyntaxTree(state, state.doc.length, PATIENCE_MS) ?? syntaxTree(state);
}

/** What of a tree holds for another text that is the same up to an offset: an incremental parse starts from it. */
export function reusableUpTo(tree: Tree, offset: number, newLength: number): readonly TreeFragment[] {
  const fromA = Math.min(offset, tree.length);
  const changed = { fromA, toA: tree.length, fromB: fromA, toB: newLength };
  return TreeFragment.applyChanges(TreeFragment.addTree(tree), [changed]);
}

/**
 * The text of a document up to a place, and what its grammar says there. What follows the place has no part in it, so
 * a half-written command reads as well as a whole one.
 */
export class Prefix {
  readonly text: string;
  readonly #tree: Tree;

  constructor(state: EditorState, end: number) {
    this.text = state.sliceDoc(0, end);
    this.#tree = documentTree(state);
  }

  /**
   * A test for the terms that may come next. Where the prefix itself has mistakes, it is what may come after the most
   * likely repair.
   */
  accepts(): (term: number) => boolean {
    const stacks = this.#stacks();
    return (term) => stacks.some((stack) => stack.canShift(term));
  }

  #stacks(): readonly Stack[] {
    const end = this.text.trimEnd().length;
    const parse = kipLanguage.parser.startParse(this.text, this.#reusable(0));
    for (;;) {
      const stacks = stacksOf(parse);
      // All tokens are read and the end is not looked at yet: at it, the parser would give up on what is open.
      if (stacks.every(({ pos }) => pos >= end)) return stacks;
      if (parse.advance() !== null) return [];
    }
  }

  /** The tree of the prefix with a word after it. Whatever is still open is closed at the end. */
  treeWith(word: string): Tree {
    return kipLanguage.parser.parse(this.text + word, this.#reusable(word.length));
  }

  #reusable(more: number): readonly TreeFragment[] {
    return reusableUpTo(this.#tree, this.text.length, this.text.length + more);
  }
}
