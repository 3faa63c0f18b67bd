import { RE2JS } from "re2js";
import type { Expression } from "../lang/index.js";
import {
  canonicalJson,
  type Element,
  type ElementId,
  isElementRef,
  isJsonObject,
  type JsonValue,
} from "../model/index.js";
import { lineageNamed } from "./generated-schema.fixture.js";

/** Bindings and conditions of the naive evaluator. */

export type Value =
  | { readonly is: "element"; readonly id: ElementId }
  | { readonly is: "json"; readonly json: JsonValue }
  | { readonly is: "symbol"; readonly ref: string }
  | { readonly is: "edge" | "belief"; readonly key: string; readonly view: JsonValue };
export type Solution = ReadonlyMap<string, Value>;

/** What the naive evaluator fails with: the code that the engine must fail with, too. */
export class NaiveError extends Error {
  readonly code: string;
  constructor(code: string) {
    super(code);
    this.code = code;
  }
}

/** §9.6: a text is its normal form. */
const plain = (json: JsonValue): JsonValue => (typeof json === "string" ? json.normalize("NFC") : json);

export const jsonKey = (json: JsonValue): string => `=${canonicalJson(plain(json))}`;

export function keyOf(value: Value): string {
  switch (value.is) {
    case "element":
      return `@${value.id}`;
    case "json":
      return jsonKey(value.json);
    case "symbol":
      return `#${lineageNamed(value.ref)}`;
    default:
      return `${value.is} ${value.key}`;
  }
}

/** Whether two bindings are one; a text that is an exact ref is the symbol it names (§20.14, §43.3). */
export function same(left: Value, right: Value): boolean {
  if (left.is === "symbol" && right.is === "json")
    return isRef(right.json) && lineageNamed(right.json) === lineageNamed(left.ref);
  if (left.is === "json" && right.is === "symbol") return same(right, left);
  return keyOf(left) === keyOf(right);
}

const isRef = (json: JsonValue): json is string => typeof json === "string" && json.startsWith("kip://");

export const solutionKey = (solution: Solution): string =>
  [...solution]
    .map(([name, value]) => `${name} ${keyOf(value)}`)
    .sort()
    .join("\n");

export function bind(solution: Solution, name: string, value: Value): readonly Solution[] {
  const bound = solution.get(name);
  if (bound) return same(bound, value) ? [solution] : [];
  return [new Map([...solution, [name, value]])];
}

export function join(left: Solution, right: Solution): readonly Solution[] {
  for (const [name, value] of right) {
    const bound = left.get(name);
    if (bound && !same(bound, value)) return [];
  }
  return [new Map([...right, ...left])];
}

/** The member of an object that is filed under any version of a symbol (§20.14). */
export function filed(json: JsonValue | undefined, symbol: string): JsonValue | undefined {
  if (!isJsonObject(json)) return undefined;
  const key = Object.keys(json).find((each) => lineageNamed(each) === lineageNamed(symbol));
  return key === undefined ? undefined : json[key];
}

/** What expressions are in a solution, and whether conditions hold (§44.1, §44.2). */
export class NaiveExpressions {
  readonly #elements: ReadonlyMap<ElementId, Element>;
  readonly #canonical: (id: ElementId) => ElementId;
  readonly #parameters: Readonly<Record<string, JsonValue>>;

  constructor(
    elements: ReadonlyMap<ElementId, Element>,
    canonical: (id: ElementId) => ElementId,
    parameters: Readonly<Record<string, JsonValue>>,
  ) {
    this.#elements = elements;
    this.#canonical = canonical;
    this.#parameters = parameters;
  }

  parameter(name: string): JsonValue {
    const value = this.#parameters[name];
    if (value === undefined) throw new Error(`no parameter ${name}`);
    return value;
  }

  evaluate(expression: Expression, solution: Solution): Value | null {
    switch (expression.type) {
      case "Literal":
        return { is: "json", json: expression.value };
      case "Parameter":
        return { is: "json", json: this.parameter(expression.name) };
      case "Variable":
        return solution.get(expression.name) ?? null;
      case "ArrayLiteral":
        return {
          is: "json",
          json: expression.items.map((item) => {
            const value = this.evaluate(item, solution);
            return value?.is === "element" ? { id: value.id } : this.cell(value);
          }),
        };
      case "Path": {
        const root = solution.get(expression.root.name);
        return root
          ? this.#path(
              root,
              expression.steps.map(({ key }) => key),
            )
          : null;
      }
      case "Unary": {
        if (expression.operator === "!") break;
        const value = this.cell(this.evaluate(expression.operand, solution));
        return typeof value === "number" ? { is: "json", json: -value } : null;
      }
      case "FunctionCall": {
        if (expression.name !== "LITERAL_TYPE") break;
        const [value] = expression.args.map((arg) => this.evaluate(arg, solution));
        if (value?.is !== "json" || (typeof value.json === "object" && value.json !== null)) return null;
        return { is: "json", json: value.json === null ? "null" : typeof value.json };
      }
    }
    const truth = this.#test(expression, solution);
    return truth === null ? null : { is: "json", json: truth };
  }

  #path(root: Value, steps: readonly string[]): Value | null {
    if (root.is === "symbol") return null;
    let json: JsonValue | undefined =
      root.is === "json" ? root.json : root.is === "element" ? this.cell(root) : root.view;
    const [first, second] = steps;
    if (root.is === "element" && (first === "facets" || first === "structural") && second !== undefined) {
      json = filed(isJsonObject(json) ? json[first] : undefined, second);
      return this.#walk(json, steps.slice(2));
    }
    const element = root.is === "element" ? this.#elements.get(root.id) : undefined;
    if (element?.kind === "proposition" && first?.startsWith("canonical_")) {
      const end = first === "canonical_subject" ? element.subject : element.object;
      return this.#walk(isElementRef(end) ? { id: this.#canonical(end.id) } : end, steps.slice(1));
    }
    const found = this.#walk(json, steps);
    const isSymbol = element && steps.length === 1 && (first === "schema_ref" || first === "predicate_ref");
    return isSymbol && found?.is === "json" ? { is: "symbol", ref: found.json as string } : found;
  }

  #walk(json: JsonValue | undefined, steps: readonly string[]): Value | null {
    let at = json;
    for (const step of steps) at = isJsonObject(at) && Object.hasOwn(at, step) ? at[step] : undefined;
    return at === undefined ? null : { is: "json", json: at };
  }

  /** Three values: null is unknown. */
  truth(expression: Expression, solution: Solution): boolean | null {
    const value = this.evaluate(expression, solution);
    return value?.is === "json" && typeof value.json === "boolean" ? value.json : null;
  }

  #test(expression: Expression, solution: Solution): boolean | null {
    if (expression.type === "Unary") {
      const inner = this.truth(expression.operand, solution);
      return inner === null ? null : !inner;
    }
    if (expression.type === "FunctionCall") {
      return this.#call(
        expression.name,
        expression.args.map((arg) => this.evaluate(arg, solution)),
      );
    }
    if (expression.type !== "Binary") throw new Error(`no condition: ${expression.type}`);
    const { operator, left, right } = expression;
    if (operator === "&&" || operator === "||") {
      const decisive = operator === "||";
      // Left to right: what one side decides, the other is not asked.
      const first = this.truth(left, solution);
      if (first === decisive) return decisive;
      const second = this.truth(right, solution);
      return second === decisive ? decisive : first === null || second === null ? null : !decisive;
    }
    const [one, other] = [this.evaluate(left, solution), this.evaluate(right, solution)];
    if (this.#isNull(one) || this.#isNull(other) || !one || !other) return null;
    if (operator === "==") return this.#equal(one, other);
    if (operator === "!=") return !this.#equal(one, other);
    const [a, b] = [this.#scalar(one), this.#scalar(other)];
    if (typeof a !== typeof b || (typeof a !== "number" && typeof a !== "string")) return null;
    const order = a < (b as typeof a) ? -1 : a > (b as typeof a) ? 1 : 0;
    return { "<": order < 0, ">": order > 0, "<=": order <= 0, ">=": order >= 0 }[operator];
  }

  #call(name: string, [first, second]: readonly (Value | null)[]): boolean | null {
    switch (name) {
      case "IS_NULL":
        return this.#isNull(first);
      case "IS_NOT_NULL":
        return !this.#isNull(first);
      case "IS_ELEMENT":
        return first ? this.#idOf(first) !== null : null;
      case "IS_LITERAL":
        return first ? first.is === "json" && (first.json === null || typeof first.json !== "object") : null;
      case "IS_KIND": {
        if (!first || this.#isNull(first)) return null;
        const id = this.#idOf(first);
        const kind = id === null ? undefined : this.#elements.get(id as ElementId)?.kind;
        return kind === String(this.cell(second ?? null)).toLowerCase();
      }
      case "IN": {
        const list = second?.is === "json" ? second.json : null;
        if (!first || this.#isNull(first) || !Array.isArray(list)) return null;
        const members = list as readonly JsonValue[];
        if (members.some((json) => json !== null && this.#equal(first, { is: "json", json }))) return true;
        return members.includes(null) ? null : false;
      }
      default: {
        const [text, part] = [first, second].map((value) => (value ? this.#scalar(value) : null));
        if (typeof text !== "string" || typeof part !== "string") return null;
        const [whole, piece] = [text.normalize("NFC"), part.normalize("NFC")];
        if (name === "CONTAINS") return whole.includes(piece);
        if (name === "STARTS_WITH") return whole.startsWith(piece);
        if (name === "ENDS_WITH") return whole.endsWith(piece);
        if (name === "REGEX") return matches(piece, whole);
        throw new Error(`the naive evaluator does not know ${name}`);
      }
    }
  }

  /** §42.5 and §43.2: an element or a reference to it equals its own id, and nothing is coerced. */
  #equal(left: Value, right: Value): boolean {
    const ids = [this.#idOf(left), this.#idOf(right)];
    if (ids.every((id) => id === null)) return same(left, right);
    const [a, b] = [left, right].map((value, at) => ids[at] ?? this.#scalar(value));
    return a === b;
  }

  #idOf(value: Value): string | null {
    if (value.is === "element") return value.id;
    return value.is === "json" && isElementRef(value.json) ? value.json.id : null;
  }

  #scalar(value: Value): JsonValue {
    if (value.is === "symbol") return value.ref;
    return value.is === "json" && (typeof value.json !== "object" || value.json === null) ? value.json : null;
  }

  #isNull(value: Value | null | undefined): boolean {
    return !value || (value.is === "json" && value.json === null);
  }

  cell(value: Value | null): JsonValue {
    if (value === null) return null;
    if (value.is === "element") return (this.#elements.get(value.id) ?? null) as unknown as JsonValue;
    return value.is === "json" ? value.json : value.is === "symbol" ? value.ref : value.view;
  }
}

/** What is no pattern is an error as soon as a text is to be matched by it (§44.2). */
function matches(pattern: string, text: string): boolean {
  try {
    return RE2JS.compile(pattern).matcher(text).find();
  } catch {
    throw new NaiveError("InvalidSyntax");
  }
}
