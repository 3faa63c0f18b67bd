import { describe, expect, it } from "vitest";
import { asElementId, type Element } from "../model/index.js";
import { codeOf, TestSpace } from "./test/space.js";

/** Alicia (C-1), Alice (C-2), Ali (C-3), Tea (C-4), a Counter (C-5); Alicia prefers Tea by her own word (P-1, A-1). */
function space(): TestSpace {
  const made = new TestSpace();
  made.run(`MUTATE {
    CREATE CONCEPT ?alicia { TYPE "Person" NAME "Alicia" SET FIELDS {key: "alicia"} SET ATTRIBUTES {visits: 1} }
    CREATE CONCEPT ?alice { TYPE "Person" NAME "Alice" SET FIELDS {key: "alice"} SET ATTRIBUTES {visits: 10} }
    CREATE CONCEPT ?ali { TYPE "Person" NAME "Ali" }
    CREATE CONCEPT ?tea { TYPE "Option" NAME "Tea" }
    CREATE CONCEPT ?n { TYPE "Counter" SET FIELDS {key: "n"} SET STRUCTURAL {("items", ?tea)} }
    CREATE EVIDENCE ?e { SET FIELDS {evidence_class: "message", payload: "tea"} }
    CREATE ACTIVITY ?x { SET FIELDS {activity_class: "inference"} }
    ASSERT (?alicia, "prefers", ?tea) {by: ?alicia, mode: "stated"}
  }`);
  return made;
}

const MERGE = 'MERGE CONCEPT "C-1" INTO "C-2"';

/** What a Space holds, without the marks of how many transactions it took and which decision redirected a reference. */
function heldBy(made: TestSpace): readonly unknown[] {
  const held = ({ _system, ...element }: Element) => {
    const supplied = (_system.input_references ?? []).map(({ path, supplied: as, resolved }) => [
      path,
      as,
      resolved,
    ]);
    return { ...element, state: _system.state, supplied };
  };
  return [...made.all()]
    .map((element) =>
      JSON.parse(JSON.stringify(held(element)).replaceAll(/2026-10-01T00:0\d/g, "2026-10-01T00:0N")),
    )
    .sort((left, right) => (left.id < right.id ? -1 : 1));
}

describe("Clauses beside a MERGE CONCEPT", () => {
  const CLAUSES = [
    'UPDATE "C-1" SET ATTRIBUTES {hat: 7}',
    'UPDATE "C-1" SET FACET "MnemonicState" {salience: 0.5}',
    'UPDATE ?c SET ATTRIBUTES {visits: ADD(?c.attributes.visits, 1)} WHERE { ?c {id: "C-1"} }',
    'UPDATE ?c SET ATTRIBUTES {hat: 7} WHERE { ?c {type: "Person", key: "alicia"} }',
    'UPDATE ?c SET ATTRIBUTES {hat: 7} WHERE { ?c {type: "Person"} }',
    'UPDATE ?c SET ATTRIBUTES {hat: 7} WHERE { ?c {type: "Person", name: "Alicia"} }',
    'UPDATE ?c SET ATTRIBUTES {hat: 7} WHERE { ?p (?c, "prefers", {id: "C-4"}) }',
    'UPDATE ?c SET ATTRIBUTES {hat: 7} WHERE { ?p (?c, "prefers", {id: "C-4"}) ?c {type: "Person"} }',
    'UPDATE ?o SET ATTRIBUTES {hat: 7} WHERE { ?p ({id: "C-2"}, "prefers", ?o) }',
    'UPSERT CONCEPT ?u { MATCH {type: "Person", key: "alicia"} SET ATTRIBUTES {hat: 7} }',
    'UPSERT CONCEPT ?u { MATCH {id: "C-1"} SET ATTRIBUTES {hat: 7} }',
    'UPSERT CONCEPT ?u { MATCH {type: "Person", key: "alicia"} } UPDATE ?u SET ATTRIBUTES {hat: 7}',
    'ENSURE PROPOSITION ?p ("C-2", "prefers", "C-4")',
    'ENSURE PROPOSITION ?p ("C-1", "prefers", "C-4")',
    'ENSURE PROPOSITION ?p ("C-1", "relates", "C-3") ENSURE PROPOSITION ?q ("C-2", "relates", "C-3")',
    'ENSURE PROPOSITION ?p ("C-3", "relates", "C-1")',
    'ENSURE PROPOSITION ?p ("C-3", "relates", ("C-2", "prefers", "C-4"))',
    'ASSERT ("C-1", "prefers", "C-4") {by: "C-3", mode: "stated", context: ["C-1"]}',
    'ASSERT ("C-3", "prefers", "C-4") {by: "C-1", mode: "stated"}',
    'ASSERT ("C-3", "prefers", "C-4") {by: {type: "Person", key: "alicia"}, mode: "stated"}',
    'ASSERT ("C-2", "prefers", "C-3") {by: "C-2", mode: "stated"} SUPERSEDING "A-1"',
    'CREATE CONCEPT ?m { TYPE "Counter" SET STRUCTURAL {("items", "C-1") ("owner", "C-1")} }',
    'CREATE EVIDENCE ?f { SET FIELDS {evidence_class: "message", payload: 1} SET STRUCTURAL {("source", "C-1")} }',
    'CREATE ACTIVITY ?y { SET FIELDS {activity_class: "import"} SET STRUCTURAL {("associated_actors", "C-1")} }',
    'CREATE ASSERTION ?b { SET FIELDS {proposition: "P-1", asserted_by: "C-1", stance: "support", mode: "stated"} }',
    'UPDATE "C-5" SET STRUCTURAL {("items", "C-1") {index: 0}}',
    'UPDATE "C-1" SET FIELDS {aliases: ["Alicia"]} UPDATE "C-2" SET ATTRIBUTES {hat: 7}',
    'TRANSITION "X-1" TO "completed" SET STRUCTURAL {("inputs", "C-1")}',
    'TRANSITION "C-1" TO "archived"',
    'TRANSITION ?c TO "archived" WHERE { ?c {type: "Person", name: "Alicia"} }',
    'SET RETENTION "C-1" {legal_hold: true}',
    'SET RETENTION ?c {legal_hold: true} WHERE { ?c {type: "Person"} }',
    'PURGE "E-1" CONFIRM "PURGE"',
    'PURGE PAYLOAD "E-1" CONFIRM "PURGE"',
  ];

  it.each(CLAUSES)("leave what they leave after it, wherever they stand: %s", (clause) => {
    const [after, before, later] = [space(), space(), space()];
    after.run(`MUTATE { ${MERGE} ${clause} }`);
    before.run(`MUTATE { ${clause} ${MERGE} }`);
    later.run(MERGE);
    later.run(`MUTATE { ${clause} }`);
    expect(heldBy(after)).toEqual(heldBy(later));
    expect(heldBy(before)).toEqual(heldBy(after));
  });

  it.each(CLAUSES)("leave the same in one atomic request: %s", (clause) => {
    const [together, later] = [space(), space()];
    const overlay = together.begin();
    together.execute(overlay, MERGE);
    together.execute(overlay, `MUTATE { ${clause} }`);
    together.commit(overlay);
    later.run(MERGE);
    later.run(`MUTATE { ${clause} }`);
    expect(heldBy(together)).toEqual(heldBy(later));
  });

  it.each([
    'UPDATE "C-1" SET ATTRIBUTES {hat: 7} EXPECT VERSION 2',
    'UPSERT CONCEPT ?u { MATCH {id: "C-1", key: "alicia"} SET ATTRIBUTES {hat: 7} }',
    'UPSERT CONCEPT ?u { MATCH {type: "Person", key: "alicia", name: "Alicia"} }',
    'ENSURE PROPOSITION ?p ("C-2", "prefers", "C-4") EXPECT VERSION 0',
    'ASSERT ("C-3", "prefers", "C-4") {by: "C-3", mode: "stated"} SUPERSEDING "A-1"',
  ])("are refused as they are after it: %s", (clause) => {
    const [together, later] = [space(), space()];
    later.run(MERGE);
    const code = codeOf(() => later.run(clause));
    expect(code).not.toBeNull();
    expect(codeOf(() => together.run(`MUTATE { ${clause} ${MERGE} }`))).toBe(code);
  });

  it("make no second Proposition of a tuple, and the merge says so", () => {
    const made = space();
    const { summary } = made.run(`MUTATE { ${MERGE} ENSURE PROPOSITION ?p ("C-2", "prefers", "C-4") }`);
    expect(summary).toMatchObject({
      handles: { p: "P-1" },
      created: 0,
      merges: [{ redirected_propositions: 1, colliding_tuples: 0 }],
    });
  });

  it("keep what they were written with, and the decision that redirected it", () => {
    const made = space();
    made.run(
      `MUTATE { ASSERT ("C-1", "timezone", "x") {by: "C-1", mode: "stated"} ${MERGE} UPDATE "C-1" SET ATTRIBUTES {hat: 7} }`,
    );
    const decision = {
      supplied: "C-1",
      resolved: "C-2",
      decision_id: "kip:space:test#2/C-1",
      identity_version: 1,
    };
    expect(made.get("assertion", "A-2")._system.input_references).toEqual([
      { ...decision, path: "fields.asserted_by", op_id: "1" },
      { ...decision, path: "proposition.subject", op_id: "1" },
    ]);
    expect(made.get("concept", "C-2")._system.input_references).toEqual([
      { ...decision, path: "target", op_id: "1" },
    ]);
    expect(made.state.identityDecisions(asElementId("C-1"))).toMatchObject([{ identity_version: 1 }]);
  });

  it("resolve through every merge of the block, new Concepts included, whatever the order", () => {
    const clauses = [
      'CREATE CONCEPT ?new { TYPE "Person" NAME "Al" SET ATTRIBUTES {visits: 3} }',
      'MERGE CONCEPT "C-1" INTO ?new',
      'MERGE CONCEPT ?new INTO "C-3"',
      'MERGE CONCEPT "C-2" INTO "C-3"',
      "UPDATE ?new SET ATTRIBUTES {hat: 7}",
      'ENSURE PROPOSITION ?p ("C-3", "prefers", "C-4")',
      'ENSURE PROPOSITION ?q (?new, "relates", "C-2")',
    ];
    const run = (order: readonly string[]) => {
      const made = space();
      const { summary } = made.run(`MUTATE { ${order.join(" ")} }`);
      expect(summary.handles).toMatchObject({ p: "P-1", new: "C-6" });
      return heldBy(made);
    };
    const held = run(clauses);
    expect(run([...clauses].reverse())).toEqual(held);
    expect(held).toContainEqual(expect.objectContaining({ id: "C-3", attributes: { hat: 7 } }));
    expect(held).toContainEqual(
      expect.objectContaining({ id: "C-6", attributes: { visits: 3 }, state: "merged" }),
    );
    expect(held).toContainEqual(
      expect.objectContaining({ id: "P-2", subject: { id: "C-3" }, object: { id: "C-3" } }),
    );
  });

  it("write to a Concept of the block that a stored one is merged into", () => {
    const made = space();
    const { summary } = made.run(`MUTATE {
      UPSERT CONCEPT ?u { MATCH {id: "C-1", type: "Person"} SET ATTRIBUTES {hat: 7} }
      MERGE CONCEPT ?u INTO ?new
      CREATE CONCEPT ?new { TYPE "Person" NAME "Al" }
    }`);
    expect(summary.handles).toEqual({ new: "C-6", u: "C-6" });
    expect(made.get("concept", "C-6").attributes).toEqual({ hat: 7 });
    expect(made.get("concept", "C-1").attributes).toEqual({ visits: 1 });
  });

  it("place what comes to be one reference once", () => {
    const block = (places: readonly [string, string]) =>
      `MUTATE { ${MERGE} UPDATE "C-5" SET STRUCTURAL {("items", "C-1")${places[0]} ("items", "C-2")${places[1]}} }`;
    const made = space();
    made.run(block(["", ""]));
    expect(Object.values(made.get("concept", "C-5").structural ?? {})).toEqual([
      [{ id: "C-4" }, { id: "C-2" }],
    ]);
    const twice = block([" {index: 0}", " {index: 1}"]);
    expect(codeOf(() => space().run(twice))).toBe("DuplicateMutationTarget");
  });

  it("may not contradict it: two targets of one source, or a write to what it keeps and erases", () => {
    for (const clause of [
      'MERGE CONCEPT "C-1" INTO "C-3"',
      'MERGE CONCEPT "C-1" INTO "C-3" MERGE CONCEPT "C-3" INTO "C-2"',
    ]) {
      for (const block of [`${MERGE} ${clause}`, `${clause} ${MERGE}`]) {
        expect(
          codeOf(() => space().run(`MUTATE { ${block} }`)),
          block,
        ).toBe("IdentityMergeConflict");
      }
    }
    const purge = 'PURGE "C-1" REFERENCE POLICY "tombstone_reference" CONFIRM "PURGE"';
    expect(codeOf(() => space().run(`MUTATE { ${MERGE} ${purge} }`))).toBe("DuplicateMutationTarget");
    expect(codeOf(() => space().run(`MUTATE { ${MERGE} ${purge.replace("C-1", "C-2")} }`))).toBe(
      "NotFoundOrNotVisible",
    );
    expect(
      codeOf(() =>
        space().run(
          `MUTATE { ${MERGE} UPDATE "C-1" SET ATTRIBUTES {hat: 7} UPDATE "C-2" SET ATTRIBUTES {hat: 8} }`,
        ),
      ),
    ).toBe("DuplicateMutationTarget");
  });
});
