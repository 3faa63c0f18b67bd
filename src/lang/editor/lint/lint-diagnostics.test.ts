import { EditorState } from "@codemirror/state";
import { describe, expect, it } from "vitest";
import { QUERY_MISTAKES } from "../../hints/query-mistakes.fixture.js";
import { parse } from "../../parse.js";
import { kipLanguage } from "../language.js";
import { soundSyntax } from "./incremental-syntax.js";
import { diagnosticsOf, lintDiagnostics } from "./lint-diagnostics.js";

const stateOf = (doc: string) => EditorState.create({ doc, extensions: [kipLanguage, soundSyntax] });

/** A command of about this many lines. */
function longCommand(lines: number): string {
  const statements = Array.from(
    { length: Math.ceil(lines / 10) },
    (_, at) => `  CREATE CONCEPT ?c${at} {
    TYPE "Person"
    NAME "Person ${at}"
    SET ATTRIBUTES {display_name: "P ${at}", tags: ["a", "b"]}
  }
  ASSERT ?a${at} (?c${at}, "knows", ?c${Math.max(0, at - 1)}) {
    by: ?c${at}, // says who
    mode: "stated",
    confidence: 0.9
  }`,
  );
  return `MUTATE {\n${statements.join("\n")}\n}`;
}

/** Numbers below a bound, the same in every run. */
function numbers(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state % below;
  };
}

const TYPED = [
  'CREATE CONCEPT ?z { TYPE "Person" NAME "Zed" }',
  'ASSERT (:a, "knows", :b) {by: :a, mode: "stated"}',
  'UPDATE :id SET ATTRIBUTES {note: "x"} // done',
  "?x {",
  '") } ]',
];

describe("the diagnostics of a document", () => {
  it("are those of parse, after every keystroke of a long command", () => {
    const next = numbers(7);
    let state = stateOf(longCommand(400));
    for (const typed of [...TYPED, ...TYPED]) {
      let at = state.doc.line(2 + next(state.doc.lines - 3)).to;
      for (const character of `\n${typed}`) {
        state = state.update({ changes: { from: at, insert: character } }).state;
        at += 1;
        expect(diagnosticsOf(state)).toEqual(parse(state.doc.toString()).diagnostics);
      }
      // And back again, now and then by a stretch.
      for (let left = typed.length; left > 0; ) {
        const step = Math.min(left, 1 + next(9));
        state = state.update({ changes: { from: at - step, to: at } }).state;
        [at, left] = [at - step, left - step];
        expect(diagnosticsOf(state)).toEqual(parse(state.doc.toString()).diagnostics);
      }
    }
  });

  it("are found whatever the document was before, and without the memory of it", () => {
    for (const doc of [
      "",
      "\n // x\n",
      "FIND(",
      "FIND(?x) WHERE { foo }",
      longCommand(500).replace("TYPE", "TYP"),
    ]) {
      const bare = EditorState.create({ doc, extensions: [kipLanguage] });
      expect(diagnosticsOf(bare)).toEqual(doc.trim() === "" ? [] : parse(doc).diagnostics);
    }
  });

  it("are those of parse, with the same code and hint, for every mistake of query writers", () => {
    for (const [wrong] of QUERY_MISTAKES) {
      // As it comes, and typed after a query that was sound.
      const sound = stateOf("FIND(?x) WHERE { ?x {} }");
      const typed = sound.update({ changes: { from: 0, to: sound.doc.length, insert: wrong } }).state;
      for (const state of [stateOf(wrong), typed]) {
        expect(diagnosticsOf(state)).toEqual(parse(wrong).diagnostics);
      }
    }
  });
});

describe("what the editor shows", () => {
  it("is nothing in an empty or a sound text", () => {
    expect(lintDiagnostics(stateOf(" \n"))).toEqual([]);
    expect(lintDiagnostics(stateOf("DESCRIBE PRIMER"))).toEqual([]);
  });

  it("has a place, a code, and the advice beside the message", () => {
    const text = 'FIND(?x) WHERE { ?x CONCEPT {type = "Person"} }';
    const [first] = lintDiagnostics(stateOf(text));
    expect(first).toMatchObject({ severity: "error", source: "InvalidSyntax" });
    expect(text.slice(first?.from, first?.to)).toBe("=");
    expect(first?.message).toMatch(/belongs\. .*colon/);
  });

  it("marks the last character of a text that stops too early", () => {
    expect(lintDiagnostics(stateOf("FIND(?x"))[0]).toMatchObject({ from: 6, to: 7 });
  });
});
