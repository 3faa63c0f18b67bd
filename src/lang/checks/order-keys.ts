import type { FindCommand } from "../ast.js";
import type { ProblemSink } from "../problem.js";
import { eachRead } from "./variables.js";

/** Reports sort keys that mention no variable: they are the same in every row and sort nothing (§44.7). */
export function checkOrderKeys({ orderBy }: FindCommand, report: ProblemSink): void {
  for (const { key } of orderBy) {
    // An aggregate of constants still differs from group to group.
    if (key.type === "Aggregate") continue;
    let mentions = 0;
    eachRead(key, () => {
      mentions += 1;
    });
    if (mentions > 0) continue;
    report({
      from: key.from,
      to: key.to,
      message: "This sort key is the same in every row, so it sorts nothing.",
      ...(key.type === "Literal" ? { found: key.source } : {}),
      ...(key.type === "Parameter" ? { found: `:${key.name}` } : {}),
      hint: "ORDER BY takes a variable, a path like ?p.name, or an aggregate that FIND projects.",
    });
  }
}
