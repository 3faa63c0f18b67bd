import type { FindCommand, OrderItem } from "../ast.js";
import type { ProblemSink } from "../problem.js";
import { sameExpression } from "./same-expression.js";

/**
 * Reports sort keys that have no value per row: an aggregate that FIND does not project and, in a query with
 * aggregates, a plain key that is not part of the grouping key (§44.6, §44.7).
 */
export function checkGrouping({ projections, orderBy }: FindCommand, report: ProblemSink): void {
  const aggregated = projections.some(({ type }) => type === "Aggregate");
  for (const item of orderBy) {
    const projected = projections.some((projection) => sameExpression(projection, item.key));
    if (projected) continue;
    if (item.key.type === "Aggregate") reportUnprojected(item, report);
    else if (aggregated) reportVarying(item, report);
  }
}

function reportUnprojected({ key }: OrderItem, report: ProblemSink): void {
  report({
    from: key.from,
    to: key.to,
    message: "ORDER BY can only use an aggregate that FIND projects.",
    hint: "Add the same aggregate to FIND(…), or sort by something that is there.",
  });
}

function reportVarying({ key }: OrderItem, report: ProblemSink): void {
  report({
    from: key.from,
    to: key.to,
    message: "This sort key differs within a group, so a group has no one value to sort by.",
    hint: "Beside aggregates, sort by an aggregate of FIND or by one of its other expressions, which form the group.",
  });
}
