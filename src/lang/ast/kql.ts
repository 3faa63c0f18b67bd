import type { WhereBlock } from "./patterns.js";
import type { Expression, ObjectLiteral, Scalar, SourceRange } from "./values.js";

/** The aggregate functions (§44.6). */
export type AggregateName = "COUNT" | "SUM" | "AVG" | "MIN" | "MAX";

/** `COUNT(DISTINCT ?x)` and its kin (§44.6). It stands only as a whole FIND projection or ORDER BY key. */
export interface Aggregate extends SourceRange {
  readonly type: "Aggregate";
  readonly name: AggregateName;
  readonly distinct: boolean;
  readonly argument: Expression;
}

/** One output of FIND, or one sort key (§42.5, §44.7). */
export type Projection = Expression | Aggregate;

/** One key of ORDER BY (§44.7). */
export interface OrderItem extends SourceRange {
  readonly type: "OrderItem";
  readonly key: Projection;
  readonly direction: "ASC" | "DESC";
}

/**
 * `FIND(…) WHERE {…} …`, the one statement of KQL (§42.2). Every variable it mentions has a binding site (§42.4), and
 * its ORDER BY keys satisfy §44.7.
 */
export interface FindCommand extends SourceRange {
  readonly type: "Find";
  readonly projections: readonly [Projection, ...Projection[]];
  readonly where: WhereBlock;
  /** `AS OF SEQ n` (§48.1). */
  readonly asOf: Scalar | null;
  /** `FOR TIME t` (§48.2). */
  readonly forTime: Scalar | null;
  /** `WITH EPISTEMIC {…}` (§49). */
  readonly epistemic: ObjectLiteral | null;
  readonly orderBy: readonly OrderItem[];
  readonly limit: Scalar | null;
  readonly cursor: Scalar | null;
}
