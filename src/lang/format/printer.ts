import type { SyntaxNode } from "@lezer/common";
import { keywordNames, terms } from "../../../grammar/index.js";
import { type Comments, isToken, type OwnLine } from "./comments.js";
import { breakHere, type Doc, group, hardline, indent, line, softline, suffix } from "./doc.js";
import { needsParentheses, partsOf, withoutParentheses } from "./parentheses.js";
import { BLOCKS, CHAINS, CLAUSES, CLOSING, GLUED } from "./shapes.js";

const KEYWORDS: ReadonlySet<string> = new Set(keywordNames);

/** Something that may have comments on lines of their own in front of it. */
interface Item {
  readonly from: number;
  readonly print: () => Doc;
}

/** Turns syntax nodes into documents. Every token is printed once, with the comments that belong to it. */
export class Printer {
  readonly #text: string;
  readonly #comments: Comments;

  constructor(text: string, comments: Comments) {
    this.#text = text;
    this.#comments = comments;
  }

  /** All statements of a text, and the comments after the last one. */
  commands(top: SyntaxNode): Doc {
    const statements = partsOf(top).map((node) => ({
      from: node.from,
      print: () => this.#statement(node, false),
    }));
    const printed = this.#lines(statements);
    const last = this.#ownLines(this.#comments.takeLast());
    return printed.length > 0 && last.length > 0 ? [printed, hardline, last] : [printed, last];
  }

  /** A statement: its head, then its clauses, on one line or each on its own. */
  #statement(node: SyntaxNode, inBlock: boolean): Doc {
    const parts = partsOf(node);
    const first = firstClause(parts);
    return this.#group(node, () => {
      const head = this.#sequence(node, parts.slice(0, first));
      const tail = this.#clauses(parts.slice(first)).flatMap((clause) => [line, clause]);
      return [head, inBlock ? indent(tail) : tail];
    });
  }

  /** A group that a comment behind its last token does not break: the comment follows the whole group. */
  #group({ to }: SyntaxNode, print: () => Doc): Doc {
    const trailing = this.#comments.takeAfter(to).map(suffix);
    return [group(print()), trailing];
  }

  #clauses(parts: readonly SyntaxNode[]): Doc[] {
    const clauses: Doc[] = [];
    for (const [at, part] of parts.entries()) {
      const block = parts[at + 1];
      if (parts[at - 1]?.name === "WHERE") continue;
      const print = () =>
        part.name === "WHERE" && block !== undefined
          ? [this.#node(part), " ", this.#node(block)]
          : this.#node(part);
      clauses.push(this.#item({ from: part.from, print }));
    }
    return clauses;
  }

  #node(node: SyntaxNode): Doc {
    const { id } = node.type;
    if (isToken(node)) return this.#token(node);
    if (id === terms.Parenthesized) return this.#operand(node.parent ?? node, node);
    if (CHAINS.has(id)) return this.#chain(node);
    if (id === terms.OrderBy) return this.#orderBy(node);
    return this.#sequence(node, partsOf(node));
  }

  /** The parts of a node one after the other; what stands between brackets is laid out as a block or a list. */
  #sequence(node: SyntaxNode, parts: readonly SyntaxNode[]): Doc {
    const docs: Doc[] = [];
    for (let at = 0; at < parts.length; at += 1) {
      const part = parts[at] as SyntaxNode;
      if (at > 0 && takesSpace(node, parts[at - 1] as SyntaxNode, part)) docs.push(" ");
      const closing = GLUED.has(node.type.id) ? undefined : CLOSING[part.name];
      const close =
        closing === undefined ? -1 : parts.findIndex(({ name }, index) => index > at && name === closing);
      if (close < 0) docs.push(this.#operand(node, part));
      else {
        docs.push(this.#brackets(node, parts.slice(at, close + 1)));
        at = close;
      }
    }
    return docs;
  }

  #brackets(node: SyntaxNode, parts: readonly SyntaxNode[]): Doc {
    const open = parts[0] as SyntaxNode;
    const close = parts.at(-1) as SyntaxNode;
    const inside = parts.slice(1, -1);
    const isBlock = open.name === "{" && BLOCKS.has(node.type.id);
    return isBlock ? this.#block(node, open, inside, close) : this.#list(node, open, inside, close);
  }

  /** `{ a b c }`: one short item stays on the line, several have a line each. */
  #block(node: SyntaxNode, open: SyntaxNode, inside: readonly SyntaxNode[], close: SyntaxNode): Doc {
    const mutation = node.type.id === terms.Mutate;
    const items = inside.map((part) => ({
      from: part.from,
      print: () => (mutation ? this.#statement(part, true) : this.#node(part)),
    }));
    const gap = items.length === 1 && !mutation ? line : hardline;
    return this.#group(close, () => {
      const opening = this.#token(open);
      const lines = this.#lines(items);
      const last = this.#ownLines(this.#comments.takeBefore(close.from));
      const content = [lines, lines.length > 0 && last.length > 0 ? hardline : [], last];
      if (items.length === 0 && last.length === 0) return [opening, this.#token(close)];
      return [opening, indent([gap, content]), gap, this.#token(close)];
    });
  }

  /** `(a, b, c)` and its kin: on one line, or an item a line. */
  #list(node: SyntaxNode, open: SyntaxNode, inside: readonly SyntaxNode[], close: SyntaxNode): Doc {
    return this.#group(close, () => {
      const opening = this.#token(open);
      const items = this.#listItems(node, inside);
      const last = this.#ownLines(this.#comments.takeBefore(close.from));
      if (last.length > 0) items.push(last);
      if (items.length === 0) return [opening, this.#token(close)];
      const content = items.flatMap((item, index) => (index === 0 ? [item] : [line, item]));
      return [opening, indent([softline, content]), softline, this.#token(close)];
    });
  }

  /** What stands between commas, each with the comma behind it. */
  #listItems(node: SyntaxNode, inside: readonly SyntaxNode[]): Doc[] {
    const items: Doc[] = [];
    let start = 0;
    for (let at = 0; at <= inside.length; at += 1) {
      const comma = inside[at];
      if (comma !== undefined && comma.name !== ",") continue;
      const parts = inside.slice(start, at);
      const [first] = parts;
      if (first === undefined) continue;
      const item = this.#item({ from: first.from, print: () => this.#sequence(node, parts) });
      items.push(comma === undefined ? item : [item, this.#token(comma)]);
      start = at + 1;
    }
    return items;
  }

  #chain(node: SyntaxNode): Doc {
    const [first, ...rest] = partsOf(node);
    if (first === undefined) return "";
    return this.#group(node, () => {
      const left = this.#operand(node, first);
      const docs: Doc[] = [];
      for (const part of rest) {
        if (isToken(part) && /^\W+$/.test(part.name)) docs.push(line, this.#token(part), " ");
        else docs.push(this.#operand(node, part));
      }
      return [left, indent(docs)];
    });
  }

  #orderBy(node: SyntaxNode): Doc {
    return this.#group(node, () => {
      const docs: Doc[] = [];
      for (const part of partsOf(node)) {
        if (part.name === ",") docs.push(this.#token(part), line);
        else if (part.type.id === terms.OrderItem) docs.push(this.#node(part));
        else docs.push(this.#token(part), " ");
      }
      return indent(docs);
    });
  }

  /** A part of an expression, without the parentheses it does not need. Their comments stay. */
  #operand(parent: SyntaxNode, node: SyntaxNode): Doc {
    const inner = withoutParentheses(node);
    const needed = needsParentheses(parent, inner, this.#text);
    if (inner === node && !needed) return this.#node(node);
    const brackets = tokensAround(node, inner);
    const before = brackets.before.map((bracket) => this.#commentsOf(bracket));
    const after = brackets.after.map((bracket) => this.#commentsOf(bracket));
    const content = this.#node(inner);
    if (!needed) return [before, content, after];
    return group(["(", before, indent([softline, content]), softline, ")", after]);
  }

  #token(node: SyntaxNode): Doc {
    return [spelling(node, this.#text.slice(node.from, node.to)), this.#commentsOf(node)];
  }

  /** The comments of a token that have found no line of their own; they follow at the end of its line. */
  #commentsOf({ from, to }: SyntaxNode): Doc {
    const before = this.#comments.takeBefore(from).map(({ text }) => text);
    return [...before, ...this.#comments.takeAfter(to)].map(suffix);
  }

  #item({ from, print }: Item): Doc {
    const own = this.#ownLines(this.#comments.takeBefore(from));
    return own.length === 0 ? print() : [own, hardline, print()];
  }

  /** Items on lines of their own. A blank line between two of them stays. */
  #lines(items: readonly Item[]): Doc[] {
    return items.flatMap((item, index) => {
      const apart = this.#comments.startsApart(item.from);
      const doc = this.#item(item);
      if (index === 0) return [doc];
      return apart ? [hardline, hardline, doc] : [hardline, doc];
    });
  }

  #ownLines(comments: readonly OwnLine[]): Doc[] {
    return comments.flatMap(({ text, apart }, index) => {
      if (index === 0) return [text, breakHere];
      return apart ? [hardline, hardline, text] : [hardline, text];
    });
  }
}

/** Where the clauses of a statement begin, outside its own braces. */
function firstClause(parts: readonly SyntaxNode[]): number {
  let depth = 0;
  for (const [at, { name, type }] of parts.entries()) {
    if (name === "{" || name === "(") depth += 1;
    else if (name === "}" || name === ")") depth -= 1;
    else if (depth === 0 && (name === "WHERE" || CLAUSES.has(type.id))) return at;
  }
  return parts.length;
}

function spelling(node: SyntaxNode, text: string): string {
  if (node.type.id === terms.ID) return "id";
  if (node.type.id === terms.Identifier && node.parent?.type.id === terms.FunctionCall)
    return text.toUpperCase();
  return KEYWORDS.has(node.name) ? node.name : text;
}

function takesSpace(node: SyntaxNode, before: SyntaxNode, part: SyntaxNode): boolean {
  if (GLUED.has(node.type.id) || part.name === "," || part.name === ":") return false;
  if (part.type.id === terms.PathQuantifier) return false;
  return !(
    part.name === "(" &&
    (before.type.id === terms.Identifier || before.name === "FIND" || before.name === "FILTER")
  );
}

/** The brackets of all the parentheses around an expression. */
function tokensAround(node: SyntaxNode, inner: SyntaxNode): { before: SyntaxNode[]; after: SyntaxNode[] } {
  const before: SyntaxNode[] = [];
  const after: SyntaxNode[] = [];
  for (let at = node; at.from !== inner.from || at.to !== inner.to; ) {
    let next = at;
    for (const part of partsOf(at)) {
      if (part.name === "(") before.push(part);
      else if (part.name === ")") after.unshift(part);
      else next = part;
    }
    if (next === at) break;
    at = next;
  }
  return { before, after };
}
