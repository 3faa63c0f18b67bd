import type { Aggregate, FindCommand, Projection, SourceRange } from "../lang/index.js";
import { kipError } from "../model/index.js";
import { type CompiledExpression, compileExpression, type ExpressionPlace } from "./expressions.js";
import { nodeKey } from "./node-key.js";
import { within } from "./within.js";

/** One output expression of FIND: computed a solution at a time, or over a group of them (§42.5, §44.6). */
export interface Output {
  /** Where it stands in the command. */
  readonly source: SourceRange;
  readonly expression: CompiledExpression;
  /** Null for a plain expression, which is part of the grouping key where others are aggregates. */
  readonly aggregate: Pick<Aggregate, "name" | "distinct"> | null;
}

/** One sort key: an expression over each solution, or a column of the rows (§44.7). */
export interface SortKey {
  /** Where it stands in the command. */
  readonly source: SourceRange;
  readonly by: CompiledExpression | number;
  readonly descending: boolean;
}

/** Compiles the outputs of a FIND in a scope that knows every variable of its WHERE. */
export function compileOutputs(find: FindCommand, place: ExpressionPlace): readonly Output[] {
  return find.projections.map((projection) =>
    within(projection, () =>
      projection.type === "Aggregate"
        ? {
            expression: compileExpression(place, projection.argument),
            aggregate: projection,
            source: projection,
          }
        : { expression: compileExpression(place, projection), aggregate: null, source: projection },
    ),
  );
}

/**
 * Compiles ORDER BY. With aggregates each key is one of the outputs; without, any expression of the solution.
 * @throws `InvalidSyntax` for a key that has no single value a row (§44.7).
 */
export function compileSortKeys(find: FindCommand, place: ExpressionPlace): readonly SortKey[] {
  if (find.orderBy.length === 0) return [];
  const columns = find.projections.map(nodeKey);
  const grouped = find.projections.some(({ type }) => type === "Aggregate");
  return find.orderBy.map(({ key, direction }) => {
    const descending = direction === "DESC";
    const column = columns.indexOf(nodeKey(key));
    if (grouped && column !== -1) return { by: column, descending, source: key };
    if (grouped || key.type === "Aggregate") throw noValue(key);
    return { by: within(key, () => compileExpression(place, key)), descending, source: key };
  });
}

function noValue(key: Projection) {
  return kipError("InvalidSyntax", "ORDER BY names something that has no single value a row", {
    hint: "With aggregates, order by expressions that FIND projects, written the same way.",
    details: { from: key.from, to: key.to },
  });
}
