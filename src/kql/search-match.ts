import type { SourceRange } from "../lang/index.js";
import { type ElementId, isJsonObject, kipError } from "../model/index.js";
import type { SearchHit, SearchIndex, SearchRequest } from "../search/index.js";
import type { Access, Pattern } from "./pattern.js";
import type { Run } from "./run.js";
import type { Slot } from "./scope.js";
import { extend, type Solution } from "./solution.js";
import { type Bound, FieldValue, isElement } from "./values.js";

interface SearchMatchParts {
  readonly index: SearchIndex | undefined;
  readonly request: SearchRequest;
  readonly hit: Slot;
  /** Where it is kept how the hit was retrieved. */
  readonly retrieval: Slot;
  readonly source: SourceRange;
}

/**
 * The best hits of a search, each with how it was retrieved beside it (§43.8). The search runs once a query, on the
 * query's own view, and what it leaves out is never evidence of absence (§66.6).
 */
export class SearchMatch implements Pattern {
  readonly label: string;
  readonly source: SourceRange;
  readonly slots: readonly Slot[];
  readonly late = false;
  readonly hashable = false;
  readonly #index: SearchIndex | undefined;
  readonly #request: SearchRequest;
  readonly #hit: Slot;
  readonly #retrieval: Slot;

  constructor({ index, request, hit, retrieval, source }: SearchMatchParts) {
    this.source = source;
    this.#index = index;
    this.#request = request;
    this.#hit = hit;
    this.#retrieval = retrieval;
    this.label = `search ${request.kind}`;
    this.slots = [hit, retrieval];
  }

  access(solution: Solution, run: Run): Access {
    if (solution.bindings[this.#hit] !== undefined) return { index: "bound", count: 0, isCheck: true };
    return { index: "search", count: this.#hits(run).size };
  }

  extend(solution: Solution, run: Run, into: Solution[]): void {
    const bound = solution.bindings[this.#hit];
    if (bound !== undefined) {
      const hit = isElement(bound) ? this.#hits(run).get(bound.id) : undefined;
      if (hit)
        into.push(extend(solution, [this.#retrieval, better(solution.bindings[this.#retrieval], hit)]));
      return;
    }
    for (const { id, retrieval } of this.#hits(run).values()) {
      const element = run.view.element(id);
      if (element)
        into.push(extend(solution, [this.#hit, element], [this.#retrieval, new FieldValue(retrieval)]));
    }
  }

  #hits(run: Run): ReadonlyMap<ElementId, SearchHit> {
    return run.once(this, () => {
      if (!this.#index) {
        throw kipError("SearchIndexUnavailable", "this memory has no search index at the moment");
      }
      const hits = this.#index.search(run.view, this.#request);
      run.charge(hits.length);
      return new Map(hits.map((hit) => [hit.id, hit]));
    });
  }
}

/** Where two searches found the element, the better score counts, whichever ran first. */
function better(known: Bound | undefined, { retrieval }: SearchHit): Bound {
  const score = known instanceof FieldValue && isJsonObject(known.value) ? known.value.score : undefined;
  return known && typeof score === "number" && score >= retrieval.score ? known : new FieldValue(retrieval);
}
