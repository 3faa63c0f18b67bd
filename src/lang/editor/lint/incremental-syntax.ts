import { syntaxTree } from "@codemirror/language";
import { type EditorState, StateField, type Transaction } from "@codemirror/state";
import { type Tree, TreeFragment } from "@lezer/common";
import { finishStrictly, type SyntaxReader } from "../../syntax.js";
import { kipLanguage } from "../language.js";
import { reusableUpTo } from "../reading/prefix.js";

/** Shares its node types with the editor's parser, so it can start from the editor's tree. */
const strict = kipLanguage.parser.configure({ strict: true });

/** What is known of a document's syntax from when it last had no error. */
class SoundSyntax {
  /** The parts of the last error-free tree that no edit has touched since. */
  readonly #fragments: readonly TreeFragment[];
  /** The error-free tree of this very document, once somebody has asked for it. */
  #tree: Tree | null = null;

  constructor(fragments: readonly TreeFragment[]) {
    this.#fragments = fragments;
  }

  keep(tree: Tree): void {
    this.#tree = tree;
  }

  /** What can be reused between two offsets for another text that is the same up to the second. */
  between(from: number, to: number, length: number, newLength: number): readonly TreeFragment[] {
    return TreeFragment.applyChanges(this.#everything(), [
      { fromA: 0, toA: from, fromB: 0, toB: from },
      { fromA: to, toA: length, fromB: to, toB: newLength },
    ]);
  }

  /** The same after an edit. */
  after({ changes }: Transaction): SoundSyntax {
    const ranges: { fromA: number; toA: number; fromB: number; toB: number }[] = [];
    changes.iterChangedRanges((fromA, toA, fromB, toB) => ranges.push({ fromA, toA, fromB, toB }));
    return new SoundSyntax(TreeFragment.applyChanges(this.#everything(), ranges));
  }

  #everything(): readonly TreeFragment[] {
    return this.#tree === null ? this.#fragments : TreeFragment.addTree(this.#tree, this.#fragments);
  }
}

/** Remembers the last error-free tree of the document through edits. Without it in a state, reading takes longer. */
export const soundSyntax = StateField.define<SoundSyntax>({
  create: () => new SoundSyntax([]),
  update: (sound, transaction) => (transaction.docChanged ? sound.after(transaction) : sound),
});

/**
 * A syntax reader for the document of a state and for texts that begin as it does. It parses strictly, so it stops at
 * the first error, and it starts from two trees: the editor's own, as far as that is without error, and beyond that the
 * last one that was without error anywhere. The editor's tree alone would not do: behind an unclosed bracket it is all
 * errors, and takes long to make.
 */
export function incrementalSyntax(state: EditorState): SyntaxReader {
  const document = state.doc.toString();
  const tree = syntaxTree(state);
  const error = firstError(tree);
  const sound = state.field(soundSyntax, false) ?? new SoundSyntax([]);
  return (text) => {
    const whole = text === document;
    if (whole && error === null && tree.length === document.length) {
      sound.keep(tree);
      return tree;
    }
    const same = whole ? text.length : commonStart(text, document);
    const known = Math.min(same, error ?? tree.length);
    const syntax = finishStrictly(
      strict.startParse(text, [
        ...reusableUpTo(tree, known, text.length),
        ...sound.between(known, same, document.length, text.length),
      ]),
    );
    if (whole && !("accepts" in syntax)) sound.keep(syntax);
    return syntax;
  };
}

/** Where the first error node of a tree begins, or null when the tree has none. */
function firstError(tree: Tree): number | null {
  const cursor = tree.cursor();
  do {
    if (cursor.type.isError) return cursor.from;
  } while (cursor.next());
  return null;
}

/** How many characters two texts have in common at their start. */
function commonStart(left: string, right: string): number {
  const end = Math.min(left.length, right.length);
  let at = 0;
  while (at < end && left.charCodeAt(at) === right.charCodeAt(at)) at += 1;
  return at;
}
