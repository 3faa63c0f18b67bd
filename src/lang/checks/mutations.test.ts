import { describe, expect, it } from "vitest";
import { accepted, blamed, refused } from "../verdict.fixture.js";

describe("EXPECT VERSION", () => {
  it.each([
    "EXPECT VERSION 1 EXPECT VERSION 1",
    "EXPECT VERSION :a OF ATTRIBUTES EXPECT VERSION :b OF ATTRIBUTES",
    "EXPECT VERSION 1 OF RETENTION EXPECT VERSION 1 OF STRUCTURAL EXPECT VERSION 2 OF RETENTION",
    'EXPECT VERSION 1 OF FACET "F" EXPECT VERSION 1 OF FACET "\\u0046"',
    "EXPECT VERSION 1 OF FACET :f EXPECT VERSION 1 OF FACET :f",
  ])("guards a plane once: %s", (guards) => {
    expect(refused(`UPDATE :x SET ATTRIBUTES {a: 1} ${guards}`)).toMatchObject({
      code: "InvalidSyntax",
      message: expect.stringContaining("twice"),
    });
  });

  it("guards several planes, facets among them", () => {
    const guards =
      'EXPECT VERSION 1 EXPECT VERSION 1 OF ATTRIBUTES EXPECT VERSION 1 OF FACET "F" EXPECT VERSION 1 OF FACET "G"';
    accepted(`UPDATE :x SET ATTRIBUTES {a: 1} ${guards}`, "Update");
    accepted(`SET RETENTION :x {} ${guards}`, "SetRetention");
    accepted(`UPSERT CONCEPT ?x { MATCH {key: "k"} } ${guards}`, "UpsertConcept");
  });

  it("is checked on every statement that takes it", () => {
    const twice = "EXPECT VERSION 1 EXPECT VERSION 2";
    for (const text of [
      `UPSERT CONCEPT ?x { MATCH {key: "k"} } ${twice}`,
      `ENSURE PROPOSITION (:a, "p", 1) ${twice}`,
      `TRANSITION :a TO "archived" ${twice}`,
      `PURGE :a ${twice} CONFIRM "PURGE"`,
      `PURGE PAYLOAD :a ${twice} CONFIRM "PURGE"`,
      `MERGE CONCEPT :a INTO :b ${twice}`,
    ]) {
      expect(refused(text).code).toBe("InvalidSyntax");
    }
  });
});

describe("TRANSITION", () => {
  it.each(["superseded", "corrected"])("to %s needs a successor", (state) => {
    expect(refused(`TRANSITION :a TO "${state}"`)).toMatchObject({ code: "InvalidSyntax", expected: ["BY"] });
    accepted(`TRANSITION :a TO "${state}" BY :b`, "Transition");
  });

  it.each(["retracted", "running", "completed", "failed", "cancelled", "archived", "tombstoned"])(
    "to %s has no successor",
    (state) => {
      expect(refused(`TRANSITION :a TO "${state}" BY :b`)).toMatchObject({
        code: "InvalidSyntax",
        found: "BY",
      });
      accepted(`TRANSITION :a TO "${state}"`, "Transition");
    },
  );

  it.each(["retracted", "archived", "tombstoned"])("to %s finishes nothing", (state) => {
    expect(refused(`TRANSITION :a TO "${state}" SET FIELDS {ended_at: :t}`)).toMatchObject({ found: "SET" });
    expect(refused(`TRANSITION :a TO "${state}" SET STRUCTURAL {}`)).toMatchObject({ code: "InvalidSyntax" });
  });

  it.each(["running", "completed", "failed", "cancelled"])("to %s may finish an Activity", (state) => {
    accepted(
      `TRANSITION :a TO "${state}" SET FIELDS {ended_at: :t} SET STRUCTURAL {("outputs", :o)}`,
      "Transition",
    );
  });

  it("to a state that does not exist is no legal move", () => {
    expect(refused('TRANSITION :a TO "retracte"')).toMatchObject({
      code: "InvalidLifecycleTransition",
      hint: expect.stringMatching(/^Did you mean "retracted"\?.*Evidence to "corrected"/),
    });
  });

  it("with the state in a parameter waits for the parameter", () => {
    accepted("TRANSITION :a TO :state BY :b SET FIELDS {ended_at: :t}", "Transition");
  });
});

describe("protected fields", () => {
  it.each([
    "UPDATE :x SET FIELDS {_system: {version: 9}}",
    'UPDATE :x SET FIELDS {governance: {classification: "public"}}',
    'UPDATE :x SET FIELDS {merged_into: "C-2"}',
    'CREATE CONCEPT ?x { TYPE "T" SET FIELDS {governance: {}} }',
    "CREATE EVIDENCE ?x { SET FIELDS {_system: {}} }",
    'UPSERT CONCEPT ?x { MATCH {key: "k"} SET FIELDS {"merged_into": :y} }',
    'TRANSITION :x TO "completed" SET FIELDS {_system: {}}',
  ])("are written by no command: %s", (text) => {
    expect(refused(text)).toMatchObject({ code: "InvalidSyntax" });
  });

  it.each([
    "proposition",
    "asserted_by",
    "stance",
    "mode",
    "confidence",
    "asserted_at",
    "valid_time",
    "context_refs",
  ])("%s of a claim is not updated", (field) => {
    const text = `UPDATE ?a SET FIELDS {${field}: :v} WHERE { ?a ASSERTION {} }`;
    expect(blamed(text)).toBe(field);
    expect(refused(text).hint).toContain("SUPERSEDING");
  });

  it("of a new claim are written", () => {
    accepted('CREATE ASSERTION ?a { SET FIELDS {stance: "support", confidence: 1} }', "CreateAssertion");
  });

  it("may be names of attributes", () => {
    accepted('UPDATE :x SET ATTRIBUTES {stance: "wide", mode: 1}', "Update");
  });
});

describe("ASSERT", () => {
  it.each([
    ['ASSERT (:a, "p", :b) {mode: "stated"}', "by"],
    ['ASSERT (:a, "p", :b) {by: :a}', "mode"],
  ])("%s lacks a member", (text, member) => {
    expect(refused(text)).toMatchObject({ code: "InvalidSyntax", expected: [member] });
  });

  it.each([
    ["asserted_by", "by"],
    ["valid_time", "valid"],
    ["asserted_at", "at"],
    ["client_key", "key"],
    ["confidance", "confidence"],
  ])("has no member %s but one called %s", (wrong, right) => {
    const text = `ASSERT (:a, "p", :b) {by: :a, mode: "stated", ${wrong}: :x}`;
    expect(blamed(text)).toBe(wrong);
    expect(refused(text).hint).toBe(`Did you mean ${right}?`);
  });
});

describe("UPSERT CONCEPT", () => {
  it("does not take a name for an identity", () => {
    const text = 'UPSERT CONCEPT ?c { MATCH {type: "Person", name: "Alice"} SET FIELDS {name: "B"} }';
    expect(refused(text)).toMatchObject({ code: "InvalidSyntax", expected: ["id", "key"] });
    expect(refused(text).hint).toContain("key:");
  });

  it.each(['MATCH {type: "Person"}', "MATCH {}"])("needs a selector: %s", (match) => {
    expect(refused(`UPSERT CONCEPT ?c { ${match} }`).code).toBe("IdentitySelectorRequired");
  });

  it("reports a missing MATCH once", () => {
    expect(refused('UPSERT CONCEPT ?c { SET FIELDS {name: "B"} }')).toMatchObject({ expected: ["MATCH"] });
  });
});

describe("update expressions", () => {
  const update = (value: string) => `UPDATE ?m SET FACET "F" {s: ${value}} WHERE { ?m {} ?o {} }`;

  it.each([
    "ADD(?m.attributes.n, 1)",
    'MUL(?m.facets["F"].s, :rate)',
    "CLAMP(ADD(COALESCE(?m.x, 0.5), -0.1), 0, 1)",
    "?m.attributes.n",
    "add(1, 2)",
  ])("%s is one", (value) => {
    accepted(update(value), "Update");
  });

  it.each([
    ["ADD(1)", "ADD(1)"],
    ["MUL(1, 2, 3)", "MUL(1, 2, 3)"],
    ["CLAMP(?m.x, 0)", "CLAMP(?m.x, 0)"],
    ["COALESCE()", "COALESCE()"],
    ["SUB(1, 2)", "SUB"],
    ["CONTAINS(?m.x, 1)", "CONTAINS"],
    ["ADD(?o.x, 1)", "?o.x"],
    ["?o.x", "?o.x"],
    ["ADD(?m, 1)", "?m"],
    ["ADD(1 == 2, 1)", "1 == 2"],
    ["ADD([1], 1)", "[1]"],
    ["ADD(-?m.x, 1)", "-?m.x"],
  ])("%s is none, because of %s", (value, part) => {
    expect(refused(update(value)).code).toBe("InvalidSyntax");
    expect(blamed(update(value))).toBe(part);
  });

  it("read nothing when the target is addressed by id", () => {
    expect(refused("UPDATE :id SET ATTRIBUTES {n: ADD(?x.n, 1)} WHERE { ?x {} }").hint).toContain("WHERE");
  });

  it("do not compute references", () => {
    const text = 'UPDATE ?m SET STRUCTURAL {("f", ?m.attributes.friend)} WHERE { ?m {} }';
    expect(blamed(text)).toBe("?m.attributes.friend");
  });

  it("suggest a function that is spelled alike", () => {
    expect(refused(update("COALESC(?m.x, 1)")).hint).toBe("Did you mean COALESCE?");
  });
});
