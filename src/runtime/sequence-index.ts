import { ELEMENT_KINDS, type Element, type ElementId, elementId, type IdCounters } from "../model/index.js";
import type { SpaceState } from "../state/index.js";

/** The part of a Space whose elements are written. */
export type IndexedSpace = Pick<SpaceState, "element" | "elements" | "size">;

/** That a record holds a later version of an element. */
interface Rewriting {
  readonly seq: number;
  readonly id: ElementId;
}

/**
 * In which records of the log each element has a version. Most elements are written once, at the sequence their
 * `_system` names, so only the others cost memory.
 */
export class SequenceIndex {
  readonly #rewritten = new Map<ElementId, number[]>();
  /** Every rewriting in its order, once somebody has asked what changed since. */
  #rewritings: Rewriting[] | null = null;

  /** Takes in that the record at `seq` holds a version of an element; `previous` is the version before it, if any. */
  add(seq: number, id: ElementId, previous: Element | undefined): void {
    if (previous) this.#rewritings?.push({ seq, id });
    const sequences = this.#rewritten.get(id);
    if (sequences) sequences.push(seq);
    else if (previous) this.#rewritten.set(id, [previous._system.space_seq, seq]);
  }

  /** The sequences at which an element was written, ascending. `current` is its newest version, if there is one. */
  of(id: ElementId, current: Element | undefined): readonly number[] {
    return this.#rewritten.get(id) ?? (current ? [current._system.space_seq] : []);
  }

  /**
   * Every element of which a record after `seq` holds a version. It takes as long as there are many of them, however
   * many elements the Space has. No id beyond `counters` was handed out.
   */
  writtenAfter(seq: number, space: IndexedSpace, counters: IdCounters): ReadonlySet<ElementId> {
    const written = this.rewrittenAfter(seq);
    for (const id of this.createdAfter(seq, space, counters)) written.add(id);
    return written;
  }

  /** Every element of which a record after `seq` holds a version that is not its first. */
  rewrittenAfter(seq: number): Set<ElementId> {
    const rewritten = new Set<ElementId>();
    const rewritings = this.#inOrder();
    for (let at = rewritings.length - 1; at >= 0; at -= 1) {
      const rewriting = rewritings[at];
      if (!rewriting || rewriting.seq <= seq) break;
      rewritten.add(rewriting.id);
    }
    return rewritten;
  }

  /**
   * Every element that was created after `seq`; see `writtenAfter`. Ids are handed out in the order of creation, so the
   * newest are the last; some of them to other Spaces.
   */
  *createdAfter(seq: number, space: IndexedSpace, counters: IdCounters): Iterable<ElementId> {
    let others = 0;
    for (const kind of ELEMENT_KINDS) {
      for (let ordinal = counters[kind]; ordinal > 0; ordinal -= 1) {
        const id = elementId(kind, ordinal);
        const element = space.element(id);
        if (element && this.#creationOf(element) <= seq) break;
        if (element) yield id;
        else if (++others > space.size) {
          // Most ids are other Spaces'. Looking at every element of this one is quicker then.
          for (const each of space.elements()) if (this.#creationOf(each) > seq) yield each.id;
          return;
        }
      }
    }
  }

  #creationOf(element: Element): number {
    return this.#rewritten.get(element.id)?.[0] ?? element._system.space_seq;
  }

  #inOrder(): readonly Rewriting[] {
    this.#rewritings ??= [...this.#rewritten]
      .flatMap(([id, [, ...sequences]]) => sequences.map((seq) => ({ seq, id })))
      .sort((left, right) => left.seq - right.seq);
    return this.#rewritings;
  }

  /** Everything `of` cannot learn from an element alone, for an image. */
  entries(): readonly (readonly [ElementId, readonly number[]])[] {
    return [...this.#rewritten];
  }

  /** Takes the entries of an image. */
  restore(entries: readonly (readonly [ElementId, readonly number[]])[]): void {
    this.#rewritings = null;
    for (const [id, sequences] of entries) this.#rewritten.set(id, [...sequences]);
  }
}
