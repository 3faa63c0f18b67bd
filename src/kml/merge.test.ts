import { describe, expect, it } from "vitest";
import { asElementId } from "../model/index.js";
import { canonicalId } from "../state/index.js";
import { codeOf, errorOf, TestSpace } from "./test/space.js";

/** Alicia (C-1), Alice (C-2), Ali (C-3), Tea (C-4): Alicia prefers Tea by her own word (P-1, A-1). */
function space(): TestSpace {
  const made = new TestSpace();
  made.run(`MUTATE {
    CREATE CONCEPT ?alicia { TYPE "Person" NAME "Alicia" SET FIELDS {key: "alicia"} SET ATTRIBUTES {shoe: 40} }
    CREATE CONCEPT ?alice { TYPE "Person" NAME "Alice" SET FIELDS {key: "alice"} }
    CREATE CONCEPT ?ali { TYPE "Person" NAME "Ali" }
    CREATE CONCEPT ?tea { TYPE "Option" NAME "Tea" }
    ASSERT (?alicia, "prefers", ?tea) {by: ?alicia, mode: "stated"}
  }`);
  return made;
}

const resolved = (made: TestSpace, id: string) => canonicalId(made.state, asElementId(id));

describe("MERGE CONCEPT", () => {
  it("redirects the source and rewrites nothing that was recorded", () => {
    const made = space();
    const before = made.all().filter(({ id }) => id !== "C-1");
    const { summary, changes } = made.run('MERGE CONCEPT "C-1" INTO "C-2"');
    expect(made.get("concept", "C-1")).toMatchObject({
      name: "Alicia",
      key: "alicia",
      attributes: { shoe: 40 },
      merged_into: { id: "C-2" },
      _system: { version: 2, state: "merged" },
    });
    expect(made.all().filter(({ id }) => id !== "C-1")).toEqual(before);
    expect(changes).toEqual([
      {
        op: "merge",
        kind: "concept",
        id: "C-1",
        schema_ref: "kip://profiles/cognitive-memory@2.0.0/Person",
        old_version: 1,
        new_version: 2,
        refs: { merged_into: "C-2" },
        touched: ["fields.merged_into"],
      },
    ]);
    expect(summary.merges).toEqual([
      {
        source: "C-1",
        target: "C-2",
        canonical_target: "C-2",
        decision_id: "kip:space:test#2/C-1",
        redirected_propositions: 1,
        colliding_tuples: 0,
      },
    ]);
  });

  it("keeps the decision with the Space", () => {
    const made = space();
    made.run('MERGE CONCEPT "C-1" INTO "C-2"');
    expect(made.state.identityDecisions(asElementId("C-2"))).toEqual([
      expect.objectContaining({
        decision_id: "kip:space:test#2/C-1",
        source: "C-1",
        target: "C-2",
        canonical_target: "C-2",
        principal_id: "owner",
        basis: { snapshot_seq: 1 },
        space_seq: 2,
        identity_version: 1,
        withdrawn: null,
      }),
    ]);
    expect(made.state.identityVersion).toBe(1);
    made.run('ASSERT ("C-1", "timezone", "+08:00") {by: "C-1", mode: "stated"}');
    expect(made.get("assertion", "A-2")._system.input_references).toMatchObject([
      { supplied: "C-1", resolved: "C-2", decision_id: "kip:space:test#2/C-1", identity_version: 1 },
      { supplied: "C-1", path: "proposition.subject" },
    ]);
  });

  it("matches stored tuples under either name, and shows both ends", () => {
    const made = space();
    made.run('MERGE CONCEPT "C-1" INTO "C-2"');
    for (const id of ["C-1", "C-2"]) {
      expect(
        made.find('FIND(?p.id, ?p.subject.id, ?p.canonical_subject.id) WHERE { ?p (:who, "prefers", ?o) }', {
          who: id,
        }),
      ).toEqual([["P-1", "C-1", "C-2"]]);
    }
    made.run('ENSURE PROPOSITION ?p ("C-2", "prefers", "C-4")');
    expect(made.find('FIND(COUNT(?p)) WHERE { ?p (?s, "prefers", ?o) }')).toEqual([1]);
  });

  it("says which tuples came to be one, and keeps both with their claims", () => {
    const made = space();
    made.run('ASSERT ("C-2", "prefers", "C-4") {by: "C-3", mode: "stated"}');
    const { summary } = made.run('MERGE CONCEPT "C-1" INTO "C-2"');
    expect(summary.merges).toMatchObject([
      { redirected_propositions: 1, colliding_tuples: 1, collisions: [["P-1", "P-2"]] },
    ]);
    expect(made.find("FIND(?a.id, ?a.proposition.id) WHERE { ?a ASSERTION {} }")).toEqual([
      ["A-1", "P-1"],
      ["A-2", "P-2"],
    ]);
  });

  it("follows chains, and knows what a chain already says", () => {
    const made = space();
    made.run('MERGE CONCEPT "C-1" INTO "C-2"');
    const { changes, summary } = made.run('MERGE CONCEPT "C-3" INTO "C-1"');
    expect(made.get("concept", "C-3").merged_into).toEqual({ id: "C-1" });
    expect(changes).toMatchObject([{ op: "merge", refs: { merged_into: "C-2" } }]);
    expect(summary.merges).toMatchObject([{ target: "C-1", canonical_target: "C-2" }]);
    expect(resolved(made, "C-3")).toBe("C-2");
    for (const again of ['"C-3" INTO "C-2"', '"C-3" INTO "C-1"', '"C-1" INTO "C-2"', '"C-2" INTO "C-2"']) {
      expect(made.run(`MERGE CONCEPT ${again}`).effect, again).toBe(false);
    }
  });

  it("refuses a circle, a second target and another type", () => {
    const made = space();
    made.run('MERGE CONCEPT "C-1" INTO "C-2"');
    for (const command of [
      'MERGE CONCEPT "C-2" INTO "C-1"',
      'MERGE CONCEPT "C-1" INTO "C-3"',
      'MERGE CONCEPT "C-3" INTO "C-4"',
      'MUTATE { MERGE CONCEPT "C-2" INTO "C-3" MERGE CONCEPT "C-3" INTO "C-1" }',
    ]) {
      expect(
        codeOf(() => made.run(command)),
        command,
      ).toBe("IdentityMergeConflict");
    }
    expect(
      codeOf(() => made.run('MUTATE { MERGE CONCEPT "C-2" INTO "C-3" MERGE CONCEPT "C-3" INTO "C-2" }')),
    ).toBe("IdentityMergeConflict");
  });

  it("takes endpoints that identity tells apart, and no others", () => {
    const made = space();
    made.run('UPDATE "C-3" SET FIELDS {name: "Alice"}');
    const merge = (target: string) =>
      `MERGE CONCEPT ?s INTO ?t WHERE { ?s {key: "alicia"} ?t CONCEPT ${target} }`;
    expect(errorOf(() => made.run(merge('{name: "Alice"}')))).toMatchObject({
      code: "IdentityMergeConflict",
      details: { endpoint: "target", candidates: ["C-2", "C-3"] },
    });
    expect(codeOf(() => made.run(merge('{key: "nobody"}')))).toBe("NotFoundOrNotVisible");
    expect(codeOf(() => made.run('MERGE CONCEPT "C-1" INTO "C-99"'))).toBe("NotFoundOrNotVisible");
    expect(codeOf(() => made.run('MERGE CONCEPT "P-1" INTO "C-2"'))).toBe("TypeMismatch");
    expect(made.run(merge('{key: "alice"}')).effect).toBe(true);
  });

  it("lets WHERE guard endpoints that are named, and EXPECT VERSION the source", () => {
    const made = space();
    const guarded = 'MERGE CONCEPT "C-1" INTO "C-2" WHERE { ?x {id: "C-1", name: "Somebody"} }';
    expect(made.run(guarded)).toMatchObject({ effect: false, summary: { matched: 0 } });
    expect(codeOf(() => made.run('MERGE CONCEPT "C-1" INTO "C-2" EXPECT VERSION 9'))).toBe("VersionConflict");
    expect(made.run('MERGE CONCEPT "C-1" INTO "C-2" EXPECT VERSION 1').effect).toBe(true);
  });

  it("never moves $self, and takes nothing that is gone", () => {
    const made = space();
    made.state.designateSelf(asElementId("C-1"));
    expect(errorOf(() => made.run('MERGE CONCEPT "C-1" INTO "C-2"'))?.hint).toContain(
      'MERGE CONCEPT "C-2" INTO "C-1"',
    );
    made.run('TRANSITION "C-2" TO "tombstoned"');
    made.run('PURGE "C-3" CONFIRM "PURGE"');
    for (const merge of ['"C-2" INTO "C-1"', '"C-3" INTO "C-1"', '"C-1" INTO "C-2"', '"C-1" INTO "C-3"']) {
      made.state.designateSelf(null);
      expect(
        codeOf(() => made.run(`MERGE CONCEPT ${merge}`)),
        merge,
      ).toBe("NotFoundOrNotVisible");
    }
  });

  it("comes to the same in one block whatever the order, with other clauses beside it", () => {
    const clauses = [
      'MERGE CONCEPT "C-1" INTO "C-2"',
      'MERGE CONCEPT "C-2" INTO "C-3"',
      'UPDATE "C-3" SET FIELDS {aliases: ["Alicia", "Alice"]}',
    ];
    const run = (order: readonly string[]) => {
      const made = space();
      const { summary } = made.run(`MUTATE { ${order.join("\n")} }`);
      return { all: made.all(), summary: JSON.stringify(summary.merges).split("},{").sort() };
    };
    const [forwards, backwards] = [run(clauses), run([...clauses].reverse())];
    const byId = ({ all }: ReturnType<typeof run>) => [...all].sort((a, b) => (a.id < b.id ? -1 : 1));
    expect(byId(forwards)).toEqual(byId(backwards));
  });

  it("redirects ordinary writes, and leaves statements about bytes with what they name", () => {
    const made = space();
    made.run('MERGE CONCEPT "C-1" INTO "C-2"');
    made.run('UPDATE ?c SET ATTRIBUTES {hat: 7} WHERE { ?c {key: "alicia"} }');
    made.run('UPSERT CONCEPT ?c { MATCH {type: "Person", key: "alicia"} SET ATTRIBUTES {cup: 1} }');
    expect(made.get("concept", "C-1").attributes).toEqual({ shoe: 40 });
    expect(made.get("concept", "C-2").attributes).toEqual({ hat: 7, cup: 1 });
    made.run('SET RETENTION "C-1" {legal_hold: true}');
    expect(
      [made.get("concept", "C-1"), made.get("concept", "C-2")].map((c) => c.retention.legal_hold),
    ).toEqual([true, false]);
    made.run('SET RETENTION "C-1" {legal_hold: false}');
    made.run('PURGE "C-1" REFERENCE POLICY "tombstone_reference" CONFIRM "PURGE"');
    expect(made.get("concept", "C-2").name).toBe("Alice");
    // What was recorded under the purged name still resolves to the one that is left.
    expect(made.find('FIND(?p.canonical_subject.id) WHERE { ?p ("C-2", "prefers", ?o) }')).toEqual(["C-2"]);
    expect(codeOf(() => made.run('PURGE "C-2" CONFIRM "PURGE"'))).toBe(null);
  });

  it.each([
    ['TRANSITION %s TO "tombstoned"', "tombstoned"],
    ["SET RETENTION %s {legal_hold: true}", "merged"],
    ['PURGE %s REFERENCE POLICY "tombstone_reference" CONFIRM "PURGE"', "purged"],
  ])("leaves what is about a record with the record that is named or found: %s", (statement, state) => {
    const where = 'WHERE { ?c {type: "Person", name: "Alicia"} }';
    const found = statement.replace("%s", "?c").replace(/ (REFERENCE|$)/, ` ${where} $1`);
    const bulk = found === statement.replace("%s", "?c") ? `${found} ${where}` : found;
    for (const command of [statement.replace("%s", '"C-1"'), bulk]) {
      const made = space();
      made.run('MERGE CONCEPT "C-1" INTO "C-2"');
      made.run(command);
      expect(made.get("concept", "C-1")._system, command).toMatchObject({ version: 3, state });
      expect(made.get("concept", "C-2")._system, command).toMatchObject({ version: 1, state: "active" });
    }
  });

  it("takes what is written to an identity, however it is named, and leaves a description to what it describes", () => {
    const target = (clause: string) => {
      const made = space();
      made.run('MERGE CONCEPT "C-1" INTO "C-2"');
      const { summary } = made.run(clause);
      return [
        summary.matched,
        made
          .all()
          .filter((c) => c.kind === "concept" && c.attributes.hat === 7)
          .map(({ id }) => id),
      ];
    };
    const update = (where: string) => `UPDATE ?c SET ATTRIBUTES {hat: 7} WHERE { ${where} }`;
    for (const named of [
      'UPDATE "C-1" SET ATTRIBUTES {hat: 7}',
      update('?c {id: "C-1"}'),
      update('?c {type: "Person", key: "alicia"}'),
      update('?c {id: "C-1"} FILTER(?c.attributes.shoe == 40)'),
      update('?x {type: "Nobody"} UNION { ?c {id: "C-1"} }'.replace("Nobody", "Counter")),
      update('?p (?c, "prefers", {id: "C-4"})'),
    ]) {
      expect(target(named), named).toEqual([1, ["C-2"]]);
    }
    expect(target(update('?c {type: "Person", name: "Alicia"}'))).toEqual([0, []]);
    expect(target(update('?c {type: "Person"} FILTER(?c.attributes.shoe == 40)'))).toEqual([0, []]);
    expect(target(update('?c {type: "Person"} NOT { ?c {id: "C-3"} }'))).toEqual([1, ["C-2"]]);
    expect(target(update('?c {type: "Person"}'))).toEqual([2, ["C-2", "C-3"]]);
  });

  it("keeps a marking sweep from coming back to what its mark cannot reach", () => {
    const made = space();
    made.run('MERGE CONCEPT "C-1" INTO "C-2"');
    const sweep = () =>
      made.run(
        'UPDATE ?c SET ATTRIBUTES {cycle: "1"} WHERE { ?c {type: "Person"} FILTER(IS_NULL(?c.attributes.cycle)) } LIMIT 1',
      ).summary.matched;
    expect([sweep(), sweep(), sweep()]).toEqual([1, 1, 0]);
  });

  it("adds and removes references of the identity that is named, on a described one only where it is found", () => {
    const made = space();
    made.run(`MUTATE {
      CREATE CONCEPT ?old { TYPE "Counter" NAME "old" }
      CREATE CONCEPT ?new { TYPE "Counter" NAME "new" }
      MERGE CONCEPT ?old INTO ?new
    }`);
    made.run('UPDATE "C-5" SET STRUCTURAL {("items", "C-4")}');
    made.run('UPDATE ?c SET STRUCTURAL {("owner", "C-4")} WHERE { ?c {type: "Counter", name: "old"} }');
    const held = (id: string) => Object.values(made.get("concept", id).structural ?? {});
    expect([held("C-5"), held("C-6")]).toEqual([[], [[{ id: "C-4" }]]]);
  });
});
