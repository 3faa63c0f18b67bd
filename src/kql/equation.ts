import { isElementRef, type JsonValue } from "../model/index.js";
import type { SpaceView } from "../state/index.js";
import { isNull } from "./comparison.js";
import type { CompiledExpression } from "./expressions.js";
import type { Pattern } from "./pattern.js";
import type { Slot } from "./scope.js";
import { type Bindings, merge } from "./solution.js";
import { type Bound, FieldValue, identityOf, isElement, SymbolValue } from "./values.js";

/** A condition `found == sought` that ties what a pattern will find to what is known already. */
export interface Equation {
  readonly found: CompiledExpression;
  readonly sought: CompiledExpression;
}

/**
 * The conditions of a conjunction one by one: `a && b` keeps a solution exactly when `a` and `b` each do (§44.2). One
 * that can fail stays whole, because its left side decides whether the right one is asked.
 */
export function conjunctsOf(filter: CompiledExpression): readonly CompiledExpression[] {
  return filter.fallible || filter.both === undefined ? [filter] : filter.both.flatMap(conjunctsOf);
}

/**
 * The equalities that tie a pattern to the solutions although it shares no variable with them: one side is about what
 * the pattern binds and nothing else, the other about what is settled.
 */
export function equationsFor(
  pattern: Pattern,
  filters: readonly CompiledExpression[],
  isSettled: (slot: Slot) => boolean,
): readonly Equation[] {
  if (!pattern.hashable || pattern.slots.some(isSettled)) return [];
  const isFound = (side: CompiledExpression) =>
    side.slots.length > 0 && side.slots.every((slot) => pattern.slots.includes(slot));
  const isKnown = (side: CompiledExpression) => side.slots.length > 0 && side.slots.every(isSettled);
  return filters.flatMap(({ equates }) => {
    if (equates === undefined) return [];
    const [left, right] = equates;
    if (isFound(left) && isKnown(right)) return [{ found: left, sought: right }];
    return isFound(right) && isKnown(left) ? [{ found: right, sought: left }] : [];
  });
}

/**
 * Matches of a pattern by the values that equations give them, so that a join looks only at pairs that may be equal.
 * The equations themselves are still to be asked of what it returns.
 */
export class EquationTable {
  readonly #equations: readonly Equation[];
  readonly #view: SpaceView;
  readonly #matches = new Map<string, Bindings[]>();

  constructor(equations: readonly Equation[], matches: readonly Bindings[], view: SpaceView) {
    this.#equations = equations;
    this.#view = view;
    for (const match of matches) {
      const key = this.#key(match, "found");
      if (key === null) continue;
      const alike = this.#matches.get(key);
      if (alike) alike.push(match);
      else this.#matches.set(key, [match]);
    }
  }

  /** Each match that may equal what the given bindings seek, joined with them. */
  joinedWith(bindings: Bindings): readonly Bindings[] {
    const key = this.#key(bindings, "sought");
    if (key === null) return [];
    return this.#matches.get(key)?.map((match) => merge(bindings, match)) ?? [];
  }

  #key(bindings: Bindings, side: keyof Equation): string | null {
    let key = "";
    for (const equation of this.#equations) {
      const value = equation[side].evaluate(bindings, this.#view);
      if (isNull(value)) return null;
      key += `\u0001${comparisonKey(value)}`;
    }
    return key;
  }
}

/**
 * The same text for any two values that `==` holds equal; of some that it does not, too. An element equals its id and
 * references to it, and a Schema ref other versions of its symbol.
 */
function comparisonKey(value: Bound): string {
  if (value instanceof SymbolValue) return ANY_REF;
  if (value instanceof FieldValue) return dataKey(value.value, value);
  return isElement(value) ? textKey(value.id) : identityOf(value);
}

function dataKey(data: JsonValue, value: FieldValue): string {
  if (typeof data === "string") return textKey(data);
  if (isElementRef(data)) return textKey(data.id);
  return typeof data === "object" ? ANY_STRUCTURE : identityOf(value);
}

function textKey(text: string): string {
  return text.startsWith("kip://") ? ANY_REF : identityOf(new FieldValue(text));
}

const ANY_REF = "a Schema ref";
const ANY_STRUCTURE = "a list or an object";
