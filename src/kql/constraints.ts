import type { Element, ElementId, JsonValue, Proposition } from "../model/index.js";
import { isElementRef, isJsonObject, sameJson } from "../model/index.js";
import { elementNamedBy } from "../schema/index.js";
import type { SpaceView } from "../state/index.js";
import { fieldBinding, readField, type Step } from "./paths.js";
import { bindEndpoint, type ElementSlots, type Endpoint, resolvesAlike } from "./references.js";
import type { Run } from "./run.js";
import type { Slot } from "./scope.js";
import { extend, type Solution } from "./solution.js";
import { isVersionOf, type Lineages } from "./symbols.js";
import { FieldValue, type SymbolValue, sameBinding } from "./values.js";

/** What one place within an element must be (§43.1). */
export type Test =
  | { readonly is: "equal"; readonly value: JsonValue }
  /** A list that holds the value. */
  | { readonly is: "holding"; readonly value: JsonValue }
  | { readonly is: "list"; readonly length: number }
  | { readonly is: "object" }
  /** An exact ref of any version of a symbol (§20.14). */
  | { readonly is: "symbol"; readonly lineages: Lineages }
  | { readonly is: "variable"; readonly slot: Slot }
  | { readonly is: "reference"; readonly endpoint: Endpoint }
  /** The object of a Proposition, as text: what it means is for the Predicate of each Proposition to say (§43.2). */
  | { readonly is: "object text"; readonly text: string };

/** One leaf of an object pattern: where in the element, and what is wanted there. */
export interface Constraint {
  readonly steps: readonly Step[];
  readonly test: Test;
}

/** The order of checking: what needs no binding first, what may branch last. */
const ORDER: readonly Test["is"][] = [
  "equal",
  "object text",
  "symbol",
  "list",
  "object",
  "holding",
  "variable",
  "reference",
];

/** Constraints in the order they are cheapest to check. */
export function byCost(constraints: readonly Constraint[]): readonly Constraint[] {
  return [...constraints].sort((left, right) => ORDER.indexOf(left.test.is) - ORDER.indexOf(right.test.is));
}

/**
 * Every extension of a solution under which an element satisfies all constraints. An absent field satisfies none, not
 * even a constraint to `null` (§43.1).
 */
export function satisfy(
  run: Run,
  element: Element,
  constraints: readonly Constraint[],
  solution: Solution,
  constrained: ElementSlots,
): readonly Solution[] {
  let solutions: readonly Solution[] = [solution];
  for (const { steps, test } of constraints) {
    const value = readField(run.view, run.computed, element, steps);
    if (value === undefined) return [];
    if (test.is === "variable") {
      const found = fieldBinding(run.view, steps, value);
      solutions = solutions.flatMap((each) => bindValue(each, test.slot, found));
    } else if (test.is === "reference") {
      const { endpoint } = test;
      const id = storedReference(value);
      solutions = solutions.flatMap((each) => {
        if (id !== null) return bindEndpoint(run.view, endpoint, each, id, constrained);
        return endpoint.is === "slot" ? bindValue(each, endpoint.slot, new FieldValue(value)) : [];
      });
    } else if (test.is === "object text") {
      if (element.kind !== "proposition" || !isObject(run.view, element, test.text)) return [];
    } else if (!holds(test, value)) return [];
    if (solutions.length === 0) return [];
  }
  return solutions;
}

/** The solution with a slot bound to a value, unless it is bound to another one. */
function bindValue(solution: Solution, slot: Slot, value: FieldValue | SymbolValue): readonly Solution[] {
  const bound = solution.bindings[slot];
  if (bound === undefined) return [extend(solution, [slot, value])];
  return sameBinding(bound, value) ? [solution] : [];
}

/** The id of a stored reference; citations carry a role besides (§15.6). */
function storedReference(value: JsonValue): ElementId | null {
  return isJsonObject(value) && typeof value.id === "string" ? (value.id as ElementId) : null;
}

/** Whether a text, under the Predicate of a Proposition, is its object. */
function isObject(view: SpaceView, { predicate_ref, object }: Proposition, text: string): boolean {
  const predicate = view.environment.definition("PredicateType", predicate_ref);
  const named = predicate && elementNamedBy(text, predicate, (id) => view.element(id) !== undefined);
  if (named) return isElementRef(object) && resolvesAlike(view, named, object.id);
  return !isElementRef(object) && sameValue(object, text);
}

function holds(
  test: Exclude<Test, { is: "variable" | "reference" | "object text" }>,
  value: JsonValue,
): boolean {
  switch (test.is) {
    case "equal":
      return sameValue(value, test.value);
    case "holding":
      return Array.isArray(value) && value.some((item: JsonValue) => sameValue(item, test.value));
    case "list":
      return Array.isArray(value) && value.length === test.length;
    case "object":
      return isJsonObject(value);
    case "symbol":
      return typeof value === "string" && isVersionOf(test.lineages, value);
  }
}

/** Equality of data; texts as Literals are (§9.6). */
export function sameValue(left: JsonValue, right: JsonValue): boolean {
  if (typeof left === "string" && typeof right === "string") {
    return left === right || left.normalize("NFC") === right.normalize("NFC");
  }
  return sameJson(left, right);
}
