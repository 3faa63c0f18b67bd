import type { SourceRange } from "../lang/index.js";
import type { Element, ElementId } from "../model/index.js";
import { keyFor, type StructuralEdge, structuralEdges } from "../state/index.js";
import type { Access, Pattern } from "./pattern.js";
import { chargedIds, cheapest, type Probe } from "./probes.js";
import { bindEndpoint, type ElementSlots, type Endpoint, endpointIds } from "./references.js";
import type { Run } from "./run.js";
import type { Slot } from "./scope.js";
import { extend, type Solution } from "./solution.js";
import type { FieldReference } from "./symbols.js";
import { EdgeValue, sameBinding } from "./values.js";

interface StructuralMatchParts {
  readonly name: string;
  readonly fields: readonly FieldReference[];
  readonly holder: Endpoint;
  readonly target: Endpoint;
  readonly edge: Slot | null;
  readonly constrained: ElementSlots;
  readonly source: SourceRange;
}

/**
 * Structural References of a field (§43.7). They are record topology, so what has left ordinary recall keeps its
 * references and stays a target of others (§17.3, §60).
 */
export class StructuralMatch implements Pattern {
  readonly label: string;
  readonly source: SourceRange;
  readonly slots: readonly Slot[];
  readonly late = false;
  readonly hashable = true;
  readonly #parts: StructuralMatchParts;

  constructor(parts: StructuralMatchParts) {
    this.#parts = parts;
    this.source = parts.source;
    this.label = `structural ${parts.name}`;
    const ends = [parts.holder, parts.target].flatMap((end) => (end.is === "slot" ? [end.slot] : []));
    this.slots = parts.edge === null ? ends : [parts.edge, ...ends];
  }

  access(solution: Solution, run: Run): Access {
    const sources = endpointIds(run.view, this.#parts.holder, solution);
    if (sources !== null) return { index: "source", count: sources.length };
    return cheapest(run.view, this.#probes(solution, run));
  }

  extend(solution: Solution, run: Run, into: Solution[]): void {
    const { holder, target, edge: slot, constrained } = this.#parts;
    const computed = this.#computed();
    for (const element of this.#sources(solution, run)) {
      const edges = structuralEdges(element);
      const derived = computed.length > 0 ? run.computed.edges(element, computed) : [];
      for (const edge of derived.length > 0 ? [...edges, ...derived] : edges) {
        run.charge(1);
        const field = this.#parts.fields.find(({ lineages }) => lineages.includes(edge.field));
        if (!field) continue;
        for (const begun of bindEndpoint(run.view, holder, solution, edge.source, constrained)) {
          for (const ended of bindEndpoint(run.view, target, begun, edge.target, constrained)) {
            into.push(...bindEdge(ended, slot, edge, this.#keepsOrder(edge, field, run)));
          }
        }
      }
    }
  }

  /** References keep the order of the version they were stored under, whatever a newer one says (§20.14). */
  #keepsOrder({ fieldRef }: StructuralEdge, field: FieldReference, run: Run): boolean {
    const { environment } = run.view;
    return environment.definition("StructuralFieldDefinition", fieldRef)?.ordered ?? field.ordered;
  }

  *#sources(solution: Solution, run: Run): Iterable<Element> {
    const ids =
      endpointIds(run.view, this.#parts.holder, solution) ??
      new Set([
        ...chargedIds(run, cheapest(run.view, this.#probes(solution, run))),
        ...this.#derivingHolders(solution, run),
      ]);
    for (const id of ids) {
      const element = run.view.element(id);
      if (element) yield element;
    }
  }

  /** The lineages of the fields whose references are derived rather than stored (§18.2). */
  #computed(): readonly string[] {
    return this.#parts.fields.flatMap(({ computed, lineages }) => (computed ? lineages : []));
  }

  /** The elements with such a derived reference while the source is open. */
  #derivingHolders(solution: Solution, run: Run): readonly ElementId[] {
    const computed = this.#computed();
    if (computed.length === 0) return [];
    return run.computed.holders(computed, endpointIds(run.view, this.#parts.target, solution));
  }

  /** The indexes that lead to elements with such a reference while the source is open. */
  #probes(solution: Solution, run: Run): readonly Probe[] {
    const { fields, target } = this.#parts;
    const keys = fields.flatMap(({ lineages }) => lineages.map(keyFor.hasField));
    const targets = endpointIds(run.view, target, solution);
    const holders: Probe = { index: "field", keys };
    return targets === null ? [holders] : [{ index: "target", keys: targets.map(keyFor.refersTo) }, holders];
  }
}

function bindEdge(
  solution: Solution,
  slot: Slot | null,
  edge: StructuralEdge,
  ordered: boolean,
): readonly Solution[] {
  if (slot === null) return [solution];
  const value = new EdgeValue(edge, ordered);
  const bound = solution.bindings[slot];
  if (bound === undefined) return [extend(solution, [slot, value])];
  return sameBinding(bound, value) ? [solution] : [];
}
