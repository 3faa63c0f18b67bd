import { describe, expect, it } from "vitest";
import { codeOf, TestSpace } from "./test/space.js";

describe("MUTATE", () => {
  it("resolves handles before their declaration, across every kind of clause", () => {
    const space = new TestSpace();
    const { summary } = space.run(`MUTATE {
      TRANSITION ?old TO "superseded" BY ?new
      CREATE ASSERTION ?new {
        SET FIELDS {proposition: ?p, asserted_by: ?alice, stance: "support", mode: "stated", context_refs: [?work]}
        SET STRUCTURAL {("evidence", ?e) {role: "challenge"}}
      }
      CREATE ASSERTION ?old {
        SET FIELDS {proposition: ?q, asserted_by: ?alice, stance: "support", mode: "stated", context_refs: [?work]}
      }
      ENSURE PROPOSITION ?p (?alice, "prefers", ?dark)
      ENSURE PROPOSITION ?q (?alice, "prefers", ?light)
      CREATE EVIDENCE ?e { SET FIELDS {evidence_class: "message", payload: "x"} SET STRUCTURAL {("source", ?alice)} }
      UPDATE ?counter SET ATTRIBUTES {count: 2} SET STRUCTURAL {("items", ?dark) ("items", ?light) {index: 0}}
      CREATE CONCEPT ?counter { TYPE "Counter" SET ATTRIBUTES {label: "n"} }
      CREATE CONCEPT ?alice { TYPE "Person" NAME "Alice" }
      CREATE CONCEPT ?dark { TYPE "Option" NAME "Dark" }
      CREATE CONCEPT ?light { TYPE "Option" NAME "Light" }
      CREATE CONCEPT ?work { TYPE "Option" NAME "Work" }
    }`);
    const handles = summary.handles as Record<string, string>;
    expect(Object.keys(handles).sort()).toEqual(
      ["alice", "counter", "dark", "e", "light", "new", "old", "p", "q", "work"].sort(),
    );
    expect(space.get("assertion", handles.old!).lifecycle).toMatchObject({
      status: "superseded",
      superseded_by: [{ id: handles.new }],
    });
    expect(space.get("concept", handles.counter!)).toMatchObject({
      attributes: { label: "n", count: 2 },
      structural: { "kip://test/kml@1.0.0/items": [{ id: handles.light }, { id: handles.dark }] },
      _system: { version: 1 },
    });
    expect(space.all().every(({ _system }) => _system.version === 1 && _system.space_seq === 1)).toBe(true);
  });

  it("writes nothing when one clause fails", () => {
    const space = new TestSpace();
    const overlay = space.begin();
    const block = `MUTATE {
      CREATE CONCEPT ?ok { TYPE "Person" NAME "Rollback probe" CLIENT KEY "probe" }
      CREATE CONCEPT ?bad { TYPE "Experience" NAME "no goal" }
    }`;
    expect(codeOf(() => space.execute(overlay, block))).toBe("ConstraintViolation");
    expect(overlay.written()).toEqual([]);
    expect(overlay.boundClientKeys()).toEqual([]);
    expect(overlay.counters).toEqual(space.begin().counters);
  });

  it("refuses two clauses that leave a path with different values, and lets them agree", () => {
    const space = new TestSpace();
    space.run(
      'CREATE CONCEPT ?c { TYPE "Counter" SET FIELDS {key: "n"} SET ATTRIBUTES {count: 1, label: "a"} }',
    );
    const twice = (first: string, second: string) => () =>
      space.run(`MUTATE { UPDATE "C-1" ${first} UPDATE ?c ${second} WHERE { ?c CONCEPT {key: "n"} } }`);
    expect(codeOf(twice('SET FIELDS {name: "One"}', 'SET FIELDS {name: "Two"}'))).toBe(
      "DuplicateMutationTarget",
    );
    expect(codeOf(twice("SET ATTRIBUTES {count: 2}", "UNSET ATTRIBUTES {count}"))).toBe(
      "DuplicateMutationTarget",
    );
    expect(codeOf(twice("SET ATTRIBUTES {count: 2}", 'SET ATTRIBUTES {label: "b"}'))).toBeNull();
    expect(codeOf(twice("SET ATTRIBUTES {count: 3}", "SET ATTRIBUTES {count: 3}"))).toBeNull();
    expect(space.get("concept", "C-1")).toMatchObject({
      attributes: { count: 3, label: "b" },
      _system: { version: 3, plane_versions: { attributes: 3 } },
    });
  });

  it("refuses two different moves of one element", () => {
    const space = new TestSpace();
    space.run(
      'MUTATE { CREATE CONCEPT ?a { TYPE "Person" } ASSERT (?a, "timezone", "x") {by: ?a, mode: "stated"} }',
    );
    expect(
      codeOf(() => space.run('MUTATE { TRANSITION "C-1" TO "archived" TRANSITION "C-1" TO "tombstoned" }')),
    ).toBe("DuplicateMutationTarget");
    const { changes } = space.run(
      'MUTATE { TRANSITION "A-1" TO "archived" TRANSITION "A-1" TO "retracted" }',
    );
    expect(changes).toHaveLength(1);
    expect(space.get("assertion", "A-1")).toMatchObject({
      lifecycle: { status: "retracted" },
      _system: { state: "archived", version: 2 },
    });
  });

  it("selects from the state the command found, never from its own writes", () => {
    const space = new TestSpace();
    space.run('CREATE CONCEPT ?c { TYPE "Counter" SET ATTRIBUTES {count: 1} }');
    space.run(`MUTATE {
      CREATE CONCEPT ?d { TYPE "Counter" SET ATTRIBUTES {count: 1} }
      TRANSITION ?x TO "archived" WHERE { ?x CONCEPT {type: "Counter"} }
      UPDATE ?x SET ATTRIBUTES {count: ADD(?x.attributes.count, 1)} WHERE { ?x CONCEPT {type: "Counter"} }
    }`);
    expect(space.get("concept", "C-1")).toMatchObject({
      attributes: { count: 2 },
      _system: { state: "archived" },
    });
    expect(space.get("concept", "C-2")).toMatchObject({
      attributes: { count: 1 },
      _system: { state: "active" },
    });
  });

  it("selects, in a transaction, from what the commands before wrote", () => {
    const space = new TestSpace();
    const overlay = space.begin();
    space.execute(overlay, 'CREATE CONCEPT ?d { TYPE "Counter" SET ATTRIBUTES {count: 1} }');
    const update =
      'UPDATE ?x SET ATTRIBUTES {count: ADD(?x.attributes.count, 1)} WHERE { ?x {type: "Counter"} }';
    space.execute(overlay, update);
    const { summary } = space.execute(
      overlay,
      `MUTATE { ${update} TRANSITION ?x TO "archived" WHERE { ?x {type: "Counter", attributes: {count: 2}} } }`,
    );
    space.commit(overlay);
    expect(summary.matched).toBe(2);
    expect(space.get("concept", "C-1")).toMatchObject({
      attributes: { count: 3 },
      _system: { state: "archived", version: 1 },
    });
  });

  it("counts one version for a whole transaction, however many commands it has", () => {
    const space = new TestSpace();
    space.run('CREATE CONCEPT ?c { TYPE "Counter" SET ATTRIBUTES {count: 1} }');
    const overlay = space.begin();
    space.execute(overlay, 'UPDATE "C-1" SET ATTRIBUTES {count: 2}');
    space.execute(overlay, 'CREATE CONCEPT ?d { TYPE "Option" NAME "D" }');
    space.execute(overlay, 'UPDATE "C-2" SET FIELDS {name: "E"}');
    const { changes } = space.execute(
      overlay,
      'UPDATE "C-1" SET ATTRIBUTES {label: "x"} SET FIELDS {name: "N"}',
    );
    space.commit(overlay);
    expect(space.get("concept", "C-1")._system).toMatchObject({
      version: 2,
      plane_versions: { attributes: 2 },
    });
    expect(space.get("concept", "C-2")._system).toMatchObject({
      version: 1,
      plane_versions: { attributes: 1 },
    });
    expect(changes.map(({ op, id, touched }) => ({ op, id, touched }))).toEqual([
      { op: "update", id: "C-1", touched: ["attributes.count", "attributes.label", "fields.name"] },
      { op: "create", id: "C-2", touched: undefined },
    ]);
  });

  it("knows a value that was set back within the transaction as no change", () => {
    const space = new TestSpace();
    space.run('CREATE CONCEPT ?c { TYPE "Option" NAME "A" }');
    const overlay = space.begin();
    space.execute(overlay, 'UPDATE "C-1" SET FIELDS {name: "B"}');
    const { changes } = space.execute(overlay, 'UPDATE "C-1" SET FIELDS {name: "A"}');
    expect(changes).toEqual([]);
    expect(overlay.element("C-1" as never)).toEqual(space.get("concept", "C-1"));
  });
});
