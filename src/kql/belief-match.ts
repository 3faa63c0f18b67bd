import type { SourceRange } from "../lang/index.js";
import type { ElementId } from "../model/index.js";
import { type Beliefs, objectOf } from "./beliefs.js";
import type { Access, Pattern } from "./pattern.js";
import { unboundedTarget, unboundTarget } from "./projection-errors.js";
import type { PredicateTerm } from "./proposition-match.js";
import { type Endpoint, endpointId } from "./references.js";
import type { Run } from "./run.js";
import type { Slot } from "./scope.js";
import { distinct, extend, type Solution } from "./solution.js";
import { type CompiledTerm, type ObjectTerm, readAt } from "./terms.js";
import { type BeliefValue, FieldValue, isElement, SymbolValue, sameBinding } from "./values.js";

/** What a BELIEF projects (§46.1). */
export type BeliefTarget =
  | { readonly is: "variable"; readonly slot: Slot; readonly name: string }
  | { readonly is: "id"; readonly id: ElementId }
  | {
      readonly is: "tuple";
      readonly subject: Endpoint;
      readonly predicate: PredicateTerm;
      readonly object: ObjectTerm;
      /** The tuple as a raw pattern, for the stored objects an open one can be. */
      readonly stored: Pattern;
    };

interface BeliefMatchParts {
  readonly beliefs: Beliefs;
  readonly belief: Slot;
  readonly target: BeliefTarget;
  readonly source: SourceRange;
}

/**
 * The belief about a Proposition (§46). A grounded tuple is projected whether or not it is stored; an open object takes
 * each value that is.
 */
export class BeliefMatch implements Pattern {
  readonly label = "belief";
  readonly source: SourceRange;
  readonly slots: readonly Slot[];
  readonly late = true;
  readonly hashable = false;
  readonly #beliefs: Beliefs;
  readonly #belief: Slot;
  readonly #target: BeliefTarget;

  constructor({ beliefs, belief, target, source }: BeliefMatchParts) {
    this.#beliefs = beliefs;
    this.#belief = belief;
    this.#target = target;
    this.source = source;
    this.slots = [belief, ...slotsOf(target)];
  }

  access(): Access {
    return { index: "projection", count: 1 };
  }

  extend(solution: Solution, run: Run, into: Solution[]): void {
    const target = this.#target;
    if (target.is === "variable") {
      const bound = solution.bindings[target.slot];
      if (bound === undefined || !isElement(bound) || bound.kind !== "proposition")
        throw unboundTarget(target.name);
      into.push(...bindBelief(solution, this.#belief, this.#beliefs.stored(bound.id)));
    } else if (target.is === "id") {
      if (run.view.element(target.id)?.kind !== "proposition") return;
      into.push(...bindBelief(solution, this.#belief, this.#beliefs.stored(target.id)));
    } else {
      const subject = subjectOf(target.subject, solution);
      const lineage = lineageIn(target.predicate, solution, run);
      if (lineage === null) return;
      for (const grounded of this.#groundings(target, solution, run)) {
        const object = objectIn(readOf(target, grounded, run), grounded);
        if (object === undefined) continue;
        into.push(...bindBelief(grounded, this.#belief, this.#beliefs.grounded(subject, lineage, object)));
      }
    }
  }

  /** The solution itself when its object is known, else one solution for each stored object. */
  #groundings(
    { subject, object, stored }: Extract<BeliefTarget, { is: "tuple" }>,
    solution: Solution,
    run: Run,
  ): readonly Solution[] {
    if (object.is !== "slot" || solution.bindings[object.slot] !== undefined) return [solution];
    if (subjectOf(subject, solution) === null) return [];
    // After a merge several stored Propositions can be one tuple (§11.4).
    const found: Solution[] = [];
    stored.extend(solution, run, found);
    return distinct(found, [object.slot]);
  }
}

interface SlotMatchParts {
  readonly beliefs: Beliefs;
  readonly belief: Slot;
  readonly subject: Endpoint;
  readonly predicate: PredicateTerm;
  readonly source: SourceRange;
}

/** The belief about a subject–predicate slot (§47). */
export class SlotMatch implements Pattern {
  readonly label = "belief slot";
  readonly source: SourceRange;
  readonly slots: readonly Slot[];
  readonly late = true;
  readonly hashable = false;
  readonly #beliefs: Beliefs;
  readonly #belief: Slot;
  readonly #subject: Endpoint;
  readonly #predicate: PredicateTerm;

  constructor({ beliefs, belief, subject, predicate, source }: SlotMatchParts) {
    this.source = source;
    this.#beliefs = beliefs;
    this.#belief = belief;
    this.#subject = subject;
    this.#predicate = predicate;
    this.slots = [belief, ...[subject, predicate].flatMap((term) => (term.is === "slot" ? [term.slot] : []))];
  }

  access(): Access {
    return { index: "projection", count: 1 };
  }

  extend(solution: Solution, run: Run, into: Solution[]): void {
    const subject = subjectOf(this.#subject, solution);
    const lineage = lineageIn(this.#predicate, solution, run);
    if (lineage === null) return;
    into.push(...bindBelief(solution, this.#belief, this.#beliefs.slot(subject, lineage)));
  }
}

/** The subject's id; null when it is a Literal, which no Proposition is about (§8.4). */
function subjectOf(subject: Endpoint, solution: Solution): ElementId | null {
  const id = endpointId(subject, solution);
  if (id === null) throw unboundedTarget("the subject");
  return id ?? null;
}

/** The predicate's lineage; null when its variable is bound to something that is no predicate. */
function lineageIn(predicate: PredicateTerm, solution: Solution, run: Run): string | null {
  if (predicate.is === "symbols") return predicate.lineages[0] ?? null;
  const bound = solution.bindings[predicate.slot];
  if (bound === undefined) throw unboundedTarget("the predicate");
  if (bound instanceof SymbolValue) return bound.lineage;
  if (!(bound instanceof FieldValue) || typeof bound.value !== "string") return null;
  return run.view.environment.canonicalLineage("PredicateType", bound.value);
}

/** The object as the Predicate reads it, now that its variable is bound. */
function readOf(
  { predicate, object }: Extract<BeliefTarget, { is: "tuple" }>,
  solution: Solution,
  { view }: Run,
): CompiledTerm {
  if (object.is !== "text") return object;
  const bound = predicate.is === "slot" ? solution.bindings[predicate.slot] : undefined;
  const ref = bound instanceof SymbolValue ? bound.ref : bound instanceof FieldValue ? bound.value : null;
  return readAt(view, object.text, typeof ref === "string" ? ref : "");
}

function objectIn(object: CompiledTerm, solution: Solution) {
  if (object.is === "element") return { id: object.id };
  if (object.is === "literal") return object.value;
  const bound = solution.bindings[object.slot];
  if (bound === undefined) return undefined;
  return objectOf(
    isElement(bound) ? { id: bound.id } : bound instanceof FieldValue ? bound.value : undefined,
  );
}

function bindBelief(solution: Solution, slot: Slot, belief: BeliefValue): readonly Solution[] {
  const bound = solution.bindings[slot];
  if (bound === undefined) return [extend(solution, [slot, belief])];
  return sameBinding(bound, belief) ? [solution] : [];
}

function slotsOf(target: BeliefTarget): readonly Slot[] {
  if (target.is === "variable") return [target.slot];
  if (target.is === "id") return [];
  return [target.subject, target.predicate, target.object].flatMap((term) =>
    term.is === "slot" ? [term.slot] : [],
  );
}
