import type { ElementId, IdentityDecision } from "../model/index.js";

/** The identity decisions of a Space by the Concepts they are about (§11.5). A withdrawn one replaces itself. */
export class IdentityDecisions {
  readonly #byId = new Map<string, IdentityDecision>();
  readonly #idsOf = new Map<ElementId, string[]>();

  /** Takes in a new decision, or the withdrawal of one that is there. */
  put(decision: IdentityDecision): void {
    const { decision_id, source, target } = decision;
    if (!this.#byId.has(decision_id)) {
      for (const concept of new Set([source, target])) {
        const ids = this.#idsOf.get(concept);
        if (ids) ids.push(decision_id);
        else this.#idsOf.set(concept, [decision_id]);
      }
    }
    this.#byId.set(decision_id, decision);
  }

  /** The decisions a Concept is the source or the target of, oldest first. */
  of(concept: ElementId): readonly IdentityDecision[] {
    return (this.#idsOf.get(concept) ?? []).flatMap((id) => this.#byId.get(id) ?? []);
  }

  get(decisionId: string): IdentityDecision | undefined {
    return this.#byId.get(decisionId);
  }

  /** Every decision, oldest first. */
  all(): Iterable<IdentityDecision> {
    return this.#byId.values();
  }
}
