import type { Aggregate, Expression } from "../ast.js";

/** Whether two expressions say the same, wherever they stand and however their literals and steps are spelled. */
export function sameExpression(left: Expression | Aggregate, right: Expression | Aggregate): boolean {
  return JSON.stringify(left, withoutPlace) === JSON.stringify(right, withoutPlace);
}

/** What tells where and how a node was written. Names from the command are values in the tree, never its keys. */
const PLACES: ReadonlySet<string> = new Set(["from", "to", "source", "nameRange", "form"]);

function withoutPlace(key: string, value: unknown): unknown {
  return PLACES.has(key) ? undefined : value;
}
