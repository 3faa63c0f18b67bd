import type { SourceRange } from "../lang/index.js";
import type { Element, ElementId, ElementKind } from "../model/index.js";
import { asElementId, isInOrdinaryRecall } from "../model/index.js";
import { type Constraint, satisfy } from "./constraints.js";
import type { Access, Pattern } from "./pattern.js";
import { cheapest, elementProbes, idsOf } from "./probes.js";
import type { ElementSlots } from "./references.js";
import type { Run } from "./run.js";
import type { Slot } from "./scope.js";
import { extend, type Solution } from "./solution.js";
import { FieldValue, isElement } from "./values.js";

interface ElementMatchParts {
  readonly kind: ElementKind | null;
  readonly slot: Slot;
  readonly id: ElementId | null;
  readonly addressed: boolean;
  readonly constraints: readonly Constraint[];
  readonly constrained: ElementSlots;
  readonly source: SourceRange;
}

/**
 * Elements of a kind whose fields satisfy an object pattern (§43.1). Archived and tombstoned elements match only a
 * pattern that addresses them (§60).
 */
export class ElementMatch implements Pattern {
  readonly label: string;
  readonly source: SourceRange;
  readonly slots: readonly Slot[];
  readonly late = false;
  readonly hashable = true;
  readonly #parts: ElementMatchParts;

  constructor(parts: ElementMatchParts) {
    this.#parts = parts;
    this.label = parts.kind ?? "element";
    this.source = parts.source;
    this.slots = [parts.slot, ...parts.constraints.flatMap(slotsOf)];
  }

  access(solution: Solution, run: Run): Access {
    const { slot, kind, constraints } = this.#parts;
    if (solution.bindings[slot] !== undefined) return { index: "bound", count: 0, isCheck: true };
    if (this.#wantedId(solution) !== null) return { index: "id", count: 1 };
    return cheapest(run.view, elementProbes(run.view, kind, constraints, solution));
  }

  extend(solution: Solution, run: Run, into: Solution[]): void {
    const { slot, kind, constraints } = this.#parts;
    const bound = solution.bindings[slot];
    const wanted = this.#wantedId(solution);
    if (bound !== undefined) {
      if (isElement(bound) && (wanted === null || wanted === bound.id))
        this.#match(solution, bound, run, into);
    } else if (wanted !== null) {
      const element = run.view.element(wanted);
      if (element) this.#match(solution, element, run, into);
    } else {
      for (const id of idsOf(
        run.view,
        cheapest(run.view, elementProbes(run.view, kind, constraints, solution)),
      )) {
        run.charge(1);
        const element = run.view.element(id);
        if (element) this.#match(solution, element, run, into);
      }
    }
  }

  #match(solution: Solution, element: Element, run: Run, into: Solution[]): void {
    const { slot, constraints, constrained } = this.#parts;
    if (!this.#eligible(element)) return;
    const begun = solution.bindings[slot] === element ? solution : extend(solution, [slot, element]);
    for (const satisfying of satisfy(run, element, constraints, begun, constrained)) into.push(satisfying);
  }

  #eligible(element: Element): boolean {
    const { kind, addressed } = this.#parts;
    return (kind === null || element.kind === kind) && (addressed || isInOrdinaryRecall(element));
  }

  /** The id the pattern names, in the command or through a variable that is bound to a text. */
  #wantedId(solution: Solution): ElementId | null {
    const { id, constraints } = this.#parts;
    if (id !== null) return id;
    for (const { steps, test } of constraints) {
      if (steps[0] !== "id" || test.is !== "variable") continue;
      const bound = solution.bindings[test.slot];
      if (bound instanceof FieldValue && typeof bound.value === "string") return asElementId(bound.value);
    }
    return null;
  }
}

function slotsOf({ test }: Constraint): readonly Slot[] {
  if (test.is === "variable") return [test.slot];
  return test.is === "reference" && test.endpoint.is === "slot" ? [test.endpoint.slot] : [];
}
