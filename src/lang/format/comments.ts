import type { SyntaxNode, Tree } from "@lezer/common";
import { terms } from "../../../grammar/index.js";

/** A comment on a line of its own. */
export interface OwnLine {
  readonly text: string;
  /** Whether a blank line stands before it. */
  readonly apart: boolean;
}

/** Where the comments of a text belong: to the token before them on their line, or else to the token after them. */
export class Comments {
  readonly #before = new Map<number, OwnLine[]>();
  readonly #after = new Map<number, string[]>();
  readonly #apart = new Set<number>();

  constructor(tree: Tree, text: string) {
    const { tokens, comments } = leavesOf(tree);
    let next = 0;
    for (const { from, to } of comments) {
      while (next < tokens.length && (tokens[next]?.from ?? 0) < from) next += 1;
      const previous = tokens[next - 1];
      const gap = text.slice(previous?.to ?? 0, from);
      const comment = text.slice(from, to).trimEnd();
      if (previous !== undefined && !/[\n\r]/.test(gap)) push(this.#after, previous.to, comment);
      else push(this.#before, tokens[next]?.from ?? END, { text: comment, apart: endsApart(gap) });
    }
    for (const [index, { from }] of tokens.entries()) {
      const before = text.slice(tokens[index - 1]?.to ?? 0, from).replace(/\/\/[^\n\r]*/g, "//");
      if (index > 0 && endsApart(before)) this.#apart.add(from);
    }
  }

  /** Takes the comments on lines of their own in front of the token that begins at an offset. */
  takeBefore(from: number): readonly OwnLine[] {
    const comments = this.#before.get(from) ?? [];
    this.#before.delete(from);
    return comments;
  }

  /** Takes the comments on lines of their own after the last token. */
  takeLast(): readonly OwnLine[] {
    return this.takeBefore(END);
  }

  /** Takes the comments behind the token that ends at an offset, on its line. */
  takeAfter(to: number): readonly string[] {
    const comments = this.#after.get(to) ?? [];
    this.#after.delete(to);
    return comments;
  }

  /** Whether a blank line separates a token, and the comments in front of it, from what is before. */
  startsApart(from: number): boolean {
    return this.#before.get(from)?.[0]?.apart ?? this.#apart.has(from);
  }
}

const END = Number.POSITIVE_INFINITY;

/** Whether white space ends with a blank line. */
function endsApart(gap: string): boolean {
  return /(?:\r\n|\r|\n)[ \t]*(?:\r\n|\r|\n)[ \t]*$/.test(gap);
}

function push<T>(map: Map<number, T[]>, key: number, item: T): void {
  const items = map.get(key);
  if (items === undefined) map.set(key, [item]);
  else items.push(item);
}

interface Leaf {
  readonly from: number;
  readonly to: number;
}

function leavesOf(tree: Tree): { tokens: Leaf[]; comments: Leaf[] } {
  const tokens: Leaf[] = [];
  const comments: Leaf[] = [];
  tree.iterate({
    enter: ({ node, from, to, type }) => {
      if (type.id === terms.LineComment) comments.push({ from, to });
      else if (isToken(node)) tokens.push({ from, to });
    },
  });
  return { tokens, comments };
}

/** Whether a node is a token: it has no parts. */
export function isToken(node: SyntaxNode): boolean {
  return node.firstChild === null && node.type.id !== terms.Command;
}
