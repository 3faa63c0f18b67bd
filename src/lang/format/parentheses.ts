import type { SyntaxNode } from "@lezer/common";
import { terms } from "../../../grammar/index.js";
import { isToken } from "./comments.js";

/** How tightly an expression binds (§44.2); what is not here cannot come apart. */
const BINDING: ReadonlyMap<number, number> = new Map([
  [terms.Or, 1],
  [terms.And, 2],
  [terms.Equality, 3],
  [terms.Relation, 4],
  [terms.Unary, 5],
]);

const ATOM = 6;

/** The expression inside one or more pairs of parentheses. */
export function withoutParentheses(node: SyntaxNode): SyntaxNode {
  let inner = node;
  while (inner.type.id === terms.Parenthesized) {
    const next = partsOf(inner).find((part) => part.name !== "(" && part.name !== ")");
    if (next === undefined) return inner;
    inner = next;
  }
  return inner;
}

/** Whether an expression would mean something else in its place without parentheses. */
export function needsParentheses(parent: SyntaxNode, inner: SyntaxNode, text: string): boolean {
  const outer = BINDING.get(parent.type.id);
  if (outer === undefined) return false;
  if (parent.type.id === terms.Unary && inner.type.id === terms.Number) {
    // A minus right in front of digits would become part of the number.
    return parent.firstChild?.name === "-" && text[inner.from] !== "-";
  }
  return (BINDING.get(inner.type.id) ?? ATOM) <= outer;
}

/** The children of a node without comments; a token has none. */
export function partsOf(node: SyntaxNode): SyntaxNode[] {
  const parts: SyntaxNode[] = [];
  if (isToken(node)) return parts;
  for (let child = node.firstChild; child !== null; child = child.nextSibling) {
    if (child.type.id !== terms.LineComment) parts.push(child);
  }
  return parts;
}
