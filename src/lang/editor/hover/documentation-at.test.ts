import { EditorState } from "@codemirror/state";
import { describe, expect, it } from "vitest";
import type { SchemaOutline } from "../../schema-outline.js";
import { kipLanguage } from "../language.js";
import { schemaFixture } from "../schema.fixture.js";
import { documentationAt } from "./documentation-at.js";

/** What hovering the marked word shows; `|` stands right before it. */
function hover(marked: string, schema: SchemaOutline | null = schemaFixture) {
  const pos = marked.indexOf("|");
  const state = EditorState.create({ doc: marked.replace("|", ""), extensions: [kipLanguage] });
  const found = documentationAt(state, pos, 1, schema);
  return found && { ...found.documentation, word: state.sliceDoc(found.from, found.to) };
}

describe("hovering a keyword", () => {
  it.each([
    ["|FIND(?x) WHERE { ?x {} }", "FIND"],
    ["FIND(?x) |WHERE { ?x {} }", "WHERE"],
    ["FIND(?x) WHERE { ?x {} } AS OF |SEQ 3", "AS OF SEQ"],
    ["FIND(?x) WHERE { ?x {} } |WITH EPISTEMIC {risk: :r}", "WITH EPISTEMIC"],
    ["FIND(?x) WHERE { ?x {} } ORDER BY ?x.id |DESC", "DESC"],
    ["FIND(COUNT(|DISTINCT ?x)) WHERE { ?x {} }", "DISTINCT"],
    ["FIND(?b) WHERE { ?b |BELIEF (id: :p) }", "BELIEF"],
    ["FIND(?b) WHERE { ?b BELIEF (|id: :p) }", "ID"],
    ['FIND(?b) WHERE { ?b BELIEF |SLOT (:s, "p") }', "BELIEF SLOT"],
    ["FIND(?x) WHERE { ?x |SEARCH CONCEPT :t LIMIT 1 }", "SEARCH"],
    ["FIND(?x) WHERE { ?x |CONCEPT {} }", "CONCEPT"],
    ["FIND(?x) WHERE { |not { ?x {} } }", "NOT"],
    ['CREATE |CONCEPT ?x { TYPE "P" }', "CREATE CONCEPT"],
    ['CREATE CONCEPT ?x { |TYPE "P" }', "TYPE"],
    ['DESCRIBE |TYPE "P"', "DESCRIBE TYPE"],
    ['SEARCH CONCEPT :t WITH |TYPE "P"', "WITH TYPE"],
    ["UPDATE :x |SET FIELDS {name: :n}", "SET FIELDS"],
    ["|SET RETENTION :x {legal_hold: true}", "SET RETENTION"],
    ["UPDATE :x SET FIELDS {name: :n} EXPECT |VERSION 1 OF ATTRIBUTES", "EXPECT VERSION"],
    ["UPDATE :x SET FIELDS {name: :n} EXPECT VERSION 1 OF |ATTRIBUTES", "OF"],
    ['TRANSITION :x TO "corrected" |BY :y', "BY"],
    ["MERGE CONCEPT :a |INTO :b", "INTO"],
    ["DESCRIBE TRANSACTION BY IDEMPOTENCY |KEY :k", "DESCRIBE TRANSACTION BY IDEMPOTENCY KEY"],
    ["EXPORT CAPSULE :x WHERE { ?x {} } |WITH {include_schema: true}", "WITH"],
  ])("%s", (text, title) => {
    const shown = hover(text);
    expect(shown).toMatchObject({ title, kind: "keyword" });
    expect(shown?.text).toMatch(/\w\.$/);
    expect(shown?.example).toMatch(/\w/);
  });

  it("takes the same word as a name where it is one", () => {
    expect(hover("FIND(?x.|name) WHERE { ?x {} }")).toMatchObject({ title: "name", kind: "string" });
    expect(hover("FIND(?x) WHERE { ?x {|limit: 3} }")).toBeNull();
  });
});

describe("hovering a symbol of the schema", () => {
  it("shows a type's fields with their types", () => {
    expect(hover('FIND(?c) WHERE { ?c {type: |"Commitment"} }')).toEqual({
      word: '"Commitment"',
      title: "Commitment",
      kind: "type",
      text: "Something promised.",
      facts: [
        "summary*: string",
        'status: "pending" | "fulfilled"',
        "urgent: boolean",
        "age: number (only read)",
        "kip://profiles/cognitive-memory@2.0.0/Commitment",
      ],
    });
  });

  it("knows a type by its exact reference", () => {
    const ref = "kip://profiles/cognitive-memory@2.0.0/Person";
    expect(hover(`CREATE CONCEPT ?x { TYPE |"${ref}" }`)).toMatchObject({ title: "Person", kind: "type" });
  });

  it("shows what a predicate joins, and whether its values compete", () => {
    expect(hover('ASSERT (:a, |"lives_in", :b) {by: :a, mode: "stated"}')).toMatchObject({
      kind: "predicate",
      text: "About lives_in.",
      facts: ["Person → Place, one at a time", "kip://domains/general@1.0.0/lives_in"],
    });
    expect(hover('DESCRIBE PREDICATE |"speaks"')?.facts?.[0]).toBe("Person → string");
  });

  it("shows facets and structural fields, those of Core too", () => {
    expect(hover('UPDATE :x SET FACET |"MnemonicState" {salience: 1}')).toMatchObject({ kind: "facet" });
    expect(hover('FIND(?x.facets[|"MnemonicState"]) WHERE { ?x {} }')).toMatchObject({
      kind: "facet",
      facts: expect.arrayContaining(["salience: number"]),
    });
    expect(hover('FIND(?e) WHERE { STRUCTURAL (?c, |"owed_to", ?e) }')).toMatchObject({
      kind: "structural field",
      facts: expect.arrayContaining(["Commitment → Person"]),
    });
    expect(hover('CREATE EVIDENCE ?e { SET STRUCTURAL { (|"source", :a) } }', null)).toMatchObject({
      kind: "structural field",
      text: "Where the observation came from.",
    });
  });

  it("says nothing about plain values, unknown symbols and without a schema", () => {
    expect(hover('FIND(?c) WHERE { ?c {name: |"Commitment"} }')).toBeNull();
    expect(hover('FIND(?c) WHERE { ?c {type: |"Boat"} }')).toBeNull();
    expect(hover('FIND(?c) WHERE { ?c {type: |"Commitment"} }', null)).toBeNull();
  });
});

describe("hovering a name", () => {
  it("shows fields, attributes and members of clauses", () => {
    expect(hover("FIND(?a.|stance) WHERE { ?a ASSERTION {} }")).toMatchObject({
      kind: "string",
      facts: ['"support" | "reject" | "uncertain"'],
    });
    expect(hover('FIND(?c.attributes.|status) WHERE { ?c {type: "Commitment"} }')).toMatchObject({
      facts: ['"pending" | "fulfilled"'],
    });
    expect(hover('UPDATE ?c SET ATTRIBUTES {|urgent: true} WHERE { ?c {type: "Commitment"} }')).toMatchObject(
      {
        title: "urgent",
        kind: "boolean",
      },
    );
    expect(hover('ASSERT (:a, "p", :b) {|by: :a, mode: "stated"}')).toMatchObject({ kind: "Concept" });
    expect(hover("FIND(?b.basis.|policy) WHERE { ?b BELIEF (id: :p) }")).toMatchObject({ title: "policy" });
  });

  it("shows what a variable stands for", () => {
    expect(hover('FIND(|?who) WHERE { ?who {type: "Person"} }')).toMatchObject({
      title: "?who",
      kind: "concept",
      text: "Stands for: Person.",
      facts: expect.arrayContaining(["display_name: string"]),
    });
    expect(hover("FIND(?b) WHERE { |?b BELIEF (id: :p) }")).toMatchObject({ kind: "belief" });
    expect(hover("ASSERT (|:a)")).toMatchObject({ title: ":a", kind: "parameter" });
  });

  it("shows functions", () => {
    expect(hover("FIND(|count(?x)) WHERE { ?x {} }")).toMatchObject({ title: "COUNT(value)" });
    expect(hover('FIND(?x) WHERE { ?x {} FILTER(|REGEX(?x.name, "a")) }')).toMatchObject({
      kind: "function",
    });
    expect(hover("UPDATE :x SET FIELDS {name: |COALESCE(:a, :b)}")).toMatchObject({ kind: "function" });
  });

  it("says nothing in comments, numbers and between words", () => {
    for (const text of ["// |FIND", "FIND(?x) WHERE { ?x {} } LIMIT |10", "FIND(?x) | WHERE { ?x {} }"]) {
      expect(hover(text), text).toBeNull();
    }
  });
});
