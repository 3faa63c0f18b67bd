import fc, { type GeneratorValue } from "fast-check";
import { expect, test } from "vitest";
import type { Element, ElementId } from "../model/index.js";
import { RecordingView, type SpaceState } from "../state/index.js";
import { generateMemory, NAMES, PREDICATES } from "./generated.fixture.js";
import { acceptedQuery } from "./generated-query.fixture.js";
import type { Memory } from "./memory.fixture.js";
import { engineAnswer } from "./naive-oracle.fixture.js";

const PATIENCE = { timeout: 600_000 };
const CASES = 300;

/** Where a belief was read is no part of what is believed. */
const told = (answer: unknown): string =>
  JSON.stringify(answer, (member, value) => (member === "basis" ? value.next_invalid_at : value));

/** The elements of one random commit: something new, or another version of something. */
function commitOn(g: GeneratorValue, memory: Memory, state: SpaceState): readonly Element[] {
  const here = [...state.elements()];
  const concepts = here.filter((element) => element.kind === "concept");
  const anyConcept = () => concepts[g(fc.nat, concepts.length - 1)]!;
  const anything = here[g(fc.nat, here.length - 1)]!;
  const fresh = (id: ElementId) => memory.elements().filter((element) => element.id === id);
  switch (g(fc.nat, 7)) {
    case 0:
      return fresh(
        memory.concept(g(fc.constantFrom, "Person", "Stone"), g(fc.constantFrom, ...NAMES, "Dan")),
      );
    case 1:
      return fresh(memory.proposition(anyConcept().id, g(fc.constantFrom, ...PREDICATES), anyConcept().id));
    case 2:
      return fresh(memory.proposition(anyConcept().id, g(fc.constantFrom, ...PREDICATES), "cocoa"));
    case 3:
      return fresh(memory.assertion(anything.id, anyConcept().id));
    case 4:
      return fresh(memory.evidence("seen"));
    case 5:
      return [{ ...anyConcept(), name: g(fc.constantFrom, ...NAMES, "Eve") }];
    case 6: {
      const state = g(fc.constantFrom, "active", "archived");
      return [{ ...anything, _system: { ...anything._system, state } } as Element];
    }
    default: {
      const [older, newer] = [anyConcept(), anyConcept()].sort((a, b) => (a.id < b.id ? -1 : 1)) as [
        typeof anything & { kind: "concept" },
        typeof anything,
      ];
      const isFree = older.id !== newer.id && older.merged_into === null;
      return [isFree ? { ...older, merged_into: { id: newer.id } } : { ...older, attributes: { n: 2 } }];
    }
  }
}

test("a FIND whose recorded reads no commit touched has the same answer after it", PATIENCE, () => {
  let untouched = 0;
  let commits = 0;
  fc.assert(
    fc.property(fc.gen(), (g) => {
      const memory = generateMemory(g);
      const state = memory.view();
      const { text, command } = acceptedQuery(g);
      let recording = new RecordingView(state);
      let rows = told(engineAnswer(recording, command));
      expect(rows).toEqual(told(engineAnswer(state, command)));
      for (let at = g(fc.integer, { min: 1, max: 4 }); at > 0; at -= 1) {
        const written = { elements: commitOn(g, memory, state), clientKeys: [] };
        state.apply({ seq: state.seq + 1, ...written });
        commits += 1;
        const now = told(engineAnswer(state, command));
        if (recording.isTouchedBy(written)) {
          recording = new RecordingView(state);
          rows = told(engineAnswer(recording, command));
        } else {
          untouched += 1;
          expect(now, text).toEqual(rows);
        }
      }
    }),
    { numRuns: CASES },
  );
  // Neither answer may be the only one that is ever given.
  expect(untouched).toBeGreaterThan(commits / 20);
  expect(untouched).toBeLessThan(commits);
});
