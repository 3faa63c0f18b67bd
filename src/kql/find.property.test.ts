import fc from "fast-check";
import { beforeAll, describe, expect, test } from "vitest";
import type { FindCommand } from "../lang/index.js";
import type { ElementId, JsonValue } from "../model/index.js";
import type { FindPosition } from "./context.js";
import { evaluateFind } from "./find.js";
import { generateMemory, NAMES, PREDICATES } from "./generated.fixture.js";
import { acceptedQueries, PARAMETERS, textOf } from "./generated-query.fixture.js";
import { find, findOf, Memory, NOW } from "./memory.fixture.js";
import { comparable, engineAnswer, naiveAnswer } from "./naive-oracle.fixture.js";

/** Thousands of cases take seconds, and minutes on a machine that is busy with other things. */
const PATIENCE = { timeout: 600_000 };

/** Several to a memory: making one costs more than asking it. */
const COMPARED = 10_000;
const SHUFFLED = 2_400;
const PAGED = 1_280;
const EXTENDED = 1_280;
const PER_MEMORY = 8;

/**
 * The same cases in every run, so that a change is never blamed for a case that was not drawn before. PROPERTY_SEED=…
 * draws those of another seed, and PROPERTY_SEED=new some that nobody has seen yet.
 */
const { PROPERTY_SEED = "20261201" } = process.env;
const SEED = PROPERTY_SEED === "new" ? Date.now() % 2 ** 31 : Number(PROPERTY_SEED);
// Failures tell the query; smaller memories are found by hand, since each step of shrinking draws many queries anew.
fc.configureGlobal({ seed: SEED, endOnFailure: true });
beforeAll(() => console.info(`generated from the seed ${SEED}: PROPERTY_SEED=${SEED} draws it again`));

describe("generated queries over generated memories", () => {
  let hashed = 0;

  test("give what an evaluator without planner and indexes gives, errors too", PATIENCE, () => {
    let [some, errors] = [0, 0];
    fc.assert(
      fc.property(fc.gen(), (g) => {
        const memory = generateMemory(g);
        const view = memory.view();
        for (const { text, command } of acceptedQueries(g, PER_MEMORY)) {
          const found = engineAnswer(view, command);
          if (typeof found === "string") errors += 1;
          else if (found.length > 0) some += 1;
          expect(comparable(found), text).toEqual(comparable(naiveAnswer(view, memory.elements(), command)));
        }
      }),
      { numRuns: COMPARED / PER_MEMORY },
    );
    // Empty answers are alike too easily.
    expect(some).toBeGreaterThan(COMPARED / 6);
    expect(errors).toBeGreaterThan(0);
  });

  test(
    "give it through hash joins too, where many solutions share values and some elements are merged",
    PATIENCE,
    () => {
      fc.assert(
        fc.property(fc.gen(), (g) => {
          const memory = new Memory();
          const people = Array.from({ length: 40 }, (_, at) =>
            memory.concept(at % 3 === 0 ? "City" : "Person", NAMES[at % 3] ?? null, {
              attributes: { n: g(fc.nat, 8), m: g(fc.nat, 3) },
            }),
          );
          const someone = () => people[g(fc.nat, people.length - 1)] as ElementId;
          for (let at = 0; at < 40; at += 1)
            memory.proposition(someone(), g(fc.constantFrom, ...PREDICATES), someone());
          for (let at = g(fc.nat, 3); at > 0; at -= 1)
            memory.merge(people[at] as ElementId, people[at + 20] as ElementId);
          const text = g(
            fc.constantFrom,
            `FIND(?a.id, ?b.id) WHERE { ?a {attributes: {n: ?v}} ?b {type: "City", attributes: {n: ?v}} }`,
            `FIND(?a.id, ?b.id, ?v) WHERE { ?a {attributes: {n: ?v, m: ?w}} ?b {attributes: {n: ?w, m: ?v}} }`,
            `FIND(?a.id, ?c.id) WHERE { ?a {type: "Person"} ?b {attributes: {n: 1}} (?a, "knows", ?b) (?b, ?r, ?c) }`,
            `FIND(?a.id, COUNT(?b)) WHERE { ?a {} OPTIONAL { ?b {attributes: {n: ?v}} ?c {type: "City", attributes: {m: ?v}} (?a, "likes", ?c) } }`,
            `FIND(COUNT(?a)) WHERE { ?a {attributes: {n: ?v}} NOT { ?b {attributes: {m: ?v}} (?b, "knows", ?c) } }`,
          );
          const outcome = find(memory.view(), text);
          hashed += outcome.plan.filter(({ access }) => access.startsWith("hash")).length;
          const expected = naiveAnswer(memory.view(), memory.elements(), findOf(text));
          expect(comparable(outcome.rows), text).toEqual(comparable(expected));
        }),
        { numRuns: 100 },
      );
      expect(hashed).toBeGreaterThan(0);
    },
  );

  test(
    "give the same rows whatever the order of patterns and filters between two boundaries",
    PATIENCE,
    () => {
      fc.assert(
        fc.property(fc.gen(), (g) => {
          const view = generateMemory(g).view();
          for (const query of acceptedQueries(g, PER_MEMORY)) {
            const parts = query.parts.map(({ clauses, boundary }) => ({
              clauses: g(() => fc.shuffledSubarray([...clauses], { minLength: clauses.length })),
              boundary,
            }));
            const shuffled = textOf({ ...query, parts });
            const expected = comparable(engineAnswer(view, query.command));
            expect(comparable(engineAnswer(view, findOf(shuffled))), shuffled).toEqual(expected);
          }
        }),
        { numRuns: SHUFFLED / PER_MEMORY },
      );
    },
  );

  test("give the unpaged rows in pages of any size, in the order that was asked for", PATIENCE, () => {
    fc.assert(
      fc.property(fc.gen(), fc.integer({ min: 1, max: 7 }), (g, size) => {
        const view = generateMemory(g).view();
        for (const { text, command } of acceptedQueries(g, PER_MEMORY)) {
          const whole = engineAnswer(view, command);
          if (typeof whole === "string") continue;
          const limited = findOf(`${text} LIMIT ${size}`);
          const paged: JsonValue[] = [];
          let position: FindPosition | null = null;
          do {
            const at: { position?: FindPosition } = position ? { position } : {};
            const page = evaluateFind(view, limited, { parameters: PARAMETERS, now: NOW, ...at });
            expect(page.rows.length).toBeLessThanOrEqual(size);
            expect(page.total).toBe(whole.length);
            paged.push(...page.rows);
            position = page.next;
          } while (position);
          expect(paged, text).toEqual(whole);
          expect(isInOrder(command, whole), text).toBe(true);
        }
      }),
      { numRuns: PAGED / PER_MEMORY },
    );
  });

  test("give the same rows when elements are added that they have nothing to do with", PATIENCE, () => {
    fc.assert(
      fc.property(fc.gen(), (g) => {
        const memory = generateMemory(g);
        const before = memory.view();
        const stone = memory.concept("Stone", null, { state: "tombstoned" });
        memory.evidence("of nothing", { state: "tombstoned" });
        memory.activity({ state: "tombstoned", inputs: [{ id: stone }] });
        const lost = memory.proposition(stone, "contradicts", "nothing", { state: "tombstoned" });
        memory.assertion(lost, stone, { state: "tombstoned" });
        const after = memory.view();
        for (const { text, command } of acceptedQueries(g, PER_MEMORY)) {
          // Out of recall and referred to by each other alone: states, ids, zero hops and open edges can find them.
          if (/state|\{0|\bid: |STRUCTURAL|BELIEF/.test(text)) continue;
          const expected = comparable(engineAnswer(before, command));
          expect(comparable(engineAnswer(after, command)), text).toEqual(expected);
        }
      }),
      { numRuns: EXTENDED / PER_MEMORY },
    );
  });
});

/** Whether the rows are in the order of those sort keys that are columns; of unlike types any comes first (§44.7). */
function isInOrder({ projections, orderBy }: FindCommand, rows: readonly JsonValue[]): boolean {
  const written = projections.map(shapeOf);
  const keys = orderBy.map(({ key, direction }) => ({ at: written.indexOf(shapeOf(key)), direction }));
  if (keys.some(({ at }) => at === -1)) return true;
  const cell = (row: JsonValue | undefined, at: number) =>
    (projections.length === 1 ? row : (row as readonly JsonValue[])[at]) ?? null;
  return rows.slice(1).every((row, before) => {
    for (const { at, direction } of keys) {
      const [left, right] = [cell(rows[before], at), cell(row, at)];
      if (left === null && right === null) continue;
      if (left === null || right === null) return right === null;
      if (typeof left !== typeof right) return true;
      if (left !== right) return left < right === (direction === "ASC");
    }
    return true;
  });
}

/** An expression without the places of its parts. */
const shapeOf = (node: unknown): string =>
  JSON.stringify(node, (key, value) => (key === "from" || key === "to" ? undefined : value));
