import type { SyntaxNode } from "@lezer/common";

/** The text a node stands for. */
export function textOf(node: SyntaxNode, text: string): string {
  return text.slice(node.from, node.to);
}

/** The name or value a node spells: what is inside the quotes of a string, else the text itself. */
export function decoded(node: SyntaxNode, text: string): string {
  const written = textOf(node, text);
  if (!written.startsWith('"')) return written;
  try {
    return String(JSON.parse(written));
  } catch {
    return written.slice(1, written.endsWith('"') ? -1 : undefined);
  }
}

/** The operands between the parentheses of a node, by position; null where one is missing. */
export function operandsOf(node: SyntaxNode): readonly (SyntaxNode | null)[] {
  const operands: (SyntaxNode | null)[] = [null];
  let inside = false;
  for (let child = node.firstChild; child !== null; child = child.nextSibling) {
    if (child.name === "(") inside = true;
    else if (child.name === ")") break;
    else if (inside && child.name === ",") operands.push(null);
    else if (inside && child.name !== "LineComment" && !child.type.isError)
      operands[operands.length - 1] = child;
  }
  return operands;
}

/** How many commas of a node stand before an offset: the position of the operand there. */
export function operandIndex(node: SyntaxNode, at: number): number {
  return node.getChildren(",").filter(({ from }) => from < at).length;
}

/** The nearest ancestor of one of these names, the node itself not included. */
export function ancestor(node: SyntaxNode, ...names: readonly string[]): SyntaxNode | null {
  for (let up = node.parent; up !== null; up = up.parent) if (names.includes(up.name)) return up;
  return null;
}

/** The statement around a node: what stands at the top of a text, or in a MUTATE. */
export function statementAround(node: SyntaxNode): SyntaxNode | null {
  for (let at: SyntaxNode | null = node; at !== null; at = at.parent) {
    const { parent } = at;
    if (parent !== null && (parent.type.isTop || parent.name === "Mutate") && at.name !== "Mutate") return at;
  }
  return null;
}
