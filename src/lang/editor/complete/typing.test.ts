import { EditorState } from "@codemirror/state";
import { describe, expect, it } from "vitest";
import { COMMITMENT, completeAt, labelsAt, textAfter } from "./completion.fixture.js";

describe("while typing", () => {
  it("nothing comes up behind a space or a bracket", () => {
    for (const text of ["FIND(|", "FIND(?x) |", "FIND(?x) WHERE {|", "|"]) {
      expect(completeAt(text, { explicit: false }), text).toBeNull();
    }
  });

  it("it comes up behind a letter, a dot, a quote, a question mark and a colon", () => {
    for (const text of [
      "F|",
      "FIND(?x.|) WHERE { ?x {} }",
      'UPDATE :x SET FACET "|',
      "FIND(?|) WHERE { ?x {} }",
    ]) {
      expect(completeAt(text, { explicit: false }), text).not.toBeNull();
    }
    expect(completeAt("ASSERT (:|", { explicit: false, parameters: ["a"] })).not.toBeNull();
  });

  it("nothing takes the Enter behind a word that is written", () => {
    for (const [text, label] of [
      ["FIND(?x) where|", "WHERE"],
      ["FIND(?who|) WHERE { ?who {} }", "?who"],
      ["FIND|", "FIND"],
    ] as const) {
      expect(labelsAt(text, { explicit: false }), text).not.toContain(label);
      expect(labelsAt(text), text).toContain(label);
    }
    const { validFor } = completeAt("FIND(?x) wher|", { explicit: false }) ?? {};
    const holds = (text: string) =>
      typeof validFor === "function" && validFor(text, 0, 0, EditorState.create());
    expect([holds("whe"), holds("where"), holds("whe re")]).toEqual([true, false, false]);
  });

  it("nothing comes up in comments, numbers and finished strings", () => {
    for (const text of [
      "FIND(?x) // W|",
      "FIND(?x) WHERE { ?x {} } LIMIT 1|",
      'DESCRIBE TYPE "Person"|',
      "// |",
    ]) {
      expect(completeAt(text), text).toBeNull();
    }
  });

  it("a string is replaced as a whole and gets its closing quote once", () => {
    expect(textAfter('DESCRIBE TYPE "Pe|', "Person")).toBe('DESCRIBE TYPE "Person"');
    expect(textAfter('DESCRIBE TYPE "Pe|rs" // x', "Person")).toBe('DESCRIBE TYPE "Person" // x');
    expect(textAfter("DESCRIBE TYPE |", "Person")).toBe('DESCRIBE TYPE "Person"');
    expect(textAfter("DESCRIBE TYPE Pe|", "Person")).toBe('DESCRIBE TYPE "Person"');
    expect(textAfter("FIND(?x.facets[|) WHERE { ?x {} }", "MnemonicState")).toBe(
      'FIND(?x.facets["MnemonicState"]) WHERE { ?x {} }',
    );
    expect(textAfter("FIND(?x.facets[|]) WHERE { ?x {} }", "MnemonicState")).toBe(
      'FIND(?x.facets["MnemonicState"]) WHERE { ?x {} }',
    );
  });

  it("what is half-written before and behind does no harm", () => {
    expect(labelsAt('FIND(?x) WHERE { ?x {broken here} ?y {type: "|')).toEqual([
      "Person",
      "Commitment",
      "Place",
    ]);
    expect(labelsAt(`FIND(?c.attributes.|) WHERE { ?c {type: "Commitment" } FILTER( `)).toContain("summary");
    expect(labelsAt(`MUTATE { UPDATE ?c SET ATTRIBUTES {| WHERE { ${COMMITMENT} } }`)).toContain("summary");
  });
});

describe("with no Space open", () => {
  it("the language is still known", () => {
    const given = { schema: null };
    expect(labelsAt("|", given)).toContain("FIND");
    expect(labelsAt('FIND(?x) WHERE { ?x {type: "|', given)).toEqual([]);
    expect(labelsAt("FIND(?x.attributes.|) WHERE { ?x {} }", given)).toEqual([]);
    expect(labelsAt("FIND(?x.|) WHERE { ?x {} }", given)).toContain("name");
    expect(labelsAt('CREATE ACTIVITY ?x { SET STRUCTURAL { ("|', given)).toContain("inputs");
  });
});
