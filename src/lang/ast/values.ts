import type { Literal } from "../../model/index.js";

/** Where a node stands in the command text: UTF-16 offsets, `from` inclusive, `to` exclusive. */
export interface SourceRange {
  readonly from: number;
  readonly to: number;
}

/**
 * A literal: string, number, boolean or null (§9). A number is already the validated binary64 value of §9.3; a string
 * is the decoded value, not yet NFC-normalized (§9.6 does that on write).
 */
export interface LiteralNode extends SourceRange {
  readonly type: "Literal";
  readonly value: Literal;
  /** The literal exactly as it stands in the command. */
  readonly source: string;
}

/** A string literal, in positions where no other literal is legal. */
export interface StringNode extends LiteralNode {
  readonly value: string;
}

/** `:name`, a bound parameter (§74). It stands for one complete value. */
export interface Parameter extends SourceRange {
  readonly type: "Parameter";
  /** Without the colon. Case-sensitive. */
  readonly name: string;
}

/** `?name`: a query variable (§42.4) or, in KML, a local handle (§53.2). */
export interface Variable extends SourceRange {
  readonly type: "Variable";
  /** Without the question mark. Case-sensitive. */
  readonly name: string;
}

/** One step of a path: `.name` or `["exact-key"]`. Both name one key; the key may hold dots (§44.1). */
export interface PathStep extends SourceRange {
  readonly key: string;
  readonly form: "dot" | "bracket";
}

/** `?x.attributes.goal`: a variable with at least one step. A bare `?x` is a `Variable` (§44.1). */
export interface Path extends SourceRange {
  readonly type: "Path";
  readonly root: Variable;
  readonly steps: readonly [PathStep, ...PathStep[]];
}

/** `[a, b]` as a value. */
export interface ArrayLiteral extends SourceRange {
  readonly type: "ArrayLiteral";
  readonly items: readonly Value[];
}

/** `{a: 1}` as a value. Member names are unique (§70.2). */
export interface ObjectLiteral extends SourceRange {
  readonly type: "ObjectLiteral";
  readonly members: readonly ObjectMember[];
}

/** One `name: value` of an object literal or of an assignment object. */
export interface ObjectMember extends SourceRange {
  readonly type: "ObjectMember";
  readonly name: string;
  readonly nameRange: SourceRange;
  readonly value: Value;
}

/**
 * `NAME(arg, …)`: a filter function (§44.2) or an update expression (§59). The name is in its canonical upper case, and
 * the parser has checked name and arity against the place where the call stands.
 */
export interface FunctionCall extends SourceRange {
  readonly type: "FunctionCall";
  readonly name: string;
  readonly nameRange: SourceRange;
  readonly args: readonly Expression[];
}

/**
 * A value in data position: assignments, object members, array items, epistemic and export options. In KML a
 * `Variable` is a handle, or a variable of the statement's own WHERE (§53.2).
 */
export type Value = LiteralNode | Parameter | Variable | Path | ArrayLiteral | ObjectLiteral | FunctionCall;

/** `!x` or `-x` (§44.2). */
export interface UnaryExpression extends SourceRange {
  readonly type: "Unary";
  readonly operator: "!" | "-";
  readonly operand: Expression;
}

/** The binary operators, loosest first: `||`, `&&`, equality, relation (§44.2). */
export type BinaryOperator = "||" | "&&" | "==" | "!=" | "<" | ">" | "<=" | ">=";

/** `left operator right` (§44.2). Precedence and parentheses are already resolved into the tree. */
export interface BinaryExpression extends SourceRange {
  readonly type: "Binary";
  readonly operator: BinaryOperator;
  readonly left: Expression;
  readonly right: Expression;
}

/** What FILTER tests and FIND projects, short of aggregates (§44). */
export type Expression = Value | UnaryExpression | BinaryExpression;

/** A parameter or a literal: LIMIT, CURSOR, AS OF SEQ, META operands and every other scalar position. */
export type Scalar = Parameter | LiteralNode;

/** A type, predicate, facet or structural field: a quoted symbol or a parameter bound to one (§20). */
export type SchemaSymbol = Parameter | StringNode;

/** What a mutation or an export addresses: a variable or handle, or an element id (§58). */
export type TargetRef = Variable | Parameter | StringNode;

/** A bare name in `UNSET ATTRIBUTES {a, "b"}`. */
export interface FieldName extends SourceRange {
  readonly type: "FieldName";
  readonly name: string;
}
