import type { Concept, ElementId } from "../model/index.js";
import { asElementId, isElementRef } from "../model/index.js";
import { type SearchIndex, wordsOf } from "../search/index.js";
import { canonicalId, keyFor, type SpaceView } from "../state/index.js";
import { contentWords } from "./content-words.js";
import type { ReadRecallRequest } from "./read-request.js";
import { predicateLabel } from "./statements.js";

/** How many hits one grounding search takes. */
const HITS_A_SEARCH = 12;

/** A slot worth reading: whose, about what, and how strongly the request pointed at it. */
export interface GroundedSlot {
  readonly subject: ElementId;
  readonly predicateRef: string;
  readonly relevance: number;
}

/** What the request's words lead to in this memory. */
export interface Grounding {
  readonly slots: readonly GroundedSlot[];
  /** Whether more was found than is listed. */
  readonly truncated: boolean;
  readonly warnings: readonly string[];
}

/**
 * Finds the slots the request is about (Recall policy §7): Concepts and Propositions its words match, the counterparty
 * it names, and every slot those Concepts take part in, at most `limit` of them, the most relevant first. A score
 * decides the order in which slots are read, never what is believed about them.
 */
export function ground(
  view: SpaceView,
  index: SearchIndex,
  request: ReadRecallRequest,
  limit: number,
): Grounding {
  const warnings: string[] = [];
  const relevance = new Map<ElementId, number>();
  let cut = false;
  const raise = (id: ElementId, score: number): void => {
    const canonical = canonicalId(view, id);
    relevance.set(canonical, Math.max(relevance.get(canonical) ?? 0, score));
  };

  for (const named of counterparties(view, request.counterparty, warnings)) raise(named, 1);
  const slots = new SlotRanking(view);
  for (const words of searchWords(request)) {
    const term = words.join(" ");
    const find = (kind: "concept" | "proposition") =>
      index.search(view, { kind, term, mode: "keyword", limit: HITS_A_SEARCH + 1 });
    const [concepts, propositions] = [find("concept"), find("proposition")];
    cut ||= concepts.length > HITS_A_SEARCH || propositions.length > HITS_A_SEARCH;
    for (const hit of concepts.slice(0, HITS_A_SEARCH)) raise(hit.id, hit.retrieval.score);
    // A Proposition is also found by its predicate's description, which says what any such statement is about and
    // nothing of this one: only its own words make it relevant here.
    for (const hit of propositions.slice(0, HITS_A_SEARCH)) {
      if (mentions(view, hit.id, words)) slots.addProposition(hit.id, hit.retrieval.score);
    }
  }
  for (const [concept, score] of relevance) slots.addConcept(concept, score);

  const ranked = slots.ranked();
  return { slots: ranked.slice(0, limit), truncated: cut || ranked.length > limit, warnings };
}

/** The words of each part of the request that say what it is about; parts without such words search for nothing. */
function searchWords(request: ReadRecallRequest): readonly (readonly string[])[] {
  const parts = [request.query, ...(request.topic === null ? [] : [request.topic]), ...request.actionTerms];
  return [...new Set(parts)].map(contentWords).filter((words) => words.length > 0);
}

/** Whether a Proposition's own words, its predicate's name and its ends', contain one of these or its beginning. */
function mentions(view: SpaceView, id: ElementId, words: readonly string[]): boolean {
  const proposition = view.element(id);
  if (proposition?.kind !== "proposition") return false;
  const { subject, object, predicate_ref } = proposition;
  const own = wordsOf(
    [
      predicateLabel(predicate_ref),
      ...namesOf(view, subject.id),
      ...(isElementRef(object) ? namesOf(view, object.id) : [String(object)]),
    ].join(" "),
  );
  return words.some((word) => own.some((mine) => mine.startsWith(word)));
}

function namesOf(view: SpaceView, id: ElementId): readonly string[] {
  const element = view.element(id);
  return element?.kind === "concept" ? [element.name ?? "", element.key ?? "", ...element.aliases] : [];
}

/** The Concepts a counterparty reference means: an id, else a key of any type, else a name; never one of several. */
function counterparties(view: SpaceView, reference: string | null, warnings: string[]): readonly ElementId[] {
  if (reference === null) return [];
  if (view.element(asElementId(reference))?.kind === "concept") return [asElementId(reference)];
  const byKey = concepts(view, view.lookup(keyFor.anyConceptKey(reference.normalize("NFC"))));
  const found =
    byKey.length > 0 ? byKey : concepts(view, view.lookup(keyFor.name(reference.normalize("NFC"))));
  if (found.length === 0) {
    warnings.push(`No one here is known as ${JSON.stringify(reference)}; the counterparty narrowed nothing.`);
  } else if (found.length > 1) {
    warnings.push(
      `${JSON.stringify(reference)} could be ${found.map(({ id }) => id).join(" or ")}; all were read, none was chosen. Name one by id.`,
    );
  }
  return found.map(({ id }) => id);
}

function concepts(view: SpaceView, ids: Iterable<ElementId>): readonly Concept[] {
  return [...ids].map((id) => view.element(id)).filter((element) => element?.kind === "concept");
}

/** Collects slots, each once with the best reason to read it. */
class SlotRanking {
  readonly #view: SpaceView;
  readonly #slots = new Map<string, GroundedSlot>();

  constructor(view: SpaceView) {
    this.#view = view;
  }

  addProposition(id: ElementId, relevance: number): void {
    const proposition = this.#view.element(id);
    if (proposition?.kind !== "proposition") return;
    const subject = canonicalId(this.#view, proposition.subject.id);
    const key = `${subject} ${proposition.predicate_ref}`;
    const known = this.#slots.get(key);
    if (known && known.relevance >= relevance) return;
    this.#slots.set(key, { subject, predicateRef: proposition.predicate_ref, relevance });
  }

  /** The slots a Concept is the subject of, and less urgently those it is a value in. */
  addConcept(id: ElementId, relevance: number): void {
    for (const proposition of this.#view.lookup(keyFor.subject(id)))
      this.addProposition(proposition, relevance);
    for (const proposition of this.#view.lookup(keyFor.object(`@${id}`))) {
      this.addProposition(proposition, relevance / 2);
    }
  }

  ranked(): readonly GroundedSlot[] {
    return [...this.#slots.values()].sort(
      (left, right) =>
        right.relevance - left.relevance ||
        left.subject.localeCompare(right.subject, "en", { numeric: true }) ||
        left.predicateRef.localeCompare(right.predicateRef, "en"),
    );
  }
}
