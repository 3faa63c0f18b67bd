import MiniSearch from "minisearch";
import {
  ELEMENT_KINDS,
  type Element,
  type ElementId,
  type ElementKind,
  isInOrdinaryRecall,
  isPayloadPurged,
  isPurged,
  kipError,
} from "../model/index.js";
import { lineageOf, type SchemaEnvironment } from "../schema/index.js";
import { type SpaceView, StateOverlay } from "../state/index.js";
import { hasPayloadAtHand } from "../store/index.js";
import { SEARCH_FIELDS } from "./fields.js";
import { type Grounding, groundingOf, relatedTo, sameLabels } from "./grounding.js";
import { type Query, queryOf, scoreOf } from "./score.js";
import { snippetOf } from "./snippet.js";
import type { SearchHit, SearchIndex, SearchRequest } from "./types.js";
import { termsOf } from "./words.js";

interface Document {
  readonly id: ElementId;
  readonly grounding: Grounding;
}

interface Found {
  readonly element: Element;
  readonly score: number;
}

/** How one kind is filed: its documents, and what has changed since they were. */
interface KindIndex {
  readonly documents: MiniSearch<Document>;
  readonly filed: Set<ElementId>;
  readonly pending: Set<ElementId>;
  /** The environment whose predicate names and descriptions are filed. */
  environment: SchemaEnvironment | null;
}

/**
 * The keyword index of one Space (§66.3). It takes in every commit at once and files a kind when that kind is next
 * searched: a commit stays cheap, and no search answers from an older state. A score rests on the query and the element
 * alone, so neither other elements nor hidden ones change it (§88.5).
 */
export class KeywordIndex implements SearchIndex {
  readonly #elements = new Map<ElementId, Element>();
  readonly #dependents = new Map<ElementId, Set<ElementId>>();
  readonly #kinds = new Map<ElementKind, KindIndex>(ELEMENT_KINDS.map((kind) => [kind, newKindIndex()]));
  #seq = 0;
  #hasErased = false;

  get seq(): number {
    return this.#seq;
  }

  /** Takes in the elements of the commit at `seq`, or a whole Space as of it. */
  take(seq: number, elements: Iterable<Element>): void {
    for (const element of elements) {
      const previous = this.#elements.get(element.id);
      this.#elements.set(element.id, element);
      this.#kinds.get(element.kind)?.pending.add(element.id);
      const erased = previous !== undefined && hasLostContent(previous, element);
      if (erased || (previous && !sameLabels(previous, element))) this.#touchDependents(element.id);
      if (erased) this.#hasErased = true;
    }
    this.#seq = seq;
    if (this.#hasErased) this.#forget();
  }

  /** Lets go of the words of everything that changed: what was purged must not stay in memory either (§60). */
  #forget(): void {
    this.#hasErased = false;
    for (const { documents, filed, pending } of this.#kinds.values()) {
      for (const id of pending) if (filed.delete(id)) documents.discard(id);
      // What a discarded document was found by goes when the index is swept.
      void documents.vacuum({ batchSize: Number.MAX_SAFE_INTEGER, batchWait: 0 });
    }
  }

  /**
   * See `SearchIndex`. When no word is found as it is written, words one letter away count, for less.
   * @throws `SearchIndexUnavailable` for a view with writes of its own, which the index does not hold (§79).
   */
  search(view: SpaceView, request: SearchRequest): readonly SearchHit[] {
    if (view instanceof StateOverlay && view.written().length > 0) {
      throw kipError(
        "SearchIndexUnavailable",
        "the search index does not hold this transaction's own writes",
        {
          hint: "Search before writing, in its own operation, or read the written elements by id with FIND.",
          details: { index_seq: this.#seq },
        },
      );
    }
    const query = queryOf(request.term);
    if (query.words.length === 0) return [];
    const exact = this.#found(view, request, query, false);
    const found = exact.length > 0 ? exact : this.#found(view, request, query, true);
    return found
      .sort((left, right) => right.score - left.score || compareIds(left.element.id, right.element.id))
      .slice(0, request.limit ?? found.length)
      .map(({ element, score }) => hitOf(view, element, query, score));
  }

  #found(view: SpaceView, request: SearchRequest, query: Query, fuzzy: boolean): Found[] {
    const candidates = this.#filed(request.kind, view.environment).documents.search(query.text, {
      combineWith: "OR",
      prefix: (word) => word.length > 2 || !isPlain(word),
      fuzzy: (word) => (fuzzy && word.length > 3 ? 1 : false),
    });
    const found: Found[] = [];
    for (const { id, match } of candidates) {
      const element = view.element(id as ElementId);
      if (!element || !isInOrdinaryRecall(element) || element.governance.quarantined) continue;
      if (!isWanted(element, request) || view.mayFind?.(element.id) === false) continue;
      const shown = this.#isAsFiled(view, element) ? match : matchIn(view, element, match);
      const score = scoreOf(query, element, shown);
      if (score === 0 || score < (request.threshold ?? 0)) continue;
      found.push({ element, score });
    }
    return found;
  }

  /** Whether the view shows an element, and everything whose name leads to it, as it is filed (§88.5). */
  #isAsFiled(view: SpaceView, element: Element): boolean {
    if (element !== this.#elements.get(element.id)) return false;
    return relatedTo(element).every((id) => {
      const related = view.element(id);
      if (related === undefined) return this.#elements.get(id) === undefined;
      return related.kind === "proposition"
        ? this.#isAsFiled(view, related)
        : related === this.#elements.get(id);
    });
  }

  #filed(kind: ElementKind, environment: SchemaEnvironment): KindIndex {
    const index = this.#kinds.get(kind) ?? newKindIndex();
    if (index.environment !== environment) {
      for (const id of index.filed) index.pending.add(id);
      index.environment = environment;
    }
    for (const id of [...index.pending]) {
      // What cannot be read yet waits for the search that brings it.
      const element = this.#elements.get(id);
      if (element && !hasPayloadAtHand(element)) continue;
      this.#file(index, id, environment);
      index.pending.delete(id);
    }
    return index;
  }

  #file({ documents, filed }: KindIndex, id: ElementId, environment: SchemaEnvironment): void {
    if (filed.delete(id)) documents.discard(id);
    const element = this.#elements.get(id);
    if (!element || !isInOrdinaryRecall(element)) return;
    const grounding = groundingOf(element, environment, (other) => this.#elements.get(other));
    documents.add({ id, grounding });
    filed.add(id);
    for (const related of relatedTo(element)) {
      const dependents = this.#dependents.get(related);
      if (dependents) dependents.add(id);
      else this.#dependents.set(related, new Set([id]));
    }
  }

  #touchDependents(id: ElementId): void {
    for (const dependent of this.#dependents.get(id) ?? []) {
      const element = this.#elements.get(dependent);
      if (!element) continue;
      this.#kinds.get(element.kind)?.pending.add(dependent);
      if (element.kind === "proposition") this.#touchDependents(dependent);
    }
  }
}

/** What of a match stands in the text of an element as the view shows it: hidden text must not be found (§88.5). */
function matchIn(
  view: SpaceView,
  element: Element,
  match: Readonly<Record<string, readonly string[]>>,
): Readonly<Record<string, readonly string[]>> {
  const grounding = groundingOf(element, view.environment, (id) => view.element(id));
  const terms = new Map(SEARCH_FIELDS.map((field) => [field, new Set(termsOf(grounding[field].join("\n")))]));
  return Object.fromEntries(
    Object.entries(match).map(([term, fields]) => [
      term,
      fields.filter((field) => terms.get(field as keyof Grounding)?.has(term)),
    ]),
  );
}

/** Whether a version says that the element or its payload was purged since the one before. */
function hasLostContent(previous: Element, next: Element): boolean {
  if (isPurged(next)) return !isPurged(previous);
  if (next.kind !== "evidence" || previous.kind !== "evidence") return false;
  return isPayloadPurged(next) && !isPayloadPurged(previous);
}

function newKindIndex(): KindIndex {
  const documents = new MiniSearch<Document>({
    fields: [...SEARCH_FIELDS],
    extractField: ({ id, grounding }, field) =>
      field === "id" ? id : grounding[field as keyof Grounding].join("\n"),
    tokenize: termsOf,
    // The words come folded already.
    processTerm: (term) => term,
  });
  return { documents, filed: new Set(), pending: new Set(), environment: null };
}

function isWanted(element: Element, { types, predicates }: SearchRequest): boolean {
  if (types && !(element.kind === "concept" && types.includes(lineageOf(element.schema_ref)))) return false;
  return (
    !predicates || (element.kind === "proposition" && predicates.includes(lineageOf(element.predicate_ref)))
  );
}

function hitOf(view: SpaceView, element: Element, query: Query, score: number): SearchHit {
  const { id, kind } = element;
  return {
    id,
    kind,
    ...(kind === "concept" && element.name !== undefined ? { name: element.name } : {}),
    ...(kind === "concept" ? { schema_ref: element.schema_ref } : {}),
    ...(kind === "proposition" ? { predicate_ref: element.predicate_ref } : {}),
    snippet: snippetOf(view, element, query),
    retrieval: { score, mode: "keyword" },
  };
}

/** Short words of the Latin alphabet begin too many others. */
function isPlain(word: string): boolean {
  return /^[\x20-\x7e]*$/.test(word);
}

/** In the order of creation. */
function compareIds(left: ElementId, right: ElementId): number {
  return left.length - right.length || (left < right ? -1 : 1);
}
