import type { ElementId } from "../model/index.js";
import { canonicalId, identityClass, type SpaceView } from "../state/index.js";
import type { Slot } from "./scope.js";
import { extend, type Solution } from "./solution.js";
import { isElement } from "./values.js";

/**
 * The slots a block's element patterns constrain. A reference binds the element it resolves to today; where an element
 * pattern of the same block constrains the variable too, it may mean any element that resolves there, so that the order
 * of the two patterns does not matter (§42.4, §43.2).
 */
export type ElementSlots = ReadonlySet<Slot>;

/** One end of a reference: a slot, or an element addressed in the command. */
export type Endpoint =
  | { readonly is: "slot"; readonly slot: Slot }
  | { readonly is: "element"; readonly id: ElementId };

/** The element an endpoint stands for; null while its slot is unbound, undefined when it is bound to no element. */
export function endpointId(endpoint: Endpoint, solution: Solution): ElementId | null | undefined {
  if (endpoint.is === "element") return endpoint.id;
  const bound = solution.bindings[endpoint.slot];
  if (bound === undefined) return null;
  return isElement(bound) ? bound.id : undefined;
}

/** Every id under which what an endpoint stands for may be stored; null while it is unbound (§12.3). */
export function endpointIds(
  view: SpaceView,
  endpoint: Endpoint,
  solution: Solution,
): readonly ElementId[] | null {
  const id = endpointId(endpoint, solution);
  if (id === null) return null;
  return id === undefined ? [] : identityClass(view, id);
}

/**
 * The solution with an endpoint bound to what a stored reference resolves to: itself where the endpoint already resolves
 * to the same element, nothing where it does not or where the target is not in the view.
 */
export function bindEndpoint(
  view: SpaceView,
  endpoint: Endpoint,
  solution: Solution,
  stored: ElementId,
  constrained: ElementSlots,
): readonly Solution[] {
  const wanted = endpointId(endpoint, solution);
  if (wanted !== null) return wanted !== undefined && resolvesAlike(view, wanted, stored) ? [solution] : [];
  if (endpoint.is === "element") return [];
  if (!constrained.has(endpoint.slot)) {
    const element = view.element(canonicalId(view, stored));
    return element ? [extend(solution, [endpoint.slot, element])] : [];
  }
  return identityClass(view, stored).flatMap((id) => {
    const element = view.element(id);
    return element ? [extend(solution, [endpoint.slot, element])] : [];
  });
}

/** Whether two references resolve to the same element today (§12.3). */
export function resolvesAlike(view: SpaceView, left: ElementId, right: ElementId): boolean {
  return left === right || canonicalId(view, left) === canonicalId(view, right);
}
