import type { Expression, WhereClause } from "../lang/index.js";

/**
 * The variables whose `_system.state` a FILTER of these clauses reads. Whoever tests the state of an element asks for it
 * as whoever writes it in a pattern does, so both find what ordinary recall passes by (§60.1): `FILTER(?e._system.state
 * == "archived")` and `?e EVIDENCE {state: "archived"}` are one question. Filters of nested blocks count for these alone.
 */
export function askedStates(clauses: readonly WhereClause[]): ReadonlySet<string> {
  const asked = new Set<string>();
  for (const clause of clauses) if (clause.type === "FilterClause") collect(clause.condition, asked);
  return asked;
}

function collect(node: Expression, asked: Set<string>): void {
  switch (node.type) {
    case "Path": {
      const [first, second] = node.steps;
      if (first.key === "_system" && second?.key === "state") asked.add(node.root.name);
      break;
    }
    case "Unary":
      collect(node.operand, asked);
      break;
    case "Binary":
      collect(node.left, asked);
      collect(node.right, asked);
      break;
    case "FunctionCall":
      for (const arg of node.args) collect(arg, asked);
      break;
    case "ArrayLiteral":
      for (const item of node.items) collect(item, asked);
      break;
    default:
      break;
  }
}
