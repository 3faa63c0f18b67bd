import { describe, expect, it } from "vitest";
import { codeOf, errorOf, TestSpace } from "./test/space.js";

function records(): TestSpace {
  const space = new TestSpace();
  space.run(`MUTATE {
    CREATE CONCEPT ?alice { TYPE "Person" NAME "Alice" }
    ASSERT (?alice, "timezone", "+08:00") {by: ?alice, mode: "stated"}
    CREATE EVIDENCE ?e1 { SET FIELDS {evidence_class: "message", payload: "1"} }
    CREATE EVIDENCE ?e2 { SET FIELDS {evidence_class: "message", payload: "2"} }
    CREATE EVIDENCE ?e3 { SET FIELDS {evidence_class: "message", payload: "3"} }
    CREATE ACTIVITY ?x { SET FIELDS {activity_class: "inference"} SET STRUCTURAL {("inputs", ?e1)} }
  }`);
  return space;
}

describe("TRANSITION of an Assertion", () => {
  it("withdraws a claim and keeps what it said", () => {
    const space = records();
    const { changes } = space.run('TRANSITION ?a TO "retracted" WHERE { ?a ASSERTION {} }');
    expect(space.get("assertion", "A-1")).toMatchObject({
      stance: "support",
      lifecycle: { status: "retracted", retracted_at: "2026-10-01T00:01:00.000Z" },
      _system: {
        state: "retracted",
        version: 2,
        plane_versions: { attributes: 1 },
        updated_tx: "kip:space:test#2",
      },
    });
    expect(changes).toEqual([
      {
        op: "lifecycle",
        kind: "assertion",
        id: "A-1",
        old_version: 1,
        new_version: 2,
        state: { from: "active", to: "retracted" },
        refs: { proposition: "P-1" },
        touched: ["fields.retracted_at", "fields.status"],
      },
    ]);
  });

  it("takes a move to the state already held as no effect, and refuses one out of it", () => {
    const space = records();
    space.run('TRANSITION "A-1" TO "retracted"');
    expect(space.run('TRANSITION "A-1" TO "retracted"')).toMatchObject({ effect: false, changes: [] });
    const error = errorOf(() => space.run('TRANSITION "A-1" TO "superseded" BY "A-1"'));
    expect(error?.code).toBe("InvalidLifecycleTransition");
    expect(error?.details).toMatchObject({ from: "retracted", to: "superseded" });
  });

  it("keeps a withdrawn claim out of recall once it was archived", () => {
    const space = records();
    space.run('TRANSITION "A-1" TO "archived"');
    space.run('TRANSITION "A-1" TO "retracted"');
    expect(space.get("assertion", "A-1")).toMatchObject({
      lifecycle: { status: "retracted" },
      _system: { state: "archived" },
    });
  });
});

describe("TRANSITION of Evidence", () => {
  it("records a correction on both ends", () => {
    const space = records();
    space.run('TRANSITION "E-1" TO "corrected" BY "E-2"');
    expect(space.get("evidence", "E-1").lifecycle).toEqual({
      status: "corrected",
      corrects: [],
      corrected_by: [{ id: "E-2" }],
    });
    expect(space.get("evidence", "E-2").lifecycle.corrects).toEqual([{ id: "E-1" }]);
    expect(space.run('TRANSITION "E-1" TO "corrected" BY "E-2"').effect).toBe(false);
  });

  it("refuses a second correction, a circle, and a correction by something else", () => {
    const space = records();
    space.run('TRANSITION "E-1" TO "corrected" BY "E-2"');
    expect(errorOf(() => space.run('TRANSITION "E-1" TO "corrected" BY "E-3"'))).toMatchObject({
      code: "EvidenceCorrectionConflict",
      hint: expect.stringContaining("E-2"),
    });
    expect(codeOf(() => space.run('TRANSITION "E-2" TO "corrected" BY "E-1"'))).toBe(
      "EvidenceCorrectionConflict",
    );
    expect(codeOf(() => space.run('TRANSITION "E-2" TO "corrected" BY "C-1"'))).toBe("TypeMismatch");
    expect(codeOf(() => space.run('TRANSITION "E-2" TO "corrected" BY "E-2"'))).toBe("TypeMismatch");
  });
});

describe("TRANSITION of an Activity", () => {
  it("finalizes fields and references in the move", () => {
    const space = records();
    space.run('TRANSITION "X-1" TO "running" SET FIELDS {started_at: "2026-09-01T00:00:00.000Z"}');
    const { changes } = space.run(
      'TRANSITION "X-1" TO "completed" SET FIELDS {ended_at: :t} SET STRUCTURAL {("outputs", "A-1") ("inputs", "E-1")}',
      { t: "2026-09-02T00:00:00.000Z" },
    );
    expect(space.get("activity", "X-1")).toMatchObject({
      status: "completed",
      started_at: "2026-09-01T00:00:00.000Z",
      ended_at: "2026-09-02T00:00:00.000Z",
      inputs: [{ id: "E-1" }],
      outputs: [{ id: "A-1" }],
      _system: { version: 3, input_versions: { "E-1": 1 }, output_versions: { "A-1": 1 } },
    });
    expect(changes).toMatchObject([
      {
        op: "lifecycle",
        state: { from: "running", to: "completed" },
        touched: ["fields.ended_at", "fields.status", "structural.outputs"],
        planes: { attributes: 3, structural: 2 },
      },
    ]);
  });

  it("is fixed once it is over", () => {
    const space = records();
    space.run('TRANSITION "X-1" TO "failed"');
    expect(codeOf(() => space.run('TRANSITION "X-1" TO "completed"'))).toBe("InvalidLifecycleTransition");
    expect(space.run('TRANSITION "X-1" TO "failed"').effect).toBe(false);
    expect(codeOf(() => space.run('TRANSITION "X-1" TO "failed" SET STRUCTURAL {("outputs", "A-1")}'))).toBe(
      "ActivityTerminal",
    );
    expect(space.run('TRANSITION "X-1" TO "failed" SET STRUCTURAL {("inputs", "E-1")}').effect).toBe(false);
  });

  it("does not change its class or its status through fields", () => {
    const space = records();
    const set = (field: string) => () => space.run(`TRANSITION "X-1" TO "completed" SET FIELDS {${field}}`);
    expect(codeOf(set('activity_class: "import"'))).toBe("ImmutableField");
    expect(codeOf(set('status: "failed"'))).toBe("ImmutableField");
    expect(codeOf(set('note: "x"'))).toBe("SchemaFieldNotFound");
  });
});

describe("TRANSITION of anything", () => {
  it.each([
    ["C-1", "retracted"],
    ["E-1", "running"],
    ["A-1", "completed"],
    ["X-1", "retracted"],
  ])("refuses %s a state of another kind, %s", (id, state) => {
    expect(errorOf(() => records().run(`TRANSITION "${id}" TO "${state}"`))).toMatchObject({
      code: "InvalidLifecycleTransition",
      details: { id, to: state },
    });
  });

  it("checks a bound state as it would a written one", () => {
    const space = records();
    const move = 'TRANSITION "A-1" TO :state';
    expect(codeOf(() => space.run(move, { state: "superseded" }))).toBe("InvalidSyntax");
    expect(codeOf(() => space.run(`${move} BY "A-1"`, { state: "retracted" }))).toBe("InvalidSyntax");
    expect(codeOf(() => space.run(`${move} SET FIELDS {ended_at: null}`, { state: "archived" }))).toBe(
      "InvalidSyntax",
    );
    expect(codeOf(() => space.run(move, { state: "banana" }))).toBe("InvalidLifecycleTransition");
    expect(codeOf(() => space.run(move, { state: 7 }))).toBe("TypeMismatch");
    expect(codeOf(() => space.run(move))).toBe("ReferenceError");
  });

  it("archives, tombstones, and goes no further", () => {
    const space = records();
    const { changes } = space.run('TRANSITION "C-1" TO "archived"');
    expect(changes).toEqual([
      {
        op: "lifecycle",
        kind: "concept",
        id: "C-1",
        schema_ref: "kip://profiles/cognitive-memory@2.0.0/Person",
        old_version: 1,
        new_version: 2,
        state: { from: "active", to: "archived" },
      },
    ]);
    space.run('TRANSITION "C-1" TO "tombstoned"');
    expect(codeOf(() => space.run('TRANSITION "C-1" TO "archived"'))).toBe("InvalidLifecycleTransition");
  });

  it("treats a target that is not there as such, and a WHERE without solutions as nothing to do", () => {
    const space = records();
    expect(codeOf(() => space.run('TRANSITION "C-9" TO "archived"'))).toBe("NotFoundOrNotVisible");
    expect(space.run('TRANSITION ?x TO "archived" WHERE { ?x CONCEPT {name: "Nobody"} }')).toMatchObject({
      effect: false,
      summary: { matched: 0, updated: 0 },
    });
    expect(space.run('TRANSITION "C-1" TO "archived" WHERE { ?x CONCEPT {name: "Nobody"} }').effect).toBe(
      false,
    );
  });

  it("misses an unbound parameter even when there is nothing to select", () => {
    const space = records();
    const sweep = 'UPDATE ?x SET ATTRIBUTES {note: :note} WHERE { ?x CONCEPT {name: "Nobody"} } LIMIT :n';
    expect(codeOf(() => space.run(sweep, { n: 1 }))).toBe("ReferenceError");
    expect(codeOf(() => space.run(sweep, { n: 1, note: "x" }))).toBeNull();
  });

  it("guards each target's version", () => {
    const space = records();
    const error = errorOf(() => space.run('TRANSITION "C-1" TO "archived" EXPECT VERSION 2'));
    expect(error).toMatchObject({ code: "VersionConflict", details: { id: "C-1", expected: 2, actual: 1 } });
    expect(space.run('TRANSITION "C-1" TO "archived" EXPECT VERSION 1').effect).toBe(true);
  });
});

describe("TRANSITION in a MUTATE", () => {
  it("comes to the same whether a claim supersedes first or is withdrawn first", () => {
    const states = ["superseding", "withdrawn"].map((first) => {
      const space = new TestSpace();
      space.run(
        'MUTATE { CREATE CONCEPT ?a { TYPE "Person" } ASSERT (?a, "timezone", "x") {by: ?a, mode: "stated"} }',
      );
      const clauses = [
        'ASSERT ?new ("C-1", "timezone", "y") {by: "C-1", mode: "stated"} SUPERSEDING "A-1"',
        'TRANSITION ?new TO "retracted"',
      ];
      space.run(`MUTATE { ${(first === "superseding" ? clauses : clauses.toReversed()).join("\n")} }`);
      return space.all();
    });
    expect(states[0]).toEqual(states[1]);
    expect(states[0]).toContainEqual(
      expect.objectContaining({ id: "A-1", lifecycle: expect.objectContaining({ status: "superseded" }) }),
    );
  });
});

describe("SET RETENTION", () => {
  it("changes the named members in their own plane", () => {
    const space = records();
    const { changes } = space.run('SET RETENTION "E-1" {expires_at: "2030-01-01T00:00:00.000Z"}');
    expect(space.get("evidence", "E-1")).toMatchObject({
      retention: { retention_class: "standard", expires_at: "2030-01-01T00:00:00.000Z", legal_hold: false },
      _system: { version: 2, plane_versions: { attributes: 1, retention: 1 } },
    });
    expect(changes).toMatchObject([
      { op: "retention", touched: ["retention.expires_at"], planes: { retention: 1 } },
    ]);
    expect(space.run('SET RETENTION "E-1" {legal_hold: false}').effect).toBe(false);
    space.run('MUTATE { CREATE CONCEPT ?c { TYPE "Option" } SET RETENTION ?c {retention_class: "short"} }');
    expect(space.get("concept", "C-2")._system.plane_versions).toEqual({ attributes: 1, retention: 1 });
  });

  it("refuses malformed and unknown members", () => {
    const set = (members: string) => () => records().run(`SET RETENTION "E-1" {${members}}`);
    expect(codeOf(set('expires_at: "2030-01-01"'))).toBe("ConstraintViolation");
    expect(codeOf(set("expires_at: 0"))).toBe("TypeMismatch");
    expect(codeOf(set('legal_hold: "yes"'))).toBe("TypeMismatch");
    expect(codeOf(set("until: null"))).toBe("SchemaFieldNotFound");
  });
});
