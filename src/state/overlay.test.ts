import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Element, elementId, NO_IDS } from "../model/index.js";
import { assertion, concept, proposition, space } from "./elements.fixture.js";
import { emptyEnvironment } from "./environment.fixture.js";
import { indexKeysOf } from "./index-keys.js";
import { StateOverlay } from "./overlay.js";
import { SpaceState } from "./space-state.js";

/** Elements of three kinds over few ids, so that later versions of one id are common. */
const element: fc.Arbitrary<Element> = fc.oneof(
  fc
    .record({
      ordinal: fc.integer({ min: 1, max: 4 }),
      name: fc.constantFrom("a", "b"),
      key: fc.constantFrom("k", "l"),
    })
    .map(({ ordinal, name, key }) => concept(ordinal, { name, key, aliases: [name] })),
  fc
    .tuple(fc.integer({ min: 1, max: 3 }), fc.integer({ min: 1, max: 4 }), fc.integer({ min: 1, max: 4 }))
    .map(([ordinal, subject, object]) =>
      proposition(ordinal, elementId("concept", subject), { id: elementId("concept", object) }),
    ),
  fc
    .tuple(fc.integer({ min: 1, max: 3 }), fc.integer({ min: 1, max: 3 }), fc.integer({ min: 1, max: 4 }))
    .map(([ordinal, about, by]) =>
      assertion(ordinal, elementId("proposition", about), elementId("concept", by)),
    ),
);

const batch = fc.array(element, { maxLength: 12 });

function stateOf(...batches: (readonly Element[])[]): SpaceState {
  const state = new SpaceState(space, emptyEnvironment());
  batches.forEach((elements, index) => {
    state.apply({ seq: index + 1, elements, clientKeys: [] });
  });
  return state;
}

const sorted = (ids: Iterable<string>) => [...ids].sort();

describe("an overlay", () => {
  it("answers every lookup as the state will once its writes are committed", () => {
    fc.assert(
      fc.property(batch, batch, (committed, tentative) => {
        const overlay = new StateOverlay(stateOf(committed), NO_IDS);
        for (const written of tentative) overlay.put(written);
        const afterwards = stateOf(committed, overlay.written());
        for (const key of [...committed, ...tentative].flatMap((any) => [...indexKeysOf(any)])) {
          expect(sorted(overlay.lookup(key))).toEqual(sorted(afterwards.lookup(key)));
          expect(overlay.estimate(key)).toBeGreaterThanOrEqual(sorted(overlay.lookup(key)).length);
        }
        for (const { id } of [...committed, ...tentative]) {
          expect(overlay.element(id)).toEqual(afterwards.element(id));
        }
      }),
    );
  });

  it("leaves the state beneath it as it was", () => {
    fc.assert(
      fc.property(batch, batch, (committed, tentative) => {
        const state = stateOf(committed);
        const overlay = new StateOverlay(state, NO_IDS);
        for (const written of tentative) overlay.put(written);
        const untouched = stateOf(committed);
        for (const key of [...committed, ...tentative].flatMap((any) => [...indexKeysOf(any)])) {
          expect([...state.lookup(key)]).toEqual([...untouched.lookup(key)]);
        }
      }),
    );
  });

  it("hands out ids after those of the Nexus, kind by kind", () => {
    const overlay = new StateOverlay(stateOf(), { ...NO_IDS, concept: 7 });
    expect([overlay.allocate("concept"), overlay.allocate("concept"), overlay.allocate("evidence")]).toEqual([
      "C-8",
      "C-9",
      "E-1",
    ]);
  });
});

describe("the committed state", () => {
  it("files an element only under the keys of its newest version", () => {
    fc.assert(
      fc.property(fc.array(batch, { maxLength: 5 }), (batches) => {
        const state = stateOf(...batches);
        const newest = new Map(batches.flat().map((any) => [any.id, any]));
        for (const key of batches.flat().flatMap((any) => [...indexKeysOf(any)])) {
          const expected = [...newest.values()]
            .filter((any) => indexKeysOf(any).has(key))
            .map(({ id }) => id);
          expect(sorted(state.lookup(key))).toEqual(sorted(expected));
        }
      }),
    );
  });

  it("refuses a commit that would leave a gap in the sequence", () => {
    expect(() => stateOf().apply({ seq: 2, elements: [], clientKeys: [] })).toThrow();
  });
});
