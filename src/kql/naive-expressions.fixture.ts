import type { Expression } from "../lang/index.js";
import { canonicalJson, type Element, type ElementId, isJsonObject, type JsonValue } from "../model/index.js";
import { lineageOf } from "../schema/index.js";

/** Bindings and conditions of the naive evaluator. */

export type Value =
  | { readonly is: "element"; readonly id: ElementId }
  | { readonly is: "json"; readonly json: JsonValue }
  | { readonly is: "symbol"; readonly ref: string }
  | { readonly is: "edge"; readonly key: string; readonly view: JsonValue };
export type Solution = ReadonlyMap<string, Value>;

export const keyOf = (value: Value): string =>
  value.is === "element"
    ? `@${value.id}`
    : value.is === "json"
      ? `=${canonicalJson(value.json)}`
      : value.is === "symbol"
        ? `#${lineageOf(value.ref)}`
        : `~${value.key}`;

export const solutionKey = (solution: Solution): string =>
  [...solution]
    .map(([name, value]) => `${name} ${keyOf(value)}`)
    .sort()
    .join("\n");

export function bind(solution: Solution, name: string, value: Value): readonly Solution[] {
  const bound = solution.get(name);
  if (bound) return keyOf(bound) === keyOf(value) ? [solution] : [];
  return [new Map([...solution, [name, value]])];
}

export function join(left: Solution, right: Solution): readonly Solution[] {
  for (const [name, value] of right) {
    const bound = left.get(name);
    if (bound && keyOf(bound) !== keyOf(value)) return [];
  }
  return [new Map([...right, ...left])];
}

/** What expressions are in a solution, and whether conditions hold (§44.1, §44.2). */
export class NaiveExpressions {
  readonly #elements: ReadonlyMap<ElementId, Element>;

  constructor(elements: ReadonlyMap<ElementId, Element>) {
    this.#elements = elements;
  }

  evaluate(expression: Expression, solution: Solution): Value | null {
    switch (expression.type) {
      case "Literal":
        return { is: "json", json: expression.value };
      case "Variable":
        return solution.get(expression.name) ?? null;
      case "Path": {
        const root = solution.get(expression.root.name);
        if (!root) return null;
        let json: JsonValue | undefined = root.is === "edge" ? { index: root.view } : this.cell(root);
        for (const { key } of expression.steps) {
          json = isJsonObject(json) && Object.hasOwn(json, key) ? json[key] : undefined;
          if (json === undefined) return null;
        }
        return { is: "json", json };
      }
      default: {
        const truth = this.truth(expression, solution);
        return truth === null ? null : { is: "json", json: truth };
      }
    }
  }

  /** Three values: null is unknown. */
  truth(expression: Expression, solution: Solution): boolean | null {
    if (expression.type === "Unary" && expression.operator === "!") {
      const inner = this.truth(expression.operand, solution);
      return inner === null ? null : !inner;
    }
    if (expression.type === "FunctionCall") {
      const [first] = expression.args.map((arg) => this.evaluate(arg, solution));
      const isNull = !first || this.cell(first) === null;
      if (expression.name === "IS_NULL") return isNull;
      if (expression.name === "IS_NOT_NULL") return !isNull;
      if (expression.name === "IS_ELEMENT") return first ? first.is === "element" : null;
      throw new Error(`the naive evaluator does not know ${expression.name}`);
    }
    if (expression.type !== "Binary") throw new Error(`no condition: ${expression.type}`);
    const { operator, left, right } = expression;
    if (operator === "&&" || operator === "||") {
      const truths = [this.truth(left, solution), this.truth(right, solution)];
      const decisive = operator === "||";
      return truths.includes(decisive) ? decisive : truths.includes(null) ? null : !decisive;
    }
    const [one_, other] = [this.evaluate(left, solution), this.evaluate(right, solution)];
    if (!one_ || !other) return null;
    const [a, b] = [this.cell(one_), this.cell(other)];
    if (a === null || b === null) return null;
    if (operator === "==") return keyOf(one_) === keyOf(other);
    if (operator === "!=") return keyOf(one_) !== keyOf(other);
    if (typeof a !== typeof b || (typeof a !== "number" && typeof a !== "string")) return null;
    const order = a < (b as typeof a) ? -1 : a > (b as typeof a) ? 1 : 0;
    return operator === "<"
      ? order < 0
      : operator === ">"
        ? order > 0
        : operator === "<="
          ? order <= 0
          : order >= 0;
  }

  cell(value: Value | null): JsonValue {
    if (value === null) return null;
    if (value.is === "element") return (this.#elements.get(value.id) ?? null) as unknown as JsonValue;
    return value.is === "json" ? value.json : value.is === "symbol" ? value.ref : value.key;
  }
}
