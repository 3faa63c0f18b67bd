import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Element, JsonObject } from "../model/index.js";
import { errorOf, TestSpace } from "./test/space.js";

/** Properties run many commands, and a busy machine may take its time over them. */

const SETUP = `MUTATE {
  CREATE CONCEPT ?a { TYPE "Person" NAME "A" }
  CREATE CONCEPT ?b { TYPE "Person" NAME "B" }
  CREATE CONCEPT ?n { TYPE "Counter" SET ATTRIBUTES {count: 1} }
  CREATE EVIDENCE ?e { SET FIELDS {evidence_class: "message", payload: "x"} }
  ENSURE PROPOSITION ?p (?a, "timezone", "old")
  CREATE ASSERTION ?old { SET FIELDS {proposition: ?p, asserted_by: ?a, stance: "support", mode: "stated"} }
}`;

/** A fresh Space with two people, a counter, one Evidence and one claim by C-1 about a timezone. */
function populated(): TestSpace {
  const space = new TestSpace();
  space.run(SETUP);
  return space;
}

const instant = fc.integer({ min: 0, max: 4_000_000_000_000 }).map((ms) => new Date(ms).toISOString());
const person = fc.constantFrom("C-1", "C-2");

const claim = fc.record(
  {
    object: fc.string({ unit: "grapheme" }),
    by: person,
    mode: fc.constantFrom("stated", "observed", "inferred"),
    stance: fc.constantFrom("support", "reject", "uncertain"),
    confidence: fc.double({ min: 0, max: 1, noNaN: true }),
    at: instant,
    valid: fc.record({ from: fc.oneof(instant, fc.constant(null), fc.record({ latest: instant })) }),
    context: fc.uniqueArray(person),
    evidence: fc.constantFrom<unknown>("E-1", ["E-1"], { id: "E-1" }),
    key: fc.string({ minLength: 1 }),
  },
  { requiredKeys: ["object", "by", "mode"] },
);

describe("ASSERT", () => {
  it("commits exactly what its written-out MUTATE commits", () => {
    const fields: Readonly<Record<string, string>> = {
      by: "asserted_by",
      mode: "mode",
      stance: "stance",
      confidence: "confidence",
      at: "asserted_at",
      valid: "valid_time",
      context: "context_refs",
    };
    fc.assert(
      fc.property(claim, fc.boolean(), (drawn, superseding) => {
        const { object: _, key, evidence, ...members } = drawn;
        const parameters = drawn as unknown as JsonObject;
        const given = Object.keys(drawn).filter((name) => name !== "object");
        const sugar = `ASSERT ?new ("C-1", "timezone", :object) { ${given.map((name) => `${name}: :${name}`).join(", ")} }`;
        const set = Object.keys(members).map((name) => `${fields[name]}: :${name}`);
        if (!("stance" in members)) set.push('stance: "support"');
        const plain = `MUTATE {
          ENSURE PROPOSITION ?p ("C-1", "timezone", :object)
          CREATE ASSERTION ?new {
            ${key === undefined ? "" : "CLIENT KEY :key"}
            SET FIELDS { proposition: ?p, ${set.join(", ")} }
            ${evidence === undefined ? "" : 'SET STRUCTURAL { ("evidence", "E-1") {role: "support"} }'}
          }
          ${superseding ? 'TRANSITION "A-1" TO "superseded" BY ?new' : ""}
        }`;
        const [left, right] = [populated(), populated()];
        const sugared = errorOf(() =>
          left.run(superseding ? `${sugar} SUPERSEDING "A-1"` : sugar, parameters),
        );
        const written = errorOf(() => right.run(plain, parameters));
        expect(sugared?.code).toBe(written?.code);
        expect(left.all()).toEqual(right.all());
        if (key !== undefined && sugared === null) {
          // The client keys are bound alike too: each form is a retry of the other.
          expect(left.run(plain, parameters).effect).toBe(false);
        }
      }),
      { numRuns: 150 },
    );
  });
});

/** Clauses that refer to each other in both directions, and to what the Space already holds. */
const CLAUSES = [
  'CREATE CONCEPT ?carol { TYPE "Person" NAME "Carol" SET FIELDS {key: "carol"} }',
  'CREATE CONCEPT ?list { TYPE "Counter" SET ATTRIBUTES {count: 0} SET STRUCTURAL {("items", ?carol) {index: 1} ("items", "C-2") {index: 0}} }',
  'UPDATE ?list SET ATTRIBUTES {label: "made"} SET FACET "MnemonicState" {salience: 0.5}',
  'UPSERT CONCEPT ?dave { MATCH {type: "Person", key: "dave"} SET FIELDS {name: "Dave"} }',
  'UPSERT CONCEPT ?dave2 { MATCH {type: "Person", key: "dave"} SET ATTRIBUTES {display_name: "D"} }',
  'UPDATE "C-3" SET ATTRIBUTES {label: "n"} SET STRUCTURAL {("owner", ?dave)}',
  'UPDATE ?n SET ATTRIBUTES {count: ADD(?n.attributes.count, 41)} WHERE { ?n CONCEPT {type: "Counter"} }',
  'CREATE EVIDENCE ?note { SET FIELDS {evidence_class: "message", payload: "n"} SET STRUCTURAL {("generated_by", ?run) ("source", ?carol)} }',
  'CREATE ACTIVITY ?run { SET FIELDS {activity_class: "extraction"} SET STRUCTURAL {("outputs", ?note)} }',
  'TRANSITION ?run TO "completed" SET STRUCTURAL {("inputs", "E-1")}',
  'ENSURE PROPOSITION ?tz ("C-1", "timezone", "new")',
  'ENSURE PROPOSITION ?about (?carol, "relates", ?tz)',
  'ASSERT ?new ("C-1", "timezone", "new") {by: "C-1", mode: "stated", evidence: ?note} SUPERSEDING "A-1"',
  'TRANSITION "E-1" TO "corrected" BY ?note',
  'TRANSITION "A-1" TO "archived"',
  'SET RETENTION ?note {retention_class: "short"}',
  'TRANSITION "C-2" TO "archived"',
];

/** The state with new ids replaced by the handles that name them, in an order that ids do not decide. */
function named(space: TestSpace, handles: JsonObject): readonly unknown[] {
  // Of several handles for one element, the first by name stands for it.
  const pairs = Object.entries(handles).sort(([left], [right]) => (left < right ? 1 : -1));
  const names = new Map(pairs.map(([name, id]) => [id, `?${name}`]));
  const rename = (value: unknown): unknown => {
    if (typeof value === "string") return names.get(value) ?? value;
    if (Array.isArray(value)) return value.map(rename);
    if (typeof value !== "object" || value === null) return value;
    return Object.fromEntries(
      Object.entries(value).map(([key, item]) => [names.get(key) ?? key, rename(item)]),
    );
  };
  return space
    .all()
    .map((element: Element) => rename(element) as Element)
    .sort((left, right) => (left.id < right.id ? -1 : 1));
}

describe("MUTATE", () => {
  it("comes to the same whatever the order of its clauses", () => {
    const run = (clauses: readonly string[]) => {
      const space = populated();
      const { summary } = space.run(`MUTATE { ${clauses.join("\n")} }`);
      return named(space, summary.handles as JsonObject);
    };
    const expected = run(CLAUSES);
    fc.assert(
      fc.property(fc.shuffledSubarray(CLAUSES, { minLength: CLAUSES.length }), (clauses) => {
        expect(run(clauses)).toEqual(expected);
      }),
      { numRuns: 60 },
    );
  });

  it("leaves everything as it was when a clause is refused, wherever that clause stands", () => {
    const refused = fc.constantFrom(
      'CREATE CONCEPT ?bad { TYPE "Spaceship" }',
      'CREATE CONCEPT ?bad { TYPE "Experience" }',
      'UPDATE "A-1" SET ATTRIBUTES {x: 1}',
      'UPDATE "C-3" SET ATTRIBUTES {label: "other"}',
      'TRANSITION "C-1" TO "retracted"',
      'TRANSITION "A-1" TO "retracted"',
      'ENSURE PROPOSITION ("C-1", "timezone", 8)',
      'UPDATE "C-1" SET FIELDS {name: "x"} EXPECT VERSION 9',
      'ASSERT ("C-1", "timezone", "x") {by: "C-77", mode: "stated"}',
    );
    const space = populated();
    const before = JSON.stringify(space.all());
    fc.assert(
      fc.property(fc.shuffledSubarray(CLAUSES), refused, fc.nat(), (clauses, bad, at) => {
        const block = [...clauses];
        block.splice(at % (block.length + 1), 0, bad);
        const needed = CLAUSES.filter((clause) => !clauses.includes(clause));
        const overlay = space.begin();
        const { counters } = overlay;
        const error = errorOf(() => space.execute(overlay, `MUTATE { ${[...block, ...needed].join("\n")} }`));
        expect(error).not.toBeNull();
        expect(error?.hint).not.toBe("");
        expect(overlay.written()).toEqual([]);
        expect(overlay.boundClientKeys()).toEqual([]);
        expect(overlay.counters).toEqual(counters);
        expect(JSON.stringify(space.all())).toBe(before);
      }),
      { numRuns: 60 },
    );
  });
});

const COMMANDS = [
  'UPDATE "C-3" SET ATTRIBUTES {count: :n}',
  'UPDATE "C-3" SET ATTRIBUTES {label: :s}',
  'UPDATE "C-3" UNSET ATTRIBUTES {label}',
  'UPDATE "C-3" SET FACET "MnemonicState" {salience: :u}',
  'UPDATE "C-3" UNSET FACET "MnemonicState" {salience}',
  'UPDATE "C-3" SET STRUCTURAL {("items", :p)}',
  'UPDATE "C-3" UNSET STRUCTURAL {("items", :p)}',
  'SET RETENTION "C-3" {retention_class: :s}',
  'UPDATE "C-3" SET FIELDS {name: :s}',
];

describe("Versions", () => {
  it("move once with every transaction that changes the element, and each plane's with its own content", () => {
    const step = fc.record({ command: fc.constantFrom(...COMMANDS), n: fc.nat(3), p: person });
    fc.assert(
      fc.property(
        fc.array(fc.array(step, { minLength: 1, maxLength: 3 }), { maxLength: 12 }),
        (transactions) => {
          const space = populated();
          for (const steps of transactions) {
            const before = space.get("concept", "C-3");
            const overlay = space.begin();
            const outcomes = steps.map(({ command, n, p }) =>
              space.execute(overlay, command, { n, p, s: `s${n}`, u: n / 4 }),
            );
            const changes = outcomes.at(-1)?.changes ?? [];
            if (outcomes.some(({ effect }) => effect)) space.commit(overlay);
            const after = space.get("concept", "C-3");
            const { _system: _, ...content } = after;
            const { _system: __, ...earlier } = before;
            const changed = JSON.stringify(content) !== JSON.stringify(earlier);
            expect(after._system.version).toBe(before._system.version + (changed ? 1 : 0));
            expect(changes.map(({ id, new_version }) => [id, new_version])).toEqual(
              changed ? [["C-3", after._system.version]] : [],
            );
            const planes = (element: typeof after) => ({
              attributes: [element.name, element.attributes],
              structural: element.structural,
              retention: element.retention,
            });
            for (const plane of ["attributes", "structural", "retention"] as const) {
              const moved = JSON.stringify(planes(after)[plane]) !== JSON.stringify(planes(before)[plane]);
              expect(after._system.plane_versions[plane] ?? 0).toBe(
                (before._system.plane_versions[plane] ?? 0) + (moved ? 1 : 0),
              );
            }
            const facet = JSON.stringify(after.facets) !== JSON.stringify(before.facets);
            expect(after._system.plane_versions.facets?.MnemonicState ?? 0).toBe(
              (before._system.plane_versions.facets?.MnemonicState ?? 0) + (facet ? 1 : 0),
            );
          }
        },
      ),
      { numRuns: 60 },
    );
  });
});

const TEMPLATES = [
  "CREATE CONCEPT ?c { TYPE :a NAME :b CLIENT KEY :c }",
  'CREATE CONCEPT ?c { TYPE "Counter" SET FIELDS {key: :a, aliases: :b, canonical_id: :c} }',
  'CREATE CONCEPT ?c { TYPE "Person" SET ATTRIBUTES {x: :a} SET FACET "MnemonicState" {salience: :b} }',
  'CREATE CONCEPT ?c { TYPE "Counter" SET STRUCTURAL {(:a, :b) {index: :c}} }',
  'CREATE EVIDENCE ?e { SET FIELDS {evidence_class: "message", payload: :a, media_type: :b, content_digest: :c} }',
  'CREATE EVIDENCE ?e { SET FIELDS {evidence_class: :a, payload: "x", observed_at: :b} SET STRUCTURAL {("source", :c)} }',
  "CREATE ACTIVITY ?x { SET FIELDS {activity_class: :a, status: :b, started_at: :c} }",
  'CREATE ASSERTION ?s { SET FIELDS {proposition: "P-1", asserted_by: :a, stance: :b, mode: :c} }',
  'ASSERT (:a, "timezone", :b) {by: "C-1", mode: :c}',
  'ASSERT ("C-1", :a, :b) {by: "C-1", mode: "stated", evidence: :c}',
  'ASSERT ("C-1", "timezone", "x") {by: "C-1", mode: "stated", valid: :a, context: :b, key: :c}',
  'ASSERT ("C-1", "timezone", "x") {by: "C-1", mode: "stated", confidence: :a, at: :b} SUPERSEDING :c',
  'ENSURE PROPOSITION (:a, "relates", :b) EXPECT VERSION :c',
  "UPDATE :a SET ATTRIBUTES {x: ADD(:b, :c)} LIMIT :b",
  'UPDATE ?n SET ATTRIBUTES {count: CLAMP(:a, :b, :c)} WHERE { ?n CONCEPT {type: "Counter"} }',
  'UPDATE "C-3" SET FACET :a {salience: :b} EXPECT VERSION :c OF FACET :a',
  'UPDATE "C-3" UNSET STRUCTURAL {(:a, :b)} SET FIELDS {name: :c}',
  "UPSERT CONCEPT ?u { MATCH {type: :a, key: :b} SET FIELDS {name: :c} }",
  "TRANSITION :a TO :b BY :c",
  'TRANSITION "X-1" TO :a SET FIELDS {ended_at: :b} SET STRUCTURAL {("inputs", :c)}',
  "SET RETENTION :a {expires_at: :b, legal_hold: :c}",
];

const hostile = fc.oneof(
  fc.constantFrom<unknown>(
    "C-1",
    "C-3",
    "P-1",
    "A-1",
    "E-1",
    "X-9",
    "Person",
    "Counter",
    "timezone",
    "items",
    "MnemonicState",
  ),
  fc.constantFrom<unknown>(
    "stated",
    "support",
    "active",
    "retracted",
    "archived",
    "completed",
    "2026-01-01T00:00:00.000Z",
  ),
  fc.constantFrom<unknown>(
    { id: "C-1" },
    { type: "Person", key: "k" },
    { from: null },
    { from: "x" },
    [{ id: "E-1" }],
    { name: "A" },
  ),
  fc.jsonValue({ maxDepth: 3 }),
  fc.constantFrom<unknown>(0, -1, 0.5, 1, 2, 1e300, "", "__proto__", { __proto__: null, constructor: 1 }),
);

describe("Any bound value", () => {
  it("is written or refused with a code and a hint, and a refusal changes nothing", () => {
    const space = populated();
    const before = JSON.stringify(space.all());
    fc.assert(
      fc.property(fc.constantFrom(...TEMPLATES), hostile, hostile, hostile, (command, a, b, c) => {
        const overlay = space.begin();
        const error = errorOf(() => space.execute(overlay, command, { a, b, c } as JsonObject));
        if (error) {
          expect(error.code).not.toBe("InternalError");
          expect(error.hint.length).toBeGreaterThan(10);
          expect(overlay.written()).toEqual([]);
        }
        expect(JSON.stringify(space.all())).toBe(before);
      }),
      { numRuns: 1500 },
    );
  });
});
