import type { SourceRange } from "../lang/index.js";
import {
  asElementId,
  type Element,
  type ElementId,
  isElementRef,
  isInOrdinaryRecall,
  type Proposition,
} from "../model/index.js";
import { type IndexKey, identityClass, keyFor, objectKey } from "../state/index.js";
import type { Access, Pattern } from "./pattern.js";
import { best, cheapest, idsOf, type Probe } from "./probes.js";
import { type ElementSlots, type Endpoint, endpointIds, isAt, openSlot, resolutions } from "./references.js";
import type { Run } from "./run.js";
import type { Slot } from "./scope.js";
import { Draft, type Solution } from "./solution.js";
import { isVersionOf, type Lineages, symbolValue } from "./symbols.js";
import { type CompiledTerm, type ObjectTerm, readAt } from "./terms.js";
import { FieldValue, isElement, SymbolValue, sameBinding } from "./values.js";

/** One of some predicates, or whatever a slot is bound to. */
export type PredicateTerm =
  | { readonly is: "symbols"; readonly lineages: Lineages }
  | { readonly is: "slot"; readonly slot: Slot };

interface PropositionMatchParts {
  readonly link: Slot | null;
  readonly subject: Endpoint;
  readonly predicate: PredicateTerm;
  readonly object: ObjectTerm;
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
  /** The version of a predicate that was last found to be one of the pattern's. */
  #lastRef: string | null = null;

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
    if (link !== null && solution.bindings[link] !== undefined)
      return { index: "bound", count: 0, isCheck: true };
    return cheapest(run.view, this.#probes(solution, run));
  }

  extend(solution: Solution, run: Run, into: Solution[]): void {
    const { link } = this.#parts;
    const bound = link === null ? undefined : solution.bindings[link];
    if (bound !== undefined) {
      if (isElement(bound)) this.#match(solution, bound, run, into);
      return;
    }
    for (const id of idsOf(run.view, best(run.view, this.#probes(solution, run)))) {
      run.charge(1);
      const element = run.view.element(id);
      if (element) this.#match(solution, element, run, into);
    }
  }

  #match(solution: Solution, candidate: Element, run: Run, into: Solution[]): void {
    if (candidate.kind !== "proposition") return;
    const { link, subject, asksState, constrained } = this.#parts;
    if (!asksState && !isInOrdinaryRecall(candidate)) return;
    const draft = new Draft(solution);
    if (link !== null && draft.bindings[link] === undefined) draft.bind(link, candidate);
    if (!this.#bindPredicate(draft, candidate, run)) return;
    const stored = candidate.subject.id;
    const open = openSlot(subject, draft.bindings);
    if (open === null) {
      if (isAt(run.view, subject, draft.bindings, stored)) this.#matchObject(draft, candidate, run, into);
      return;
    }
    for (const begun of draft.boundToEach(open, resolutions(run.view, open, stored, constrained))) {
      this.#matchObject(begun, candidate, run, into);
    }
  }

  /** Whether the predicate agrees; it is bound where it was open. */
  #bindPredicate(draft: Draft, { predicate_ref }: Proposition, run: Run): boolean {
    const { predicate } = this.#parts;
    if (predicate.is === "symbols") {
      // Most Propositions of one predicate were stored under one version of it.
      if (predicate_ref === this.#lastRef) return true;
      if (!isVersionOf(predicate.lineages, predicate_ref)) return false;
      this.#lastRef = predicate_ref;
      return true;
    }
    const bound = draft.bindings[predicate.slot];
    const symbol = symbolValue(run.view.environment, "PredicateType", predicate_ref);
    if (bound !== undefined && !sameBinding(bound, symbol)) return false;
    // Of several versions the earliest is reported, whichever pattern came first.
    const isEarlier = bound instanceof SymbolValue && symbol.ref < bound.ref;
    if (bound === undefined || isEarlier) draft.bind(predicate.slot, symbol);
    return true;
  }

  #matchObject(draft: Draft, { object, predicate_ref }: Proposition, run: Run, into: Solution[]): void {
    const { object: written, constrained } = this.#parts;
    const term = written.is === "text" ? readAt(run.view, written.text, predicate_ref) : written;
    const open = openSlot(term, draft.bindings);
    if (!isElementRef(object)) {
      const value = new FieldValue(object);
      if (open !== null) draft.bind(open, value);
      else if (!isValue(term, draft, value)) return;
      into.push(draft.solution);
    } else if (open === null) {
      if (term.is !== "literal" && isAt(run.view, term, draft.bindings, object.id)) into.push(draft.solution);
    } else {
      for (const ended of draft.boundToEach(open, resolutions(run.view, open, object.id, constrained))) {
        into.push(ended.solution);
      }
    }
  }

  /** Every index that can find the tuple under a solution, from the ends that are known. */
  #probes(solution: Solution, run: Run): readonly Probe[] {
    const subjects = endpointIds(run.view, this.#parts.subject, solution);
    const objects = this.#objectKeys(solution, run);
    const lineages = this.#lineages(solution, run);
    if (subjects !== null && objects !== null && lineages !== null) {
      return [tupleProbe(subjects, lineages, objects)];
    }
    const probes: Probe[] = [];
    if (subjects !== null) probes.push(subjectProbe(subjects, lineages));
    if (objects !== null) probes.push(objectProbe(objects, lineages));
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
    if (object.is === "text") {
      const named = identityClass(run.view, asElementId(object.text)).map((id) => objectKey({ id }));
      return [objectKey(object.text), ...named];
    }
    const bound = object.is === "slot" ? solution.bindings[object.slot] : undefined;
    if (bound instanceof FieldValue) return literalKeys(bound);
    // A symbol equals the text of any of its refs: no index holds them together (§20.14).
    if (bound instanceof SymbolValue) return null;
    return endpointIds(run.view, object, solution)?.map((id) => objectKey({ id })) ?? null;
  }
}

/** Whether a Literal is what the object's term stands for. */
function isValue(term: CompiledTerm, { bindings }: Draft, value: FieldValue): boolean {
  if (term.is === "element") return false;
  const wanted = term.is === "literal" ? new FieldValue(term.value) : bindings[term.slot];
  return wanted !== undefined && sameBinding(wanted, value);
}

/** A value can only be an object if it is a scalar (§9.2). */
function literalKeys({ value }: FieldValue): readonly string[] {
  if (typeof value === "object" && value !== null) return [];
  return [objectKey(typeof value === "string" ? value.normalize("NFC") : (value as number | boolean | null))];
}

function tupleProbe(subjects: readonly ElementId[], lineages: Lineages, objects: readonly string[]): Probe {
  const keys: IndexKey[] = [];
  for (const subject of subjects) {
    for (const lineage of lineages) {
      for (const object of objects) keys.push(keyFor.tuple(subject, lineage, object));
    }
  }
  return { index: "tuple", keys };
}

function subjectProbe(subjects: readonly ElementId[], lineages: Lineages | null): Probe {
  if (lineages === null) return { index: "subject", keys: subjects.map(keyFor.subject) };
  const keys: IndexKey[] = [];
  for (const subject of subjects) for (const lineage of lineages) keys.push(keyFor.slot(subject, lineage));
  return { index: "slot", keys };
}

function objectProbe(objects: readonly string[], lineages: Lineages | null): Probe {
  if (lineages === null) return { index: "object", keys: objects.map(keyFor.object) };
  const keys: IndexKey[] = [];
  for (const object of objects) {
    for (const lineage of lineages) keys.push(keyFor.predicateObject(lineage, object));
  }
  return { index: "predicate and object", keys };
}
