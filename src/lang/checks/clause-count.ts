import type { Command, WhereBlock } from "../ast.js";
import { isStateChanging } from "../classify.js";
import type { Problem } from "../problem.js";
import { statementsOf } from "./handles.js";
import { bodyOf } from "./variables.js";

/** How many WHERE clauses, statements and structural entries a command has. */
function countClauses(command: Command): number {
  if (command.type === "Find" || command.type === "ExportCapsule") return countBlock(command.where);
  if (!isStateChanging(command)) return 0;
  let count = 0;
  for (const statement of statementsOf(command)) {
    count += 1;
    if ("where" in statement && statement.where !== null) count += countBlock(statement.where);
    if (!("actions" in statement)) continue;
    for (const action of statement.actions) count += "entries" in action ? action.entries.length : 1;
  }
  return count;
}

function countBlock(block: WhereBlock): number {
  let count = block.clauses.length;
  for (const clause of block.clauses) {
    const body = bodyOf(clause);
    if (body !== null) count += countBlock(body);
  }
  return count;
}

/** Why a command has too many clauses, or null. */
export function tooManyClauses(command: Command, limit: number): Problem | null {
  const count = countClauses(command);
  if (count <= limit) return null;
  return {
    code: "ResourceExhausted",
    from: command.from,
    to: command.to,
    message: `The command has ${count} clauses; the limit is ${limit}.`,
    hint: "Split the work into several commands.",
  };
}
