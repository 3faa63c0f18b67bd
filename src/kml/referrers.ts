import { ELEMENT_KINDS, type Element, type ElementId, isPurged } from "../model/index.js";
import { declaredReferencesOf, keyFor, referencesOf, referrersOf } from "../state/index.js";
import { compareIds } from "./id-order.js";
import type { MutationPlan } from "./plan.js";

/**
 * Who will refer to an element once the command is carried out: what the command removes no longer counts, what it adds
 * does. Stubs refer to nothing that could be missed (§60.3).
 */
export class Referrers {
  readonly #plan: MutationPlan;
  #holders: ReadonlyMap<ElementId, readonly ElementId[]> | null = null;

  constructor(plan: MutationPlan) {
    this.#plan = plan;
  }

  /** The elements that refer to this one, in the order of their ids. */
  of(id: ElementId): readonly ElementId[] {
    const plan = this.#plan;
    const candidates = new Set(referrersOf(plan.before, id));
    for (const holder of this.#declaredHolders().get(id) ?? []) candidates.add(holder);
    for (const draft of plan.drafts()) candidates.add(draft.id);
    return [...candidates]
      .filter((candidate) => candidate !== id && this.#refers(plan.element(candidate), id))
      .sort(compareIds);
  }

  #refers(element: Element | undefined, id: ElementId): boolean {
    if (element === undefined || isPurged(element)) return false;
    if (referencesOf(element).has(id)) return true;
    return declaredReferencesOf(this.#plan.before.environment, element).includes(id);
  }

  /** What Facets and attributes of which elements refer to. They are not indexed, so they are read once a command. */
  #declaredHolders(): ReadonlyMap<ElementId, readonly ElementId[]> {
    if (this.#holders) return this.#holders;
    const { before } = this.#plan;
    const holders = new Map<ElementId, ElementId[]>();
    for (const kind of ELEMENT_KINDS) {
      for (const holder of before.lookup(keyFor.kind(kind))) {
        const element = before.element(holder);
        for (const id of element ? declaredReferencesOf(before.environment, element) : []) {
          const known = holders.get(id);
          if (known) known.push(holder);
          else holders.set(id, [holder]);
        }
      }
    }
    this.#holders = holders;
    return holders;
  }
}
