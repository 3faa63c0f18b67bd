import type { TreeIndentContext } from "@codemirror/language";
import type { SyntaxNode } from "@lezer/common";

const CLOSING: Readonly<Record<string, string>> = { "{": "}", "(": ")", "[": "]" };

/**
 * A line inside a node's own brackets stands one unit deeper than the line that opens them, and the closing bracket
 * stands under that line. A line of a node outside its brackets, such as `LIMIT` after `WHERE {…}`, continues what is
 * around the node: clauses of one statement stand under each other.
 */
export function indentInBrackets(context: TreeIndentContext): number | null {
  const open = openBracketBefore(context.node, context.pos);
  if (open === null) return context.continue();
  const closes = context.textAfter.trimStart().startsWith(CLOSING[open.name] ?? "");
  return context.lineIndent(open.from) + (closes ? 0 : context.unit);
}

/** The bracket among a node's own tokens that is open at a position, or null. */
function openBracketBefore(node: SyntaxNode, pos: number): SyntaxNode | null {
  let open: SyntaxNode | null = null;
  for (let child = node.firstChild; child !== null && child.from < pos; child = child.nextSibling) {
    if (child.name in CLOSING) open = child;
    else if (open !== null && child.name === CLOSING[open.name] && child.to <= pos) open = null;
  }
  return open;
}

/** What folds of a node: the inside of its last `{…}` or `[…]`. */
export function foldBlock(node: SyntaxNode): { readonly from: number; readonly to: number } | null {
  const close = node.getChildren("}").at(-1) ?? node.getChildren("]").at(-1);
  const open = close && node.getChildren(close.name === "}" ? "{" : "[").at(-1);
  return close && open && open.to < close.from ? { from: open.to, to: close.from } : null;
}
