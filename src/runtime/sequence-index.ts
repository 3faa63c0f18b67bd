import type { Element, ElementId } from "../model/index.js";

/**
 * In which records of the log each element has a version. Most elements are written once, at the sequence their
 * `_system` names, so only the others cost memory.
 */
export class SequenceIndex {
  readonly #rewritten = new Map<ElementId, number[]>();

  /** Takes in that the record at `seq` holds a version of an element; `previous` is the version before it, if any. */
  add(seq: number, id: ElementId, previous: Element | undefined): void {
    const sequences = this.#rewritten.get(id);
    if (sequences) sequences.push(seq);
    else if (previous) this.#rewritten.set(id, [previous._system.space_seq, seq]);
  }

  /** The sequences at which an element was written, ascending. `current` is its newest version, if there is one. */
  of(id: ElementId, current: Element | undefined): readonly number[] {
    return this.#rewritten.get(id) ?? (current ? [current._system.space_seq] : []);
  }

  /** Everything `of` cannot learn from an element alone, for an image. */
  entries(): readonly (readonly [ElementId, readonly number[]])[] {
    return [...this.#rewritten];
  }

  /** Takes the entries of an image. */
  restore(entries: readonly (readonly [ElementId, readonly number[]])[]): void {
    for (const [id, sequences] of entries) this.#rewritten.set(id, [...sequences]);
  }
}
