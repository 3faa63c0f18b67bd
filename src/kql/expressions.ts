import type { ComputedMembers } from "../derive/index.js";
import type { Expression, SourceRange } from "../lang/index.js";
import { isElementRef, type JsonValue, kipError, type Warning } from "../model/index.js";
import type { SpaceView } from "../state/index.js";
import { booleanOf, compare, equal, listOf, type Truth } from "./comparison.js";
import { compileFunction, isFallible, type Operand } from "./functions.js";
import { requirePath } from "./members.js";
import { type Meeting, neverHolds } from "./never-holds.js";
import type { Parameters } from "./parameters.js";
import { compileSteps, readPath } from "./paths.js";
import type { Scope, Slot } from "./scope.js";
import type { Shape } from "./shapes.js";
import type { Bindings } from "./solution.js";
import type { Symbols } from "./symbols.js";
import { stepText } from "./unknown-member.js";
import { type Bound, cellOf, FieldValue, isElement } from "./values.js";

/** What expressions are compiled in: the names, parameters and symbols of one place. */
export interface ExpressionPlace {
  readonly scope: Scope;
  readonly parameters: Parameters;
  readonly symbols: Symbols;
  readonly computed: ComputedMembers;
  /** What is to be said of conditions that no memory can meet; compiling adds to it. */
  readonly remarks: Warning[];
}

/** An expression ready to evaluate: undefined is null, whether absent, unbound or unknown (§44.1, §44.2). */
export interface CompiledExpression {
  readonly slots: readonly Slot[];
  readonly evaluate: (bindings: Bindings, view: SpaceView) => Bound | undefined;
  /** The value, when it is the same in every solution. */
  readonly constant?: Bound;
  /** Evaluating it can throw on a stored value, so it is asked only of the solutions that reach it (§44.2). */
  readonly fallible?: boolean;
  /** The path as it is written, and what it may find, where the expression is one. */
  readonly reads?: { readonly path: string; readonly shapes: readonly Shape[] };
  /** The sides of an `==`. */
  readonly equates?: readonly [CompiledExpression, CompiledExpression];
  /** The sides of an `&&`. */
  readonly both?: readonly [CompiledExpression, CompiledExpression];
}

/**
 * Compiles an expression (§44.1, §44.2).
 * @throws `ReferenceError`, symbol errors of its paths, and what its functions throw for constant arguments.
 */
export function compileExpression(place: ExpressionPlace, node: Expression): CompiledExpression {
  switch (node.type) {
    case "Literal":
      return constant(node.value);
    case "Parameter":
      return constant(place.parameters.value(node));
    case "Variable": {
      const slot = place.scope.slot(node.name);
      return { slots: [slot], evaluate: (bindings) => bindings[slot] };
    }
    case "Path":
      return compilePath(place, node);
    case "ArrayLiteral":
      return collect(
        node.items.map((item) => compileExpression(place, item)),
        (cells) => cells,
      );
    case "ObjectLiteral":
      return collect(
        node.members.map(({ value }) => compileExpression(place, value)),
        (cells) => Object.fromEntries(node.members.map(({ name }, at) => [name, cells[at] ?? null])),
      );
    case "FunctionCall": {
      const args = node.args.map((arg) => compileExpression(place, arg));
      const call = compileFunction(
        node,
        args.map(({ constant: value }) => value),
      );
      if (node.name === "IN") remarkOnMembers(place, args, node);
      return {
        slots: args.flatMap(({ slots }) => slots),
        fallible: isFallible(node, args[1]?.constant) || args.some(({ fallible }) => fallible),
        evaluate: (bindings, view) =>
          call(
            args.map(({ evaluate }): Operand => evaluate(bindings, view)),
            view,
          ),
      };
    }
    case "Unary":
      return compileUnary(place, node);
    case "Binary":
      return compileBinary(place, node);
  }
}

/** A condition, compiled. @throws as `compileExpression`; `TypeMismatch` for a value that can never hold. */
export function compileCondition(place: ExpressionPlace, node: Expression): CompiledExpression {
  const compiled = compileExpression(place, node);
  requireCondition(compiled, node);
  return compiled;
}

/** Whether an expression holds: unknown when it is null or no boolean (§44.2). */
export function truthOf(expression: CompiledExpression, bindings: Bindings, view: SpaceView): Truth {
  return booleanOf(expression.evaluate(bindings, view));
}

function constant(value: JsonValue): CompiledExpression {
  const bound = new FieldValue(value);
  return { slots: [], evaluate: () => bound, constant: bound };
}

function compilePath(
  place: ExpressionPlace,
  { root, steps }: Extract<Expression, { type: "Path" }>,
): CompiledExpression {
  const compiled = compileSteps(steps, place.symbols);
  const slot = place.scope.slot(root.name);
  const shapes = requirePath(root.name, place.scope.referents.of(slot), steps, place.symbols);
  const { computed } = place;
  if (compiled[0] === "retrieval") {
    const found = place.scope.retrievalOf(root.name);
    const rest = compiled.slice(1);
    if (found !== undefined) {
      return {
        slots: [found],
        evaluate: (bindings, view) => readPath(view, computed, bindings[found], rest),
      };
    }
  }
  return {
    slots: [slot],
    evaluate: (bindings, view) => readPath(view, computed, bindings[slot], compiled),
    reads: { path: `?${root.name}${steps.map(stepText).join("")}`, shapes },
  };
}

function collect(
  items: readonly CompiledExpression[],
  build: (cells: readonly JsonValue[]) => JsonValue,
): CompiledExpression {
  const evaluate = (bindings: Bindings, view?: SpaceView) =>
    new FieldValue(
      build(items.map((item) => nested(item.constant ?? (view && item.evaluate(bindings, view))))),
    );
  return {
    slots: items.flatMap(({ slots }) => slots),
    evaluate,
    fallible: items.some(({ fallible }) => fallible),
    ...(items.every(({ constant: value }) => value !== undefined) ? { constant: evaluate([]) } : {}),
  };
}

/** A value inside a list or object: an element stands there as a reference. */
function nested(value: Bound | undefined): JsonValue {
  return value !== undefined && isElement(value) ? { id: value.id } : cellOf(value);
}

function compileUnary(
  place: ExpressionPlace,
  { operator, operand }: Extract<Expression, { type: "Unary" }>,
): CompiledExpression {
  const inner = compileExpression(place, operand);
  const { slots, fallible = false, evaluate } = inner;
  if (operator === "!") {
    requireCondition(inner, operand);
    return { slots, fallible, evaluate: (bindings, view) => fromTruth(not(truthOf(inner, bindings, view))) };
  }
  requireNumber(inner.constant, operand);
  return {
    slots,
    fallible,
    evaluate: (bindings, view) => {
      const value = evaluate(bindings, view);
      return value instanceof FieldValue && typeof value.value === "number"
        ? new FieldValue(-value.value)
        : undefined;
    },
  };
}

function compileBinary(
  place: ExpressionPlace,
  node: Extract<Expression, { type: "Binary" }>,
): CompiledExpression {
  const { operator, left, right } = node;
  const first = compileExpression(place, left);
  const second = compileExpression(place, right);
  const decide = (bindings: Bindings, view: SpaceView): Truth => {
    if (operator === "&&") return and(truthOf(first, bindings, view), () => truthOf(second, bindings, view));
    if (operator === "||") return or(truthOf(first, bindings, view), () => truthOf(second, bindings, view));
    const leftValue = first.evaluate(bindings, view);
    const rightValue = second.evaluate(bindings, view);
    if (operator === "==") return equal(leftValue, rightValue);
    if (operator === "!=") return not(equal(leftValue, rightValue));
    return ordered(operator, compare(leftValue, rightValue));
  };
  if (operator === "&&" || operator === "||") {
    requireCondition(first, left);
    requireCondition(second, right);
  } else if (operator !== "==" && operator !== "!=") {
    for (const side of [first, second]) requireOrdered(side.constant, operator, node);
    requireAlike(first.constant, second.constant, operator, node);
  }
  if (operator !== "&&" && operator !== "||") {
    const meeting = operator === "==" ? "equal" : operator === "!=" ? "different" : "ordered";
    remarkOn(place, first, second, meeting, node);
    remarkOn(place, second, first, meeting, node);
  }
  return {
    slots: [...first.slots, ...second.slots],
    fallible: Boolean(first.fallible || second.fallible),
    evaluate: (bindings, view) => fromTruth(decide(bindings, view)),
    ...(operator === "==" ? { equates: [first, second] } : {}),
    ...(operator === "&&" ? { both: [first, second] } : {}),
  };
}

/** Makes a remark where nothing a path finds is ever what it is compared with (§44.2). */
function remarkOn(
  { remarks }: ExpressionPlace,
  { reads }: CompiledExpression,
  { constant: value }: CompiledExpression,
  meeting: Meeting,
  at: SourceRange,
): void {
  if (reads === undefined || value === undefined) return;
  const remark = neverHolds(reads.path, reads.shapes, nested(value), meeting, at);
  if (remark) remarks.push(remark);
}

/** The same for the members of a list that IN is given. */
function remarkOnMembers(
  { remarks }: ExpressionPlace,
  [value, list]: readonly CompiledExpression[],
  at: SourceRange,
): void {
  if (value?.reads === undefined) return;
  for (const member of listOf(list?.constant) ?? []) {
    const remark = neverHolds(value.reads.path, value.reads.shapes, member, "equal", at);
    if (remark) remarks.push(remark);
  }
}

/**
 * A value that is written in the command, or bound by its parameters, where a condition belongs: what is no boolean can
 * never hold, and that is an error even where nothing is matched (§44.2). Null stays unknown.
 * @throws `TypeMismatch`.
 */
function requireCondition({ constant: value }: CompiledExpression, { from, to }: SourceRange): void {
  const cell = value === undefined ? null : cellOf(value);
  if (cell === null || cell === undefined || typeof cell === "boolean") return;
  throw kipError("TypeMismatch", `${JSON.stringify(cell)} is no condition`, {
    hint: 'A condition compares or tests something: ?x.name == "Ada", IS_NULL(?x.key).',
    details: { from, to },
  });
}

function requireNumber(value: Bound | undefined, { from, to }: SourceRange): void {
  const cell = value === undefined ? null : cellOf(value);
  if (cell === null || cell === undefined || typeof cell === "number") return;
  throw kipError("TypeMismatch", `- negates numbers, not ${JSON.stringify(cell)}`, {
    hint: "Leave the minus out, or write a number.",
    details: { from, to },
  });
}

/** What is written as an operand of an ordering must be a number or a text, whatever it is compared with (§44.2). */
function requireOrdered(value: Bound | undefined, operator: string, { from, to }: SourceRange): void {
  const cell = cellOf(value);
  const isOrdered =
    typeof cell === "number" || typeof cell === "string" || cell === null || cell === undefined;
  if (isOrdered || isElementRef(cell)) return;
  throw kipError("TypeMismatch", `${operator} orders numbers and texts, not ${kindsOf(cell)}`, {
    hint: "Compare one field of it, or use IN for membership in a list.",
    details: { operator, from, to },
  });
}

const kindsOf = (cell: JsonValue): string =>
  Array.isArray(cell) ? "lists" : typeof cell === "boolean" ? "booleans" : "objects";

/** A number and a text have no order between them; where both are written out, that is a mistake (§44.2). */
function requireAlike(
  left: Bound | undefined,
  right: Bound | undefined,
  operator: string,
  { from, to }: SourceRange,
): void {
  const [first, second] = [cellOf(left), cellOf(right)].map((cell) => typeof (cell ?? undefined));
  if (first === "undefined" || second === "undefined" || first === second) return;
  throw kipError("TypeMismatch", `${operator} has no order between a ${first} and a ${second}`, {
    hint: "Compare two numbers, or two texts.",
    details: { operator, from, to },
  });
}

function ordered(operator: string, order: number | undefined): Truth {
  if (order === undefined) return undefined;
  if (operator === "<") return order < 0;
  if (operator === ">") return order > 0;
  return operator === "<=" ? order <= 0 : order >= 0;
}

function not(truth: Truth): Truth {
  return truth === undefined ? undefined : !truth;
}

function and(left: Truth, right: () => Truth): Truth {
  if (left === false) return false;
  const other = right();
  return other === false ? false : left === undefined ? undefined : other;
}

function or(left: Truth, right: () => Truth): Truth {
  if (left === true) return true;
  const other = right();
  return other === true ? true : left === undefined ? undefined : other;
}

function fromTruth(truth: Truth): FieldValue | undefined {
  return truth === undefined ? undefined : truth ? TRUE : FALSE;
}

const TRUE = new FieldValue(true);
const FALSE = new FieldValue(false);
