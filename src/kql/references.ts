import type { Element, ElementId } from "../model/index.js";
import { canonicalElement, canonicalId, identityClass, type SpaceView } from "../state/index.js";
import type { Slot } from "./scope.js";
import { type Bindings, extend, type Solution } from "./solution.js";
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
export function endpointId(endpoint: Endpoint, { bindings }: Solution): ElementId | null | undefined {
  return idAt(endpoint, bindings);
}

function idAt(endpoint: Endpoint, bindings: Bindings): ElementId | null | undefined {
  if (endpoint.is === "element") return endpoint.id;
  const bound = bindings[endpoint.slot];
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
  const { slot } = endpoint;
  return resolutions(view, slot, stored, constrained).map((element) => extend(solution, [slot, element]));
}

/** The slot of a term that is still to be bound; null where it stands for something already. */
export function openSlot(term: Endpoint | { readonly is: "literal" }, bindings: Bindings): Slot | null {
  return term.is === "slot" && bindings[term.slot] === undefined ? term.slot : null;
}

/** The elements an open slot can be bound to by a stored reference; none where its target is not in the view. */
export function resolutions(
  view: SpaceView,
  slot: Slot,
  stored: ElementId,
  constrained: ElementSlots,
): readonly Element[] {
  if (constrained.has(slot)) return identityClass(view, stored).flatMap((id) => view.element(id) ?? []);
  const element = canonicalElement(view, stored);
  return element ? [element] : [];
}

/** Whether an endpoint stands for what a stored reference resolves to. */
export function isAt(view: SpaceView, endpoint: Endpoint, bindings: Bindings, stored: ElementId): boolean {
  const wanted = idAt(endpoint, bindings);
  return typeof wanted === "string" && resolvesAlike(view, wanted, stored);
}

/** Whether two references resolve to the same element today (§12.3). */
export function resolvesAlike(view: SpaceView, left: ElementId, right: ElementId): boolean {
  return left === right || canonicalId(view, left) === canonicalId(view, right);
}
