import type { SourceRange } from "../lang/index.js";
import { type ElementId, isElementRef, isInOrdinaryRecall, type Proposition } from "../model/index.js";
import { keyFor, objectKey } from "../state/index.js";
import type { Access, Pattern } from "./pattern.js";
import { best, cheapest, idsOf, type Probe } from "./probes.js";
import { bindEndpoint, type ElementSlots, type Endpoint, endpointIds } from "./references.js";
import type { Run } from "./run.js";
import type { Slot } from "./scope.js";
import { extend, type Solution } from "./solution.js";
import { isVersionOf, type Lineages, symbolValue } from "./symbols.js";
import type { CompiledTerm } from "./terms.js";
import { FieldValue, isElement, SymbolValue, sameBinding } from "./values.js";

/** One of some predicates, or whatever a slot is bound to. */
export type PredicateTerm =
  | { readonly is: "symbols"; readonly lineages: Lineages }
  | { readonly is: "slot"; readonly slot: Slot };

interface PropositionMatchParts {
  readonly link: Slot | null;
  readonly subject: Endpoint;
  readonly predicate: PredicateTerm;
  readonly object: CompiledTerm;
  /** Whether the state of the Proposition is asked for, so that it is found in any (§60.1). */
  readonly asksState: boolean;
  readonly constrained: ElementSlots;
  readonly source: SourceRange;
}

/**
 * Stored Propositions of a tuple (§43.2). Endpoints match through merges and predicates by lineage; an archived
 * Proposition is out of recall (§60), unless its state is asked for.
 */
export class PropositionMatch implements Pattern {
  readonly label: string;
  readonly source: SourceRange;
  readonly slots: readonly Slot[];
  readonly late = false;
  readonly hashable = true;
  readonly #parts: PropositionMatchParts;

  constructor(parts: PropositionMatchParts) {
    this.#parts = parts;
    this.source = parts.source;
    const { link, subject, predicate, object } = parts;
    this.label = predicate.is === "slot" ? "proposition" : `proposition ${predicate.lineages.join(" | ")}`;
    const ends = [subject, predicate, object].flatMap((term) => (term.is === "slot" ? [term.slot] : []));
    this.slots = link === null ? ends : [link, ...ends];
  }

  access(solution: Solution, run: Run): Access {
    const { link } = this.#parts;
    if (link !== null && solution.bindings[link] !== undefined) return { index: "bound", count: 0 };
    return cheapest(run.view, this.#probes(solution, run));
  }

  *extend(solution: Solution, run: Run): Iterable<Solution> {
    const { view } = run;
    const { link, subject, asksState, constrained } = this.#parts;
    for (const proposition of this.#candidates(solution, run)) {
      if (!asksState && !isInOrdinaryRecall(proposition)) continue;
      const linked = link === null ? solution : extend(solution, [link, proposition]);
      for (const named of this.#bindPredicate(linked, proposition, run)) {
        for (const started of bindEndpoint(view, subject, named, proposition.subject.id, constrained)) {
          yield* this.#bindObject(started, proposition, run);
        }
      }
    }
  }

  *#candidates(solution: Solution, run: Run): Iterable<Proposition> {
    const { link } = this.#parts;
    const bound = link === null ? undefined : solution.bindings[link];
    if (bound !== undefined) {
      if (isElement(bound) && bound.kind === "proposition") yield bound;
      return;
    }
    for (const id of idsOf(run, best(run.view, this.#probes(solution, run)))) {
      const element = run.view.element(id);
      if (element?.kind === "proposition") yield element;
    }
  }

  #bindPredicate(solution: Solution, { predicate_ref }: Proposition, run: Run): readonly Solution[] {
    const { predicate } = this.#parts;
    if (predicate.is === "symbols") return isVersionOf(predicate.lineages, predicate_ref) ? [solution] : [];
    const bound = solution.bindings[predicate.slot];
    const symbol = symbolValue(run.view.environment, "PredicateType", predicate_ref);
    if (bound === undefined) return [extend(solution, [predicate.slot, symbol])];
    if (!sameBinding(bound, symbol)) return [];
    // Of several versions the earliest is reported, whichever pattern came first.
    const isEarlier = bound instanceof SymbolValue && symbol.ref < bound.ref;
    return [isEarlier ? extend(solution, [predicate.slot, symbol]) : solution];
  }

  #bindObject(solution: Solution, { object }: Proposition, run: Run): readonly Solution[] {
    const { object: term, constrained } = this.#parts;
    if (isElementRef(object)) {
      return term.is === "literal" ? [] : bindEndpoint(run.view, term, solution, object.id, constrained);
    }
    if (term.is === "element") return [];
    const value = new FieldValue(object);
    if (term.is === "literal") return sameBinding(new FieldValue(term.value), value) ? [solution] : [];
    const bound = solution.bindings[term.slot];
    if (bound === undefined) return [extend(solution, [term.slot, value])];
    return sameBinding(bound, value) ? [solution] : [];
  }

  /** Every index that can find the tuple under a solution, from the ends that are known. */
  #probes(solution: Solution, run: Run): readonly Probe[] {
    const subjects = endpointIds(run.view, this.#parts.subject, solution);
    const objects = this.#objectKeys(solution, run);
    const lineages = this.#lineages(solution, run);
    if (subjects !== null && objects !== null && lineages !== null) {
      const keys = subjects.flatMap((subject) =>
        lineages.flatMap((lineage) => objects.map((object) => keyFor.tuple(subject, lineage, object))),
      );
      return [{ index: "tuple", keys }];
    }
    const probes: Probe[] = [];
    if (subjects !== null) probes.push(...subjectProbes(subjects, lineages));
    if (objects !== null) probes.push(...objectProbes(objects, lineages));
    if (probes.length > 0) return probes;
    if (lineages !== null) return [{ index: "predicate", keys: lineages.map(keyFor.predicate) }];
    return [{ index: "kind", keys: [keyFor.kind("proposition")] }];
  }

  #lineages(solution: Solution, run: Run): Lineages | null {
    const { predicate } = this.#parts;
    if (predicate.is === "symbols") return predicate.lineages;
    const bound = solution.bindings[predicate.slot];
    if (bound === undefined) return null;
    const ref = bound instanceof SymbolValue ? bound.ref : bound instanceof FieldValue ? bound.value : null;
    return typeof ref === "string" ? run.view.environment.equivalentLineages("PredicateType", ref) : [];
  }

  #objectKeys(solution: Solution, run: Run): readonly string[] | null {
    const { object } = this.#parts;
    if (object.is === "literal") return [objectKey(object.value)];
    const bound = object.is === "slot" ? solution.bindings[object.slot] : undefined;
    if (bound instanceof FieldValue) return literalKeys(bound);
    return endpointIds(run.view, object, solution)?.map((id) => objectKey({ id })) ?? null;
  }
}

/** A value can only be an object if it is a scalar (§9.2). */
function literalKeys({ value }: FieldValue): readonly string[] {
  if (typeof value === "object" && value !== null) return [];
  return [objectKey(typeof value === "string" ? value.normalize("NFC") : (value as number | boolean | null))];
}

function subjectProbes(subjects: readonly ElementId[], lineages: Lineages | null): readonly Probe[] {
  if (lineages === null) return [{ index: "subject", keys: subjects.map(keyFor.subject) }];
  return [
    {
      index: "slot",
      keys: subjects.flatMap((subject) => lineages.map((lineage) => keyFor.slot(subject, lineage))),
    },
  ];
}

function objectProbes(objects: readonly string[], lineages: Lineages | null): readonly Probe[] {
  if (lineages === null) return [{ index: "object", keys: objects.map(keyFor.object) }];
  return [
    {
      index: "predicate and object",
      keys: objects.flatMap((object) => lineages.map((lineage) => keyFor.predicateObject(lineage, object))),
    },
  ];
}
