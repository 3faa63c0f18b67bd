import fc from "fast-check";
import { expect, it } from "vitest";
import { type Element, type ElementId, elementId, NO_IDS } from "../model/index.js";
import { SequenceIndex } from "./sequence-index.js";

/** A Space of Concepts alone: what each commit wrote anew, and how many ids other Spaces took before it. */
class Written {
  readonly index = new SequenceIndex();
  readonly #elements = new Map<ElementId, Element>();
  readonly #history: (readonly [seq: number, id: ElementId])[] = [];
  #last = 0;

  commit(seq: number, { creates, elsewhere, rewrites }: Commit): void {
    this.#last += elsewhere;
    const ids = Array.from({ length: creates }, () => elementId("concept", ++this.#last));
    const known = [...this.#elements.keys()];
    if (known.length > 0) for (const at of rewrites) ids.push(known[at % known.length] as ElementId);
    for (const id of new Set(ids)) {
      this.index.add(seq, id, this.#elements.get(id));
      this.#elements.set(id, { kind: "concept", id, _system: { space_seq: seq } } as Element);
      this.#history.push([seq, id]);
    }
  }

  after(seq: number, index = this.index): readonly ElementId[] {
    const space = {
      element: (id: ElementId) => this.#elements.get(id),
      elements: () => this.#elements.values(),
      size: this.#elements.size,
    };
    return [...index.writtenAfter(seq, space, { ...NO_IDS, concept: this.#last })].sort();
  }

  expected(seq: number): readonly ElementId[] {
    return [...new Set(this.#history.filter(([at]) => at > seq).map(([, id]) => id))].sort();
  }
}

interface Commit {
  readonly creates: number;
  readonly elsewhere: number;
  readonly rewrites: readonly number[];
}

const commits = fc.array(
  fc.record({
    creates: fc.nat(3),
    elsewhere: fc.oneof(fc.constant(0), fc.nat(30)),
    rewrites: fc.array(fc.nat(20), { maxLength: 3 }),
  }),
  { maxLength: 12 },
);

it("what was written after a sequence is what later commits wrote, also when asked between commits and after an image", () => {
  fc.assert(
    fc.property(commits, fc.nat(12), (made, askedAt) => {
      const written = new Written();
      for (const [at, commit] of made.entries()) {
        written.commit(at + 1, commit);
        if (at === askedAt) expect(written.after(at)).toEqual(written.expected(at));
      }
      const restored = new SequenceIndex();
      restored.restore(written.index.entries());
      for (let seq = 0; seq <= made.length; seq += 1) {
        expect(written.after(seq)).toEqual(written.expected(seq));
        expect(written.after(seq, restored)).toEqual(written.expected(seq));
      }
    }),
  );
});
