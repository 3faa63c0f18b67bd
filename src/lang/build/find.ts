import { terms } from "../../../grammar/index.js";
import type {
  Aggregate,
  AggregateName,
  FindCommand,
  ObjectLiteral,
  OrderItem,
  Projection,
  Scalar,
  WhereBlock,
} from "../ast.js";
import { readClauseObject, readClauseScalar } from "./clauses.js";
import type { TreeReader } from "./tree-reader.js";
import { isExpression, missing, readExpression, readFunctionCall } from "./values.js";
import { readWhereBlock } from "./where.js";

/** `FIND(…) WHERE {…} …` (§42.2). */
export function readFind(reader: TreeReader): FindCommand {
  const projections: Projection[] = [];
  let where: WhereBlock | undefined;
  let epistemic: ObjectLiteral | null = null;
  let orderBy: OrderItem[] = [];
  const scalars: Record<"asOf" | "forTime" | "limit" | "cursor", Scalar | null> = {
    asOf: null,
    forTime: null,
    limit: null,
    cursor: null,
  };
  for (const id of reader.children()) {
    if (isExpression(id)) projections.push(readProjection(reader));
    else if (id === terms.WhereBlock) where = readWhereBlock(reader);
    else if (id === terms.AsOf) scalars.asOf = readClauseScalar(reader);
    else if (id === terms.ForTime) scalars.forTime = readClauseScalar(reader);
    else if (id === terms.Epistemic) epistemic = readClauseObject(reader);
    else if (id === terms.OrderBy) orderBy = readOrderBy(reader);
    else if (id === terms.Limit) scalars.limit = readClauseScalar(reader);
    else if (id === terms.Cursor) scalars.cursor = readClauseScalar(reader);
  }
  const [first, ...rest] = projections;
  if (first === undefined || where === undefined) return missing(reader);
  return {
    type: "Find",
    projections: [first, ...rest],
    where,
    epistemic,
    orderBy,
    ...scalars,
    from: reader.from,
    to: reader.to,
  };
}

function readOrderBy(reader: TreeReader): OrderItem[] {
  const items: OrderItem[] = [];
  for (const id of reader.children()) if (id === terms.OrderItem) items.push(readOrderItem(reader));
  return items;
}

function readOrderItem(reader: TreeReader): OrderItem {
  let key: Projection | undefined;
  let direction: OrderItem["direction"] = "ASC";
  for (const id of reader.children()) {
    if (id === terms.DESC) direction = "DESC";
    else if (isExpression(id)) key = readProjection(reader);
  }
  return { type: "OrderItem", key: key ?? missing(reader), direction, from: reader.from, to: reader.to };
}

/** The aggregate functions by name (§44.6). */
export const AGGREGATES: ReadonlySet<string> = new Set<AggregateName>(["COUNT", "SUM", "AVG", "MIN", "MAX"]);

/** A whole projection or sort key: here, and only here, an aggregate's name calls the aggregate. */
function readProjection(reader: TreeReader): Projection {
  if (reader.id !== terms.FunctionCall) return readExpression(reader);
  const { call, distinct } = readFunctionCall(reader);
  if (!AGGREGATES.has(call.name)) return readExpression(reader);
  if (call.args.length !== 1) {
    reader.problem(`${call.name} takes exactly one argument.`, {
      found: `${call.args.length} arguments`,
      hint: `For example ${call.name}(?x.name).`,
    });
  }
  const argument = call.args[0] ?? {
    type: "Literal",
    value: null,
    source: "null",
    from: reader.from,
    to: reader.to,
  };
  const name = call.name as AggregateName;
  const aggregate: Aggregate = {
    type: "Aggregate",
    name,
    distinct: distinct !== null,
    argument,
    from: reader.from,
    to: reader.to,
  };
  return aggregate;
}
