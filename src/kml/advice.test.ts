import { describe, expect, it } from "vitest";
import { parse } from "../lang/index.js";
import type { KipError } from "../model/index.js";
import { errorOf, TestSpace } from "./test/space.js";

function hintOf(command: string, parameters = {}): string {
  const space = new TestSpace();
  space.run(`MUTATE {
    CREATE CONCEPT ?alice { TYPE "Person" NAME "Alice" SET FIELDS {key: "alice"} }
    CREATE CONCEPT ?n { TYPE "Counter" SET FIELDS {key: "n"} }
    ASSERT (?alice, "timezone", "+08:00") {by: ?alice, mode: "stated"}
  }`);
  return errorOf(() => space.run(command, parameters))?.hint ?? "accepted";
}

describe("An unknown field", () => {
  it.each([
    ['CREATE CONCEPT ?c { TYPE "Counter" SET FIELDS {nam: "x"} }', "Did you mean the field name?"],
    ['UPDATE "C-2" SET FIELDS {nam: "x"}', "Did you mean the field name?"],
    ['CREATE EVIDENCE ?e { SET FIELDS {evidence_clas: "m"} }', "Did you mean the field evidence_class?"],
    ['UPDATE "C-2" SET FIELDS {count: 1}', "Write count as an attribute: SET ATTRIBUTES {count: …}."],
    ['UPDATE "C-2" SET FIELDS {coumt: 1}', "Write count as an attribute: SET ATTRIBUTES {count: …}."],
    [
      'CREATE CONCEPT ?c { TYPE "Person" SET FIELDS {nam: "x"} }',
      "Did you mean the field name? An attribute is written with SET ATTRIBUTES {nam: …}.",
    ],
  ])("%s", (command, hint) => {
    expect(hintOf(command)).toBe(hint);
  });

  it("of a closed type is no attribute either", () => {
    expect(hintOf('UPDATE "C-2" SET FIELDS {zzz: 1}')).toBe(
      "Its fields are name, key, canonical_id, aliases.",
    );
    expect(hintOf('UPDATE "C-2" SET FIELDS {source: 1}')).not.toContain("STRUCTURAL");
  });

  it("is not taken for a reference field of another kind", () => {
    expect(hintOf('CREATE EVIDENCE ?e { SET FIELDS {source: "C-1"} }')).toContain("SET STRUCTURAL");
    expect(hintOf('CREATE ACTIVITY ?x { SET FIELDS {source: "C-1"} }')).not.toContain("SET STRUCTURAL");
  });
});

describe("Advice", () => {
  it("recommends nothing that this engine refuses", () => {
    expect(hintOf('UPDATE "C-1" SET FIELDS {key: "other"}')).not.toContain("MERGE");
    expect(hintOf('UPDATE "C-1" SET FIELDS {key: "other"}')).toContain("same_as");
  });

  it("lists the states of the target's kind", () => {
    expect(hintOf('TRANSITION "C-1" TO :s', { s: "gone" })).toBe(
      'a Concept moves to "archived", "tombstoned".',
    );
    expect(hintOf('TRANSITION ?x TO :s WHERE { ?x {key: "n"} }', { s: "gone" })).toContain(
      'Evidence moves to "corrected"',
    );
  });

  it("tells a value from an element", () => {
    for (const statement of [
      'UPDATE ?o SET FIELDS {name: "x"}',
      'TRANSITION ?o TO "archived"',
      "SET RETENTION ?o {legal_hold: true}",
    ]) {
      // The clauses of each come before its WHERE.
      const hint = hintOf(`${statement} WHERE { (?x, "timezone", ?o) }`);
      expect(hint, statement).toContain("?o stands for a value here");
    }
    expect(
      hintOf('UPDATE ?x SET FIELDS {name: "x"} WHERE { ?y {key: "n"} OPTIONAL { ?p (?y, "relates", ?x) } }'),
    ).toContain("outside OPTIONAL");
  });
});

/** What a command fails with in a memory of one claim, its Evidence and two Activities. */
function refusalOf(command: string, parameters = {}): KipError | null {
  const space = new TestSpace();
  space.run(`MUTATE {
    CREATE CONCEPT ?alice { TYPE "Person" NAME "Alice" SET FIELDS {key: "alice"} }
    CREATE CONCEPT ?vim { TYPE "Option" NAME "vim" }
    CREATE EVIDENCE ?e { SET FIELDS {evidence_class: "user_statement", payload: "hi"} }
    ASSERT (?alice, "timezone", "+08:00") {by: ?alice, mode: "stated", evidence: ?e}
    CREATE ACTIVITY ?done { SET FIELDS {activity_class: "inference", status: "completed"} }
    CREATE ACTIVITY ?open { SET FIELDS {activity_class: "inference", status: "pending"} }
  }`);
  return errorOf(() => space.run(command, parameters));
}

/** The commands a hint holds, and whether each is one. */
const isCommand = (fragment: string) => parse(fragment).command !== null;

describe("What never changes", () => {
  it.each([
    [
      'UPDATE "A-1" SET FIELDS {confidence: 0.5}',
      "EpistemicRevisionRequired",
      'ASSERT (:s, "predicate", :o) {by: :actor, mode: "stated"} SUPERSEDING "A-1"',
    ],
    [
      'UPDATE "A-1" SET STRUCTURAL {("evidence", "E-1")}',
      "EpistemicRevisionRequired",
      'ASSERT (:s, "predicate", :o) {by: :actor, mode: "stated"} SUPERSEDING "A-1"',
    ],
    [
      'UPDATE :it SET FIELDS {stance: "reject"}',
      "EpistemicRevisionRequired",
      'ASSERT (:s, "predicate", :o) {by: :actor, mode: "stated"} SUPERSEDING "A-1"',
    ],
    [
      'UPDATE "E-1" SET FIELDS {payload: "ho"}',
      "EvidenceCorrectionRequired",
      'MUTATE { CREATE EVIDENCE ?new { SET FIELDS {evidence_class: "user_statement", payload: :payload} } TRANSITION "E-1" TO "corrected" BY ?new }',
    ],
    [
      'UPDATE ?e SET FIELDS {payload: "ho"} WHERE { ?e EVIDENCE {} }',
      "EvidenceCorrectionRequired",
      'MUTATE { CREATE EVIDENCE ?new { SET FIELDS {evidence_class: "user_statement", payload: :payload} } TRANSITION "E-1" TO "corrected" BY ?new }',
    ],
    [
      'UPDATE "P-1" SET FIELDS {object: "+01:00"}',
      "ImmutableField",
      'ASSERT (:s, "predicate", :o) {by: :actor, mode: "stated"}',
    ],
    [
      'UPDATE "X-1" SET FIELDS {status: "failed"}',
      "ActivityTerminal",
      'CREATE ACTIVITY ?next { SET FIELDS {activity_class: "inference", status: "completed"} }',
    ],
    [
      'UPDATE "X-2" SET FIELDS {status: "completed"}',
      "ImmutableField",
      'TRANSITION "X-2" TO "completed" SET FIELDS {ended_at: :t} SET STRUCTURAL {("outputs", :output)}',
    ],
  ])("%s fails with %s and names what is written instead", (command, code, instead) => {
    const refusal = refusalOf(command, { it: "A-1" });
    expect(refusal).toMatchObject({ code, retry: { class: "requires_different_input" } });
    expect(refusal?.hint).toContain(instead);
    expect(isCommand(instead)).toBe(true);
  });

  it("of what the command itself creates is written where it is created", () => {
    const refusal = refusalOf(
      'MUTATE { ASSERT ?a ("C-1", "timezone", "+01:00") {by: "C-1", mode: "stated"} UPDATE ?a SET FIELDS {confidence: 0.5} }',
    );
    expect(refusal?.code).toBe("EpistemicRevisionRequired");
    expect(refusal?.hint).toContain("creates ?a: write everything there");
  });
});

describe("A state that does not exist, or is another kind's", () => {
  it.each([
    ['TRANSITION "A-1" TO "gone"', '"retracted"'],
    ['TRANSITION "A-1" TO :s', '"retracted"'],
    ['TRANSITION "E-1" TO "retracted"', '"corrected"'],
    ['TRANSITION "C-1" TO "running"', '"archived"'],
  ])("%s asks for other input and lists %s", (command, legal) => {
    expect(refusalOf(command, { s: "gone" })).toMatchObject({
      code: "InvalidLifecycleTransition",
      retry: { class: "requires_different_input" },
      hint: expect.stringContaining(legal),
    });
  });
});

describe("What an observation said", () => {
  it.each(["content", "text", "body"])("is its payload, not its %s", (name) => {
    const refusal = refusalOf(
      `CREATE EVIDENCE ?e { SET FIELDS {evidence_class: "user_statement", ${name}: "hi"} }`,
    );
    expect(refusal?.hint).toContain("SET FIELDS {payload: :payload}");
  });
});

describe("The object of a Predicate", () => {
  it.each([
    ["string", 'object: {literal_types: ["string"]}'],
    ["integer", 'object: {literal_types: ["number"]}'],
    ["Person", 'object: {concept_types: ["Person"]}'],
  ])("is declared in braces: %s", (name, fragment) => {
    const refusal = refusalOf(`DEFINE PREDICATE "p" {description: "x", object: "${name}"}`);
    expect(refusal?.hint).toContain(fragment);
    expect(refusalOf(`DEFINE PREDICATE "p" {description: "x", ${fragment}}`)).toBeNull();
  });

  it("that is a value is not an element, and the reverse", () => {
    const claim = (predicate: string, object: string) =>
      refusalOf(`ASSERT ("C-1", "${predicate}", ${object}) {by: "C-1", mode: "stated"}`);
    expect(claim("timezone", '{id: "C-2"}')).toMatchObject({
      code: "TypeMismatch",
      message: "the object of timezone cannot be an Option",
      hint: 'Its object is a string. Write the value itself: (:subject, "timezone", "text").',
    });
    expect(claim("prefers", '"dark mode"')).toMatchObject({
      code: "TypeMismatch",
      hint: expect.stringContaining('Name the element: (:subject, "prefers", {type: "'),
    });
  });
});
