import type { ComputedMembers } from "../derive/index.js";
import type { PathStep } from "../lang/index.js";
import {
  type Element,
  isElementRef,
  isJsonObject,
  isPurged,
  type JsonObject,
  type JsonValue,
  shownElement,
} from "../model/index.js";
import { canonicalId, canonicalObject, type SpaceView } from "../state/index.js";
import { isVersionOf, type Lineages, type Symbols, symbolValue } from "./symbols.js";
import { BeliefValue, type Bound, EdgeValue, edgeView, FieldValue, SymbolValue } from "./values.js";
import { within } from "./within.js";

/** One step into a value: a member, an array position, or the member filed under a version of a symbol (§20.14). */
export type Step = string | number | { readonly lineages: Lineages };

/**
 * A written path with its Facet and Structural Field names resolved (§44.1).
 * @throws `SchemaSymbolNotFound` and `SchemaSymbolAmbiguous` for those names.
 */
export function compileSteps(steps: readonly PathStep[], symbols: Symbols): readonly Step[] {
  const [first, second, ...rest] = steps;
  if (first === undefined || second === undefined) return steps.map(({ key }) => key);
  const keys = rest.map(({ key }) => key);
  if (first.key === "facets")
    return ["facets", { lineages: within(second, () => symbols.facet(second.key)) }, ...keys];
  if (first.key === "structural")
    return ["structural", { lineages: within(second, () => symbols.packageField(second.key)) }, ...keys];
  return [first.key, second.key, ...keys];
}

/**
 * What a path leads to (§44.1): undefined where a field, a Facet or the root itself is absent. Besides stored fields an
 * element has its computed members (§18.2), and a Proposition `canonical_subject` and `canonical_object`, its endpoints
 * after merges (§43.2).
 */
export function readPath(
  view: SpaceView,
  computed: ComputedMembers,
  root: Bound | undefined,
  steps: readonly Step[],
): Bound | undefined {
  if (root === undefined || root instanceof SymbolValue) return undefined;
  if (root instanceof FieldValue) return valueAt(root.value, steps);
  if (root instanceof BeliefValue) return valueAt(root.projection as unknown as JsonObject, steps);
  if (root instanceof EdgeValue) return valueAt(edgeView(root), steps);
  const value = readField(view, computed, root, steps);
  return value === undefined ? undefined : fieldBinding(view, steps, value);
}

/** A field's value as a binding. The fields that hold exact Schema refs compare by lineage (§42.5). */
export function fieldBinding(
  view: SpaceView,
  steps: readonly Step[],
  value: JsonValue,
): FieldValue | SymbolValue {
  if (steps.length > 1 || typeof value !== "string") return new FieldValue(value);
  if (steps[0] === "schema_ref") return symbolValue(view.environment, "ConceptType", value);
  if (steps[0] === "predicate_ref") return symbolValue(view.environment, "PredicateType", value);
  return new FieldValue(value);
}

/** The value a chain of steps leads to, from the step at `start` on. */
export function readSteps(
  value: JsonValue | undefined,
  steps: readonly Step[],
  start = 0,
): JsonValue | undefined {
  let current = value;
  for (let at = start; at < steps.length && current !== undefined; at += 1) {
    current = member(current, steps[at] ?? "");
  }
  return current;
}

/** What a chain of steps leads to in an element, through stored and computed members. */
export function readField(
  view: SpaceView,
  computed: ComputedMembers,
  element: Element,
  steps: readonly Step[],
): JsonValue | undefined {
  const [name, member] = steps;
  const derived =
    typeof name === "string" && computed.field(element, name, typeof member === "string" ? member : null);
  return readSteps(derived || fieldOf(view, element, name), steps, 1);
}

function fieldOf(view: SpaceView, element: Element, step: Step | undefined): JsonValue | undefined {
  if (element.kind === "proposition" && !isPurged(element)) {
    if (step === "canonical_subject") return { id: canonicalId(view, element.subject.id) };
    if (step === "canonical_object") {
      const object = canonicalObject(view, element.object);
      return isElementRef(object) ? { id: object.id } : object;
    }
  }
  return step === undefined ? undefined : member(shownElement(element), step);
}

function valueAt(value: JsonValue, steps: readonly Step[]): Bound | undefined {
  const found = readSteps(value, steps);
  return found === undefined ? undefined : new FieldValue(found);
}

function member(value: JsonValue, step: Step): JsonValue | undefined {
  if (typeof step === "number") return Array.isArray(value) ? value[step] : undefined;
  if (!isJsonObject(value)) return undefined;
  if (typeof step === "string") return Object.hasOwn(value, step) ? value[step] : undefined;
  for (const key of Object.keys(value)) if (isVersionOf(step.lineages, key)) return value[key];
  return undefined;
}
