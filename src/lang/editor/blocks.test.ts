import { ensureSyntaxTree, foldable, getIndentation, IndentContext, indentRange } from "@codemirror/language";
import { EditorState } from "@codemirror/state";
import { describe, expect, it } from "vitest";
import { kipLanguage } from "./language.js";

/** A state that knows the whole tree: by itself it parses for some milliseconds only, which on a busy machine is nothing. */
function stateOf(doc: string): EditorState {
  const state = EditorState.create({ doc, extensions: [kipLanguage] });
  ensureSyntaxTree(state, doc.length, 60_000);
  return state.update({}).state;
}

/** The text with every line indented anew. */
function reindented(doc: string): string {
  const state = stateOf(doc);
  return state.update({ changes: indentRange(state, 0, doc.length) }).state.doc.toString();
}

/** Which column a new line gets where `|` stands. */
function indentationAt(marked: string): number | null {
  const pos = marked.indexOf("|");
  const state = stateOf(marked.replace("|", ""));
  return getIndentation(new IndentContext(state, { simulateBreak: pos }), pos);
}

/** What folds on the line of `|`. */
function foldedAt(marked: string): string | null {
  const pos = marked.indexOf("|");
  const state = stateOf(marked.replace("|", ""));
  const { from, to } = state.doc.lineAt(pos);
  const range = foldable(state, from, to);
  return range && state.sliceDoc(range.from, range.to).replace(/\s+/g, " ");
}

describe("indentation", () => {
  it.each([
    `FIND(
  ?who.name,
  COUNT(?what)
)
WHERE {
  ?who {type: "Person"}
  OPTIONAL {
    ?b BELIEF (
      ?who,
      "lives_in",
      ?what
    )
  }
  FILTER(
    ?who.name != "x" &&
    ?b.status == "accepted"
  )
}
ORDER BY ?who.name
LIMIT 10`,
    `MUTATE {
  // a comment
  CREATE CONCEPT ?x {
    TYPE "Event"
    SET ATTRIBUTES {
      summary: "Four days",
      tags: [
        "a",
        "b"
      ]
    }
    SET STRUCTURAL {
      ("about", :topic) {index: 0}
    }
  }
  ASSERT (?x, "about", :y) {
    by: :me,
    mode: "stated"
  } SUPERSEDING :old
  UPDATE ?x
  SET FACET "F" {
    a: 1
  }
  WHERE {
    ?x {id: :id}
  }
  LIMIT 1
}`,
  ])("keeps a well laid out command as it is", (text) => {
    expect(reindented(text)).toBe(text);
    expect(reindented(text.replace(/^ +/gm, ""))).toBe(text);
  });

  it("goes deeper behind an opening bracket, also where the rest is not written yet", () => {
    expect(indentationAt("FIND(?x)\nWHERE {|")).toBe(2);
    expect(indentationAt("MUTATE {\n  CREATE CONCEPT ?x {|")).toBe(4);
    expect(indentationAt("FIND(|")).toBe(2);
    expect(indentationAt('MUTATE {\n  ASSERT (?x, "p", ?y) {|}\n}')).toBe(2);
  });

  it("goes on in the same column behind a clause", () => {
    expect(indentationAt("FIND(?x)|")).toBe(0);
    expect(indentationAt("FIND(?x)\nWHERE {\n  ?x {}\n}|")).toBe(0);
    expect(indentationAt("MUTATE {\n  UPDATE :x SET FIELDS {name: :n}|\n}")).toBe(2);
  });
});

describe("folding", () => {
  it.each([
    ["FIND(?x)\nWHERE {|\n  ?x {}\n}", " ?x {} "],
    ['MUTATE {|\n  PURGE :x CONFIRM "PURGE"\n}', ' PURGE :x CONFIRM "PURGE" '],
    ['MUTATE {\n  CREATE CONCEPT ?x {|\n    TYPE "P"\n  }\n}', ' TYPE "P" '],
    ["UPDATE :x SET ATTRIBUTES {|\n  a: 1\n}", " a: 1 "],
    ["UPDATE :x SET ATTRIBUTES {\n  a: [|\n    1\n  ]\n}", " 1 "],
    ["FIND(?x)\nWHERE {\n  NOT {|\n    ?x {}\n  }\n}", " ?x {} "],
    ['UPDATE :x SET STRUCTURAL {|\n  ("a", :b)\n}', ' ("a", :b) '],
    ["UPDATE :x UNSET ATTRIBUTES {|\n  a\n}", " a "],
  ])("%j", (text, inside) => {
    expect(foldedAt(text)).toBe(inside);
  });

  it("leaves lines alone that open nothing", () => {
    expect(foldedAt("FIND(?x)|\nWHERE {\n  ?x {}\n}")).toBeNull();
    expect(foldedAt("FIND(?x) WHERE { ?x {} }|")).toBeNull();
  });
});

describe("language data", () => {
  it("tells comments and brackets", () => {
    const state = stateOf("FIND");
    expect(state.languageDataAt("commentTokens", 2)).toEqual([{ line: "//" }]);
    expect(state.languageDataAt<{ brackets: string[] }>("closeBrackets", 2)[0]?.brackets).toContain("{");
  });
});
