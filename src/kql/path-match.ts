import type { SourceRange } from "../lang/index.js";
import {
  ELEMENT_KINDS,
  type ElementId,
  isElementRef,
  isInOrdinaryRecall,
  type PropositionObject,
} from "../model/index.js";
import {
  canonicalId,
  canonicalObject,
  type IndexKey,
  identityClass,
  keyFor,
  objectKey,
} from "../state/index.js";
import type { Access, Pattern } from "./pattern.js";
import { bindEndpoint, type ElementSlots, type Endpoint, endpointId } from "./references.js";
import { exhausted, type Run } from "./run.js";
import type { Slot } from "./scope.js";
import { extend, type Solution } from "./solution.js";
import type { Lineages } from "./symbols.js";
import type { CompiledTerm } from "./terms.js";
import { FieldValue, isElement, SymbolValue, sameBinding } from "./values.js";

/** One alternative of a path: how often its predicate is followed. `max` null has no bound. */
export interface Hops {
  readonly lineages: Lineages;
  readonly min: number;
  readonly max: number | null;
}

interface PathMatchParts {
  readonly subject: Endpoint;
  readonly alternatives: readonly Hops[];
  readonly object: CompiledTerm;
  readonly constrained: ElementSlots;
  readonly source: SourceRange;
}

/** Where a walk stands: an element as it resolves today, or a Literal, from which no hop leads on. */
type Node = PropositionObject;
type Direction = "forward" | "backward";

/**
 * Endpoints that a raw path connects (§45). It is reachability: each pair of endpoints once, however many walks lead
 * there. Zero hops connect every element of the view with itself, whether or not any Proposition names it.
 */
export class PathMatch implements Pattern {
  readonly label: string;
  readonly source: SourceRange;
  readonly slots: readonly Slot[];
  readonly late = false;
  readonly hashable = false;
  readonly #parts: PathMatchParts;

  constructor(parts: PathMatchParts) {
    this.#parts = parts;
    this.source = parts.source;
    this.label = `path ${parts.alternatives.map(({ lineages }) => lineages[0]).join(" | ")}`;
    this.slots = [parts.subject, parts.object].flatMap((term) => (term.is === "slot" ? [term.slot] : []));
  }

  access(solution: Solution, run: Run): Access {
    const start = endpointId(this.#parts.subject, solution);
    if (start !== null) return { index: "path from the subject", count: this.#branching(run) };
    if (this.#end(solution) !== null) return { index: "path from the object", count: this.#branching(run) };
    const predicates = this.#parts.alternatives.flatMap(({ lineages }) => lineages.map(keyFor.predicate));
    const edges = predicates.reduce((sum, key) => sum + run.view.estimate(key), 0);
    return { index: "path from everywhere", count: edges * this.#branching(run) + this.#elements(run) };
  }

  extend(solution: Solution, run: Run, into: Solution[]): void {
    const { subject, object, constrained } = this.#parts;
    const start = endpointId(subject, solution);
    if (start === undefined) return;
    if (start !== null) {
      if (!run.view.element(start)) return;
      for (const end of this.#reached(run, { id: start }, "forward"))
        into.push(...this.#bindObject(solution, end, run));
      return;
    }
    const end = this.#end(solution);
    if (end === undefined) return;
    if (end !== null) {
      for (const node of this.#reached(run, end, "backward")) {
        if (isElementRef(node)) into.push(...bindEndpoint(run.view, subject, solution, node.id, constrained));
      }
      return;
    }
    if (subject.is !== "slot" || object.is === "literal") return;
    for (const id of this.#starts(run)) {
      for (const begun of bindEndpoint(run.view, subject, solution, id, constrained)) {
        for (const node of this.#reached(run, { id }, "forward")) {
          into.push(...this.#bindObject(begun, node, run));
        }
      }
    }
  }

  /** The far end as a walk's node: null while it is unbound, undefined when nothing can be there. */
  #end(solution: Solution): Node | null | undefined {
    const { object } = this.#parts;
    if (object.is === "literal") return object.value;
    const bound = object.is === "slot" ? solution.bindings[object.slot] : undefined;
    if (bound === undefined) return object.is === "element" ? { id: object.id } : null;
    if (isElement(bound)) return { id: bound.id };
    // A symbol equals the text of any of its refs, so the end is looked at when it is reached (§20.14).
    if (bound instanceof SymbolValue) return null;
    if (!(bound instanceof FieldValue)) return undefined;
    const { value } = bound;
    return typeof value === "object" && value !== null ? undefined : (value as Node);
  }

  #bindObject(solution: Solution, node: Node, run: Run): readonly Solution[] {
    const { object, constrained } = this.#parts;
    if (isElementRef(node)) {
      return object.is === "literal" ? [] : bindEndpoint(run.view, object, solution, node.id, constrained);
    }
    const value = new FieldValue(node);
    const wanted = object.is === "literal" ? new FieldValue(object.value) : null;
    const bound = object.is === "slot" ? solution.bindings[object.slot] : wanted;
    if (bound === undefined && object.is === "slot") return [extend(solution, [object.slot, value])];
    return bound && sameBinding(bound, value) ? [solution] : [];
  }

  /** Every node some alternative connects with `from`, each once. */
  #reached(run: Run, from: Node, direction: Direction): Iterable<Node> {
    const start = canonicalObject(run.view, from);
    const walks = run.once(this, () => new Map<string, readonly Node[]>());
    const key = `${direction} ${objectKey(start)}`;
    const known = walks.get(key);
    if (known) return known;
    const nodes = this.#parts.alternatives.flatMap((hops) => [...walk(run, start, hops, direction)]);
    const reached = [...new Map(nodes).values()];
    walks.set(key, reached);
    return reached;
  }

  /** Everything a path can begin at, as it resolves today: every element for zero hops, else every subject. */
  #starts(run: Run): Iterable<ElementId> {
    const { alternatives } = this.#parts;
    const starts = new Set<ElementId>();
    const anywhere = alternatives.some(({ min }) => min === 0);
    const keys = anywhere
      ? ELEMENT_KINDS.map(keyFor.kind)
      : alternatives.flatMap(({ lineages }) => lineages.map(keyFor.predicate));
    for (const key of keys) {
      for (const id of run.view.lookup(key)) {
        run.charge(1);
        const element = run.view.element(id);
        if (element === undefined) continue;
        const isEdge = !anywhere && element.kind === "proposition";
        starts.add(canonicalId(run.view, isEdge ? element.subject.id : id));
      }
    }
    return starts;
  }

  #branching(run: Run): number {
    return Math.min(run.limits.maxHops, 16) * this.#parts.alternatives.length;
  }

  #elements(run: Run): number {
    if (this.#parts.alternatives.every(({ min }) => min > 0)) return 0;
    return ELEMENT_KINDS.reduce((sum, kind) => sum + run.view.estimate(keyFor.kind(kind)), 0);
  }
}

/** The nodes between `min` and `max` hops from a node, by key. */
function walk(run: Run, start: Node, { lineages, min, max }: Hops, direction: Direction): Map<string, Node> {
  if (min > run.limits.maxHops) throw exhausted("the path is too long", "maxHops", run.limits.maxHops);
  let level = new Map<string, Node>([[objectKey(start), start]]);
  for (let hop = 0; hop < min && level.size > 0; hop += 1)
    level = step(run, level.values(), lineages, direction);
  // Nodes reachable in further hops are reachable in the fewest: each is followed once.
  const reached = new Map(level);
  for (let hop = min; level.size > 0 && (max === null || hop < max); hop += 1) {
    if (hop >= run.limits.maxHops) throw exhausted("the path is too long", "maxHops", run.limits.maxHops);
    level = step(run, level.values(), lineages, direction);
    for (const [key, node] of level) {
      if (reached.has(key)) level.delete(key);
      else reached.set(key, node);
    }
  }
  return reached;
}

/** The nodes one hop from any of the given ones. Only what the view contains is passed through. */
function step(run: Run, nodes: Iterable<Node>, lineages: Lineages, direction: Direction): Map<string, Node> {
  const { view } = run;
  const next = new Map<string, Node>();
  for (const node of nodes) {
    for (const key of hopKeys(run, node, lineages, direction)) {
      for (const id of view.lookup(key)) {
        run.charge(1);
        const proposition = view.element(id);
        if (proposition?.kind !== "proposition" || !isInOrdinaryRecall(proposition)) continue;
        const end = canonicalObject(view, direction === "forward" ? proposition.object : proposition.subject);
        if (!isElementRef(end) || view.element(end.id)) next.set(objectKey(end), end);
      }
    }
  }
  run.admit(next.size);
  return next;
}

function hopKeys(run: Run, node: Node, lineages: Lineages, direction: Direction): readonly IndexKey[] {
  const ids = isElementRef(node) ? identityClass(run.view, node.id) : null;
  if (direction === "forward") {
    return ids?.flatMap((id) => lineages.map((lineage) => keyFor.slot(id, lineage))) ?? [];
  }
  const objects = ids?.map((id) => objectKey({ id })) ?? [objectKey(node)];
  return objects.flatMap((object) => lineages.map((lineage) => keyFor.predicateObject(lineage, object)));
}
