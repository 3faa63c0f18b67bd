import { describe, expect, it } from "vitest";
import { digestOf, digestOfText } from "../model/index.js";
import { codeOf, errorOf, TestSpace } from "./test/space.js";

const ALICE = 'CREATE CONCEPT ?alice { TYPE "Person" NAME "Alice" SET FIELDS {key: "alice"} }';

describe("CREATE CONCEPT", () => {
  it("makes a Concept at version 1 with its exact type", () => {
    const space = new TestSpace();
    const { summary, effect, changes } = space.run(
      'CREATE CONCEPT ?alice { TYPE "Person" NAME "Alice" SET FIELDS {key: "alice"} SET ATTRIBUTES {display_name: "A"} }',
    );
    expect(effect).toBe(true);
    expect(summary).toEqual({ handles: { alice: "C-1" }, created: 1, updated: 0, created_ids: ["C-1"] });
    expect(changes).toEqual([
      {
        op: "create",
        kind: "concept",
        id: "C-1",
        schema_ref: "kip://profiles/cognitive-memory@2.0.0/Person",
        new_version: 1,
      },
    ]);
    expect(space.get("concept", "C-1")).toMatchObject({
      name: "Alice",
      key: "alice",
      schema_ref: "kip://profiles/cognitive-memory@2.0.0/Person",
      attributes: { display_name: "A" },
      _system: { version: 1, state: "active", plane_versions: { attributes: 1 }, space_seq: 1 },
    });
  });

  it("refuses a type no package defines", () => {
    const space = new TestSpace();
    expect(codeOf(() => space.run('CREATE CONCEPT ?x { TYPE "Spaceship" NAME "E" }'))).toBe(
      "SchemaSymbolNotFound",
    );
    expect(space.all()).toEqual([]);
  });

  it("stores names and keys in NFC, so that two spellings of one text are one", () => {
    const space = new TestSpace();
    space.run('CREATE CONCEPT ?x { TYPE "Person" NAME :name SET FIELDS {key: :name} }', {
      name: "Jose\u0301",
    });
    expect(space.get("concept", "C-1")).toMatchObject({ name: "Jos\u00e9", key: "Jos\u00e9" });
    expect(codeOf(() => space.run('CREATE CONCEPT ?x { TYPE "Person" SET FIELDS {key: "Jos\u00e9"} }'))).toBe(
      "IdentityConflict",
    );
  });

  it("refuses a key that is taken within the type, and allows it under another type", () => {
    const space = new TestSpace();
    space.run(ALICE);
    const error = errorOf(() => space.run(ALICE));
    expect(error?.code).toBe("IdentityConflict");
    expect(error?.hint).toContain("C-1");
    expect(space.run('CREATE CONCEPT ?o { TYPE "Option" SET FIELDS {key: "alice"} }').effect).toBe(true);
  });

  it("refuses two new Concepts of one block that share a key", () => {
    const space = new TestSpace();
    const block = `MUTATE { ${ALICE} CREATE CONCEPT ?b { TYPE "Person" SET FIELDS {key: "alice"} } }`;
    expect(codeOf(() => space.run(block))).toBe("IdentityConflict");
  });

  it("validates attributes against the type", () => {
    const space = new TestSpace();
    expect(
      codeOf(() => space.run('CREATE CONCEPT ?e { TYPE "Experience" SET ATTRIBUTES {goal: "x"} }')),
    ).toBe("ConstraintViolation");
    expect(
      codeOf(() => space.run('CREATE CONCEPT ?c { TYPE "Counter" SET ATTRIBUTES {count: "one"} }')),
    ).toBe("TypeMismatch");
  });

  it("refuses a NAME and a SET FIELDS name that differ", () => {
    const space = new TestSpace();
    expect(
      codeOf(() => space.run('CREATE CONCEPT ?x { TYPE "Person" NAME "A" SET FIELDS {name: "B"} }')),
    ).toBe("DuplicateMutationTarget");
    expect(space.run('CREATE CONCEPT ?x { TYPE "Person" NAME "A" SET FIELDS {name: "A"} }').effect).toBe(
      true,
    );
  });

  it("sends an unknown field to SET ATTRIBUTES", () => {
    const error = errorOf(() =>
      new TestSpace().run('CREATE CONCEPT ?x { TYPE "Person" SET FIELDS {age: 3} }'),
    );
    expect(error?.code).toBe("SchemaFieldNotFound");
    expect(error?.hint).toContain("SET ATTRIBUTES");
  });
});

describe("CREATE EVIDENCE", () => {
  it("keeps the payload inline, with its digest and the transaction's time", () => {
    const space = new TestSpace();
    space.run(
      'CREATE EVIDENCE ?e { SET FIELDS {evidence_class: "user_statement", payload: "I  like tea", media_type: "text/plain"} }',
    );
    expect(space.get("evidence", "E-1")).toMatchObject({
      payload: { mode: "inline", inline: "I  like tea" },
      content_digest: digestOfText("I  like tea"),
      observed_at: "2026-10-01T00:00:00.000Z",
      source: [],
      generated_by: null,
      lifecycle: { status: "active", corrects: [], corrected_by: [] },
    });
  });

  it("digests a JSON payload over its canonical form", () => {
    const space = new TestSpace();
    space.run('CREATE EVIDENCE ?e { SET FIELDS {evidence_class: "tool_result", payload: :p} }', {
      p: { b: 1, a: [true, null] },
    });
    expect(space.get("evidence", "E-1").content_digest).toBe(digestOf({ a: [true, null], b: 1 }));
  });

  it("refuses a sha256 that is not the payload's", () => {
    const command =
      'CREATE EVIDENCE ?e { SET FIELDS {evidence_class: "message", payload: "x", content_digest: :d} }';
    expect(codeOf(() => new TestSpace().run(command, { d: digestOfText("y") }))).toBe("DigestMismatch");
    expect(codeOf(() => new TestSpace().run(command, { d: "sha256:abc" }))).toBe("ConstraintViolation");
    expect(codeOf(() => new TestSpace().run(command, { d: digestOfText("x") }))).toBeNull();
  });

  it("needs a class and a payload", () => {
    const space = new TestSpace();
    expect(codeOf(() => space.run('CREATE EVIDENCE ?e { SET FIELDS {payload: "x"} }'))).toBe(
      "ConstraintViolation",
    );
    expect(codeOf(() => space.run('CREATE EVIDENCE ?e { SET FIELDS {evidence_class: "message"} }'))).toBe(
      "ConstraintViolation",
    );
  });

  it("names its source and its Activity, each of a kind that can be one", () => {
    const space = new TestSpace();
    space.run(`MUTATE {
      ${ALICE}
      CREATE ACTIVITY ?run { SET FIELDS {activity_class: "tool_execution"} SET STRUCTURAL {("outputs", ?e)} }
      CREATE EVIDENCE ?e {
        SET FIELDS {evidence_class: "tool_result", payload: "42"}
        SET STRUCTURAL {("source", ?alice) ("generated_by", ?run)}
      }
    }`);
    expect(space.get("evidence", "E-1")).toMatchObject({
      source: [{ id: "C-1" }],
      generated_by: { id: "X-1" },
      _system: { plane_versions: { attributes: 1, structural: 1 } },
    });
    expect(space.get("activity", "X-1").outputs).toEqual([{ id: "E-1" }]);
    expect(
      codeOf(() =>
        space.run(
          'CREATE EVIDENCE ?e { SET FIELDS {evidence_class: "message", payload: "x"} SET STRUCTURAL {("generated_by", "C-1")} }',
        ),
      ),
    ).toBe("StructuralReferenceInvalid");
  });
});

describe("CREATE ACTIVITY", () => {
  it("is pending unless it says otherwise, and captures versions once it is over", () => {
    const space = new TestSpace();
    space.run(`MUTATE {
      ${ALICE}
      CREATE ACTIVITY ?open { SET FIELDS {activity_class: "inference"} SET STRUCTURAL {("inputs", ?alice)} }
      CREATE ACTIVITY ?done {
        SET FIELDS {activity_class: "inference", status: "completed"}
        SET STRUCTURAL {("inputs", ?alice) ("outputs", ?note) ("associated_actors", ?alice)}
      }
      CREATE CONCEPT ?note { TYPE "Option" NAME "note" }
    }`);
    expect(space.get("activity", "X-1").status).toBe("pending");
    expect(space.get("activity", "X-1")._system).not.toHaveProperty("input_versions");
    expect(space.get("activity", "X-2")._system).toMatchObject({
      input_versions: { "C-1": 1 },
      output_versions: { "C-2": 1 },
      output_plane_versions: { "C-2": { attributes: 1 } },
    });
  });

  it("takes its status from the Core registry", () => {
    expect(
      codeOf(() =>
        new TestSpace().run('CREATE ACTIVITY ?a { SET FIELDS {activity_class: "test", status: :s} }', {
          s: "banana",
        }),
      ),
    ).toBe("ConstraintViolation");
  });
});

describe("CREATE ASSERTION", () => {
  const space = new TestSpace();
  space.run(`MUTATE { ${ALICE} ENSURE PROPOSITION ?p (?alice, "timezone", "+08:00") }`);
  const create = (fields: string, parameters = {}) =>
    space.run(`CREATE ASSERTION ?a { SET FIELDS { ${fields} } }`, parameters);

  it("defaults only when it was made", () => {
    const { summary } = create('proposition: "P-1", asserted_by: "C-1", stance: "support", mode: "stated"');
    expect(space.get("assertion", String(summary.created_ids?.[0 as never]))).toMatchObject({
      valid_time: {},
      evidence: [],
      context_refs: [],
      lifecycle: { status: "active", supersedes: [], superseded_by: [], retracted_at: null },
    });
  });

  it.each([
    ["no proposition", 'asserted_by: "C-1", stance: "support", mode: "stated"', "ConstraintViolation"],
    ["no actor", 'proposition: "P-1", stance: "support", mode: "stated"', "ConstraintViolation"],
    [
      "a Concept for a Proposition",
      'proposition: "C-1", asserted_by: "C-1", stance: "support", mode: "stated"',
      "TypeMismatch",
    ],
    [
      "two Propositions",
      'proposition: ["P-1", "P-1"], asserted_by: "C-1", stance: "support", mode: "stated"',
      "TypeMismatch",
    ],
    [
      "an unknown stance",
      'proposition: "P-1", asserted_by: "C-1", stance: "maybe", mode: "stated"',
      "ConstraintViolation",
    ],
    [
      "an unknown actor",
      'proposition: "P-1", asserted_by: "C-99", stance: "support", mode: "stated"',
      "NotFoundOrNotVisible",
    ],
    [
      "confidence above 1",
      'proposition: "P-1", asserted_by: "C-1", stance: "support", mode: "stated", confidence: 1.5',
      "ConstraintViolation",
    ],
    [
      "confidence as text",
      'proposition: "P-1", asserted_by: "C-1", stance: "support", mode: "stated", confidence: "high"',
      "TypeMismatch",
    ],
    [
      "a date without a time",
      'proposition: "P-1", asserted_by: "C-1", stance: "support", mode: "stated", asserted_at: "2026-01-01"',
      "ConstraintViolation",
    ],
    [
      "a citation as a field",
      'proposition: "P-1", asserted_by: "C-1", stance: "support", mode: "stated", evidence: "E-1"',
      "SchemaFieldNotFound",
    ],
  ])("refuses %s", (_, fields, code) => {
    expect(codeOf(() => create(fields))).toBe(code);
  });

  it("says how to cite Evidence when it stands among the fields", () => {
    const error = errorOf(() =>
      create('proposition: "P-1", asserted_by: "C-1", stance: "support", mode: "stated", evidence: "E-1"'),
    );
    expect(error?.hint).toContain('("evidence", ?e)');
  });
});

describe("ENSURE PROPOSITION", () => {
  it("resolves an existing tuple without an effect", () => {
    const space = new TestSpace();
    space.run(ALICE);
    expect(space.run('ENSURE PROPOSITION ?p ("C-1", "timezone", "+08:00")').effect).toBe(true);
    const again = space.run('ENSURE PROPOSITION ?p ({type: "Person", key: "alice"}, "timezone", :tz)', {
      tz: "+08:00",
    });
    expect(again).toMatchObject({
      effect: false,
      changes: [],
      summary: { handles: { p: "P-1" }, resolved_ids: ["P-1"] },
    });
    expect(space.state.seq).toBe(2);
  });

  it("tells create-only apart from resolving", () => {
    const space = new TestSpace();
    space.run(ALICE);
    const ensure = 'ENSURE PROPOSITION ?p ("C-1", "timezone", "+08:00") EXPECT VERSION 0';
    expect(codeOf(() => space.run(ensure))).toBeNull();
    expect(codeOf(() => space.run(ensure))).toBe("VersionConflict");
    expect(
      codeOf(() => space.run('ENSURE PROPOSITION ?p ("C-1", "timezone", "+09:00") EXPECT VERSION 1')),
    ).toBe("VersionConflict");
  });

  it("compares Literals in canonical form", () => {
    const space = new TestSpace();
    space.run(ALICE);
    space.run('ENSURE PROPOSITION ?p ("C-1", "score", 0)');
    expect(space.run('ENSURE PROPOSITION ?p ("C-1", "score", :n)', { n: -0 }).effect).toBe(false);
    space.run('ENSURE PROPOSITION ?p ("C-1", "timezone", "cafe\u0301")');
    expect(space.run('ENSURE PROPOSITION ?p ("C-1", "timezone", "caf\u00e9")').effect).toBe(false);
    expect(space.run('ENSURE PROPOSITION ?p ("C-1", "timezone", "caf\u00e9 ")').effect).toBe(true);
    expect(space.get("proposition", "P-2").object).toBe("caf\u00e9");
  });

  it("makes one Proposition of a tuple that a block says twice", () => {
    const space = new TestSpace();
    const { summary } = space.run(`MUTATE {
      ENSURE PROPOSITION ?a (?alice, "timezone", "+08:00")
      ENSURE PROPOSITION ?b (?alice, "timezone", "+08:00")
      ${ALICE}
    }`);
    expect(summary.handles).toMatchObject({ a: "P-1", b: "P-1" });
  });

  it("reads a string as an id only where the Predicate wants an element or the element is there", () => {
    const space = new TestSpace();
    space.run(`MUTATE { ${ALICE} CREATE CONCEPT ?dark { TYPE "Option" NAME "Dark" } }`);
    space.run('ENSURE PROPOSITION ?p ("C-1", "prefers", "C-2")');
    space.run('ENSURE PROPOSITION ?p (:a, "relates", :b)', { a: "C-1", b: "C-2" });
    space.run('ENSURE PROPOSITION ?p ("C-1", "relates", "C-77")');
    space.run('ENSURE PROPOSITION ?p ("C-1", "timezone", "C-2")');
    expect(space.all().filter(({ kind }) => kind === "proposition")).toMatchObject([
      { object: { id: "C-2" } },
      { object: { id: "C-2" } },
      { object: "C-77" },
      { object: "C-2" },
    ]);
    expect(codeOf(() => space.run('ENSURE PROPOSITION ?p ("C-1", "prefers", "C-77")'))).toBe(
      "NotFoundOrNotVisible",
    );
    expect(codeOf(() => space.run('ENSURE PROPOSITION ?p ("C-1", "prefers", "dark mode")'))).toBe(
      "TypeMismatch",
    );
  });

  it("takes no Literal with a language and no null where none is permitted", () => {
    const space = new TestSpace();
    space.run(ALICE);
    expect(
      codeOf(() =>
        space.run('ENSURE PROPOSITION ?p ("C-1", "timezone", :o)', {
          o: { value: "+08:00", datatype: "string", language: "en" },
        }),
      ),
    ).toBe("TypeMismatch");
    expect(codeOf(() => space.run('ENSURE PROPOSITION ?p ("C-1", "timezone", null)'))).toBe("TypeMismatch");
    expect(codeOf(() => space.run('ENSURE PROPOSITION ?p ("C-1", "score", null)'))).toBeNull();
  });

  it("states something about a Proposition of the same block, named by its tuple", () => {
    const space = new TestSpace();
    space.run(`MUTATE {
      ENSURE PROPOSITION ?outer (?alice, "relates", (?alice, "timezone", "+08:00"))
      ENSURE PROPOSITION ?inner (?alice, "timezone", "+08:00")
      ${ALICE}
    }`);
    const outer = space
      .all()
      .find((element) => element.kind === "proposition" && typeof element.object === "object");
    const inner = space
      .all()
      .find((element) => element.kind === "proposition" && element.object === "+08:00");
    expect(outer).toMatchObject({ object: { id: inner?.id } });
    expect(
      codeOf(() => space.run('ENSURE PROPOSITION ?p ("C-1", "relates", ("C-1", "timezone", "+01:00"))')),
    ).toBe("NotFoundOrNotVisible");
  });

  it("refuses Propositions that are about each other", () => {
    const space = new TestSpace();
    const block = `MUTATE {
      ENSURE PROPOSITION ?p (?q, "relates", "x")
      ENSURE PROPOSITION ?q (?p, "relates", "x")
    }`;
    expect(codeOf(() => space.run(block))).toBe("ReferenceError");
  });

  it("refuses a name as an endpoint and says what identifies an element", () => {
    const error = errorOf(() =>
      new TestSpace().run('ENSURE PROPOSITION ?p ({type: "Person", name: "Alice"}, "timezone", "+08:00")'),
    );
    expect(error?.code).toBe("NameIdentityForbidden");
    expect(error?.hint).toContain("SEARCH");
  });
});
