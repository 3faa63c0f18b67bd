import { wrongType } from "../kql/index.js";
import type { ListDependentsCommand } from "../lang/index.js";
import {
  asElementId,
  type ElementId,
  type ElementKind,
  type JsonObject,
  type JsonValue,
  kipError,
} from "../model/index.js";
import { keyFor, type SpaceView } from "../state/index.js";
import { Operands } from "./operands.js";

/** One element derived from another (§63.5): how far away, and the Activity through which it was reached. */
export interface Dependent {
  readonly id: ElementId;
  readonly kind: ElementKind;
  readonly distance: number;
  readonly via: { readonly activity: ElementId };
}

/** What one traversal looks at before it gives up, so that it never answers short (§63.5). */
const MAX_STEPS = 5_000_000;

/**
 * The operands of LIST DEPENDENTS: the root, and how many hops to go (1 where DEPTH is left out).
 * @throws `TypeMismatch` for a root that is no string and a depth that is no non-negative integer, `ConstraintViolation`
 * for depth 0: an element is not one of its own dependents.
 */
export function readDependentsRequest(
  { element, depth }: ListDependentsCommand,
  parameters: JsonObject,
): { readonly root: ElementId; readonly depth: number } {
  const operands = new Operands(parameters);
  const root = asElementId(operands.text(element, "LIST DEPENDENTS"));
  if (depth === null) return { root, depth: 1 };
  const value: JsonValue = operands.value(depth);
  if (typeof value !== "number" || !Number.isSafeInteger(value) || value < 0) {
    throw wrongType("DEPTH", "a whole number of hops", value, depth);
  }
  if (value > 0) return { root, depth: value };
  throw kipError(
    "ConstraintViolation",
    "DEPTH 0 leads nowhere: an element is not one of its own dependents",
    {
      hint: "Write DEPTH 1 for what was made of it directly, or leave DEPTH out, which means the same.",
      details: { field: "DEPTH", found: value, minimum: 1, from: depth.from, to: depth.to },
    },
  );
}

/**
 * What was derived from an element, nearest first and then in the order of ids (§63.5): along Activity inputs to
 * outputs, through nothing that is not in the view. A root that is not there has no dependents. What is listed is
 * topology, not a verdict about it (§57.5).
 * @throws `ResourceExhausted` when the traversal looks at more than it may; it is never answered short.
 */
export function dependentsOf(view: SpaceView, root: ElementId, depth: number): readonly Dependent[] {
  if (view.element(root) === undefined) return [];
  const seen = new Set<ElementId>([root]);
  const found: Dependent[] = [];
  let steps = 0;
  let reached: readonly ElementId[] = [root];
  for (let distance = 1; distance <= depth && reached.length > 0; distance += 1) {
    const next = new Map<ElementId, Dependent>();
    for (const source of reached) {
      for (const activity of consumersOf(view, source)) {
        for (const { id } of activity.outputs) {
          steps += 1;
          if (steps > MAX_STEPS) throw tooFar(distance);
          const output = seen.has(id) ? undefined : view.element(id);
          if (!output) continue;
          const known = next.get(id);
          if (known && compareIds(known.via.activity, activity.id) <= 0) continue;
          next.set(id, { id, kind: output.kind, distance, via: { activity: activity.id } });
        }
      }
    }
    const layer = [...next.values()].sort((left, right) => compareIds(left.id, right.id));
    for (const { id } of layer) seen.add(id);
    found.push(...layer);
    reached = layer.map(({ id }) => id);
  }
  return found;
}

/** The Activities that used an element. */
function* consumersOf(view: SpaceView, id: ElementId) {
  for (const candidate of view.lookup(keyFor.refersTo(id))) {
    const activity = view.element(candidate);
    if (activity?.kind === "activity" && activity.inputs.some((input) => input.id === id)) yield activity;
  }
}

function tooFar(distance: number) {
  return kipError("ResourceExhausted", "this element has more dependents than one traversal looks at", {
    hint: `Ask for fewer hops with DEPTH, and go on from the dependents it returns. This one got to hop ${distance}.`,
    details: { limit: MAX_STEPS, distance },
  });
}

/** In the order of creation within a kind. */
function compareIds(left: ElementId, right: ElementId): number {
  return left.length - right.length || (left < right ? -1 : left > right ? 1 : 0);
}
