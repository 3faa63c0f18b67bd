import type { ElementId, ElementKind } from "../model/index.js";
import type { SpaceView } from "../state/index.js";

/** A retrieval request with every symbol resolved and every parameter bound (§66.1). */
export interface SearchRequest {
  readonly kind: ElementKind;
  readonly term: string;
  /** Keep Concepts of these type lineages (`WITH TYPE`): one symbol under all the names it has had. */
  readonly types?: readonly string[];
  /** Keep Propositions of these predicate lineages (`WITH PREDICATE`). */
  readonly predicates?: readonly string[];
  readonly mode: "keyword";
  /** Keep hits scored at least this, in [0, 1]; applied before `limit` (§66.4). */
  readonly threshold?: number;
  /** The most hits to return; absent returns all. */
  readonly limit?: number;
}

/** One ranked element (§66.4). */
export interface SearchHit {
  readonly id: ElementId;
  readonly kind: ElementKind;
  /** A Concept's display name. */
  readonly name?: string;
  /** A Concept's exact type. */
  readonly schema_ref?: string;
  /** A Proposition's exact predicate. */
  readonly predicate_ref?: string;
  /** Plain text around the match, never markup. */
  readonly snippet: string;
  readonly retrieval: { readonly score: number; readonly mode: "keyword" };
}

/** Associative retrieval over one Space, read through a view (§66, design 3.5). */
export interface SearchIndex {
  /** The sequence of the last commit the index has taken in (§66.5). */
  readonly seq: number;
  /**
   * Hits in descending score, ties by id. Only elements that are in the view and in ordinary recall are candidates:
   * others influence neither order nor scores (§88.5).
   */
  search(view: SpaceView, request: SearchRequest): readonly SearchHit[];
}
