import { describe, expect, it } from "vitest";
import { codeOf, errorOf, TestSpace } from "./test/space.js";

function talk(): TestSpace {
  const space = new TestSpace();
  space.run(`MUTATE {
    CREATE CONCEPT ?alice { TYPE "Person" NAME "Alice" SET FIELDS {key: "alice"} }
    CREATE CONCEPT ?bob { TYPE "Person" NAME "Bob" SET FIELDS {key: "bob"} }
    CREATE CONCEPT ?work { TYPE "Option" NAME "work" }
    CREATE EVIDENCE ?m1 { SET FIELDS {evidence_class: "user_statement", payload: "one"} }
    CREATE EVIDENCE ?m2 { SET FIELDS {evidence_class: "user_statement", payload: "two"} }
  }`);
  return space;
}

describe("ASSERT", () => {
  it("records exactly a Proposition and an Assertion", () => {
    const space = talk();
    const before = space.all().length;
    const { summary } = space.run(
      `ASSERT ?a (:alice, "timezone", "+08:00") {
        by: :alice, mode: "stated", confidence: 0.9, evidence: :m, valid: {from: {latest: "2026-01-01T00:00:00.000Z"}},
        at: "2026-09-30T00:00:00.000Z", context: [:work]
      }`,
      { alice: { id: "C-1" }, m: { id: "E-1" }, work: { id: "C-3" } },
    );
    expect(summary).toEqual({ handles: { a: "A-1" }, created: 2, updated: 0, created_ids: ["P-1", "A-1"] });
    expect(space.all().length).toBe(before + 2);
    expect(space.get("assertion", "A-1")).toMatchObject({
      proposition: { id: "P-1" },
      asserted_by: { id: "C-1" },
      stance: "support",
      mode: "stated",
      confidence: 0.9,
      asserted_at: "2026-09-30T00:00:00.000Z",
      valid_time: { from: { latest: "2026-01-01T00:00:00.000Z" } },
      evidence: [{ id: "E-1", role: "support" }],
      context_refs: [{ id: "C-3" }],
    });
  });

  it("cites every Evidence of an array, written or bound, each once", () => {
    const space = talk();
    space.run(
      'ASSERT ("C-1", "timezone", "+08:00") {by: "C-1", mode: "stated", evidence: ["E-1", "E-2", "E-1"]}',
    );
    space.run('ASSERT ("C-1", "timezone", "+08:00") {by: "C-1", mode: "stated", evidence: :all}', {
      all: [{ id: "E-2" }, "E-1"],
    });
    expect(space.get("assertion", "A-1").evidence.map(({ id }) => id)).toEqual(["E-1", "E-2"]);
    expect(space.get("assertion", "A-2").evidence.map(({ id }) => id)).toEqual(["E-2", "E-1"]);
  });

  it("refuses an unbound parameter, an empty interval and a citation of something else", () => {
    const space = talk();
    const claim = (members: string) => () =>
      space.run(`ASSERT ("C-1", "timezone", "+08:00") {by: "C-1", mode: "stated", ${members}}`);
    expect(codeOf(claim("evidence: :nowhere"))).toBe("ReferenceError");
    expect(codeOf(claim('evidence: "C-2"'))).toBe("StructuralReferenceInvalid");
    expect(
      codeOf(claim('valid: {from: "2026-02-01T00:00:00.000Z", until: "2026-02-01T00:00:00.000Z"}')),
    ).toBe("ConstraintViolation");
    expect(codeOf(claim("valid: {since: null}"))).toBe("ConstraintViolation");
    expect(codeOf(claim("valid: {from: {}}"))).toBe("ConstraintViolation");
    expect(codeOf(claim("valid: {from: 0}"))).toBe("TypeMismatch");
    expect(space.state.seq).toBe(1);
  });

  it("supersedes the same actor's claim about the same slot", () => {
    const space = talk();
    space.run('ASSERT ("C-1", "timezone", "+08:00") {by: "C-1", mode: "stated"}');
    const { changes } = space.run(
      'ASSERT ?new ("C-1", "timezone", "+07:00") {by: {type: "Person", key: "alice"}, mode: "stated"} SUPERSEDING "A-1"',
    );
    expect(space.get("assertion", "A-1")).toMatchObject({
      lifecycle: { status: "superseded", superseded_by: [{ id: "A-2" }] },
      _system: { version: 2, state: "superseded" },
    });
    expect(space.get("assertion", "A-2")).toMatchObject({
      lifecycle: { status: "active", supersedes: [{ id: "A-1" }] },
      _system: { version: 1 },
    });
    expect(changes).toContainEqual({
      op: "lifecycle",
      kind: "assertion",
      id: "A-1",
      old_version: 1,
      new_version: 2,
      state: { from: "active", to: "superseded" },
      refs: { proposition: "P-1" },
      touched: ["fields.status", "fields.superseded_by"],
    });
  });

  it.each([
    ["another actor", '("C-1", "timezone", "+07:00") {by: "C-2", mode: "stated"}', "asserted_by"],
    ["another predicate", '("C-1", "score", 1) {by: "C-1", mode: "stated"}', "proposition"],
    ["another subject", '("C-2", "timezone", "+07:00") {by: "C-1", mode: "stated"}', "proposition"],
    [
      "another context",
      '("C-1", "timezone", "+07:00") {by: "C-1", mode: "stated", context: ["C-3"]}',
      "context_refs",
    ],
  ])("refuses to supersede across %s", (_, claim, differs) => {
    const space = talk();
    space.run('ASSERT ("C-1", "timezone", "+08:00") {by: "C-1", mode: "stated"}');
    const error = errorOf(() => space.run(`ASSERT ${claim} SUPERSEDING "A-1"`));
    expect(error?.code).toBe("SupersessionMismatch");
    expect(error?.details).toMatchObject({ differs });
    expect(space.get("assertion", "A-1").lifecycle.status).toBe("active");
    expect(space.state.seq).toBe(2);
  });

  it("refuses to supersede what is already superseded or withdrawn, naming where to go on", () => {
    const space = talk();
    space.run('ASSERT ("C-1", "timezone", "+08:00") {by: "C-1", mode: "stated"}');
    space.run('ASSERT ("C-1", "timezone", "+07:00") {by: "C-1", mode: "stated"} SUPERSEDING "A-1"');
    const again = 'ASSERT ("C-1", "timezone", "+06:00") {by: "C-1", mode: "stated"} SUPERSEDING';
    const error = errorOf(() => space.run(`${again} "A-1"`));
    expect(error?.code).toBe("InvalidLifecycleTransition");
    expect(error?.hint).toContain("A-2");
    space.run('TRANSITION "A-2" TO "retracted"');
    expect(codeOf(() => space.run(`${again} "A-2"`))).toBe("InvalidLifecycleTransition");
  });
});

describe("A client key", () => {
  it("makes a resend a retry: nothing is written and the handle names the first element", () => {
    const space = talk();
    const claim = 'ASSERT ?a ("C-1", "timezone", "+08:00") {by: "C-1", mode: "stated", key: "m:1"}';
    space.run(claim);
    const retry = space.run(claim);
    expect(retry).toMatchObject({
      effect: false,
      changes: [],
      summary: { handles: { a: "A-1" }, created: 0, updated: 0, resolved_ids: ["P-1", "A-1"] },
    });
  });

  it("retries a supersession: the older claim is already superseded by the same one", () => {
    const space = talk();
    space.run('ASSERT ("C-1", "timezone", "+08:00") {by: "C-1", mode: "stated"}');
    const revise =
      'ASSERT ("C-1", "timezone", "+07:00") {by: "C-1", mode: "stated", key: "m:9"} SUPERSEDING "A-1"';
    expect(space.run(revise).effect).toBe(true);
    expect(space.run(revise).effect).toBe(false);
    expect(space.get("assertion", "A-1").lifecycle.superseded_by).toEqual([{ id: "A-2" }]);
  });

  it("retries a whole block whose creations all have keys, references in a circle included", () => {
    const space = talk();
    const block = `MUTATE {
      CREATE EVIDENCE ?e {
        CLIENT KEY "run:1:out" SET FIELDS {evidence_class: "tool_result", payload: "ok"}
        SET STRUCTURAL {("generated_by", ?run)}
      }
      CREATE ACTIVITY ?run {
        CLIENT KEY "run:1" SET FIELDS {activity_class: "tool_execution", status: "completed"}
        SET STRUCTURAL {("outputs", ?e)}
      }
      ASSERT ?a ("C-1", "timezone", "+08:00") {by: "C-1", mode: "observed", evidence: ?e, key: "run:1:claim"}
    }`;
    const first = space.run(block);
    const second = space.run(block);
    expect(second.effect).toBe(false);
    expect(second.summary.handles).toEqual(first.summary.handles);
  });

  it("does not put back what changed since the first attempt", () => {
    const space = talk();
    const create = `CREATE CONCEPT ?c { TYPE "Counter" CLIENT KEY "c" SET ATTRIBUTES {count: 1}
      SET STRUCTURAL {("items", "C-1")} SET FACET "MnemonicState" {salience: 0.5} }`;
    space.run(create);
    space.run('UPDATE "C-4" SET ATTRIBUTES {count: 2} UNSET STRUCTURAL {("items", "C-1")}');
    expect(space.run(create).effect).toBe(false);
    expect(space.get("concept", "C-4")).toMatchObject({ attributes: { count: 2 }, structural: {} });
    expect(codeOf(() => space.run(create.replace('"C-1"', '"C-2"')))).toBe("ClientKeyConflict");
  });

  it("refuses other content under the key", () => {
    const space = talk();
    const create = (payload: string) =>
      `CREATE EVIDENCE ?e { CLIENT KEY "m:2" SET FIELDS {evidence_class: "message", payload: "${payload}"} }`;
    space.run(create("A"));
    expect(codeOf(() => space.run(create("B")))).toBe("ClientKeyConflict");
    expect(codeOf(() => space.run(`MUTATE { ${create("A")} ${create("B").replace("?e", "?f")} }`))).toBe(
      "ClientKeyConflict",
    );
  });

  it("refuses a retry whose reference became another element, and says that it needs a key too", () => {
    const space = talk();
    const block = `MUTATE {
      CREATE EVIDENCE ?e { SET FIELDS {evidence_class: "message", payload: "hi"} }
      ASSERT ("C-1", "timezone", "+08:00") {by: "C-1", mode: "stated", evidence: ?e, key: "claim:1"}
    }`;
    space.run(block);
    const error = errorOf(() => space.run(block));
    expect(error?.code).toBe("ClientKeyConflict");
    expect(error?.hint).toContain("own key");
  });

  it("accepts a record that now says less or states what the engine chose", () => {
    const space = talk();
    const create = (more: string) =>
      `CREATE EVIDENCE ?e { CLIENT KEY "m:3" SET FIELDS {evidence_class: "message", payload: "x"${more}} }`;
    space.run(create(', media_type: "text/plain"'));
    const { observed_at } = space.get("evidence", "E-3");
    expect(space.run(create("")).effect).toBe(false);
    expect(space.run(create(`, observed_at: "${observed_at}"`)).effect).toBe(false);
    expect(codeOf(() => space.run(create(', media_type: "text/html"')))).toBe("ClientKeyConflict");
  });

  it("keeps keys of different kinds apart, and knows a Concept again after it was renamed", () => {
    const space = talk();
    const create = 'CREATE CONCEPT ?c { TYPE "Option" NAME "Tea" CLIENT KEY "k" }';
    space.run(create);
    space.run('CREATE EVIDENCE ?e { CLIENT KEY "k" SET FIELDS {evidence_class: "message", payload: "x"} }');
    space.run('UPDATE "C-4" SET FIELDS {name: "Green tea"}');
    expect(space.run(create)).toMatchObject({ effect: false, summary: { handles: { c: "C-4" } } });
    expect(space.get("concept", "C-4").name).toBe("Green tea");
  });
});
