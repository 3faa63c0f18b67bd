import { setDiagnosticsEffect } from "@codemirror/lint";
import { EditorState } from "@codemirror/state";
import { EditorView } from "@codemirror/view";
import { kip } from "../../../src/lang/editor/index.js";
import { parse } from "../../../src/lang/index.js";
import type { OpenedNexus } from "../bench.js";
import type { Rounds } from "./interleaved.js";

/** What to type into what. */
export interface KeystrokePlan extends Rounds {
  /** How many lines the document has. */
  readonly lines: number;
}

/** Milliseconds from each keystroke to its diagnostics. */
export interface KeystrokeSamples {
  readonly incrementalMs: readonly number[];
  /** Parsing the same document from its first character, once every ten keystrokes. */
  readonly wholeMs: readonly number[];
  readonly lines: number;
  readonly bytes: number;
}

const STATEMENT = `  ASSERT (:a, "knows", :b) {
    by: :a,
    mode: "stated"
  }`;

/** Typed over and over: most of the time the document has an error, as a document that is written has. */
const TYPED = `
  ASSERT (:c, "knows", :d) {by: :c, mode: "stated", valid: {from: "2026-09-01T00:00:00.000Z"}}
  CREATE CONCEPT ?someone { TYPE "Person" NAME "Someone" SET ATTRIBUTES {display_name: "S"} }`;

/** Types into the middle of a long command in a real editor, key by key. */
export async function measure(
  _: OpenedNexus,
  { lines, rounds, warmupRounds }: KeystrokePlan,
): Promise<KeystrokeSamples> {
  const statements = Math.max(1, Math.round((lines - 2) / 4));
  const doc = `MUTATE {\n${Array(statements).fill(STATEMENT).join("\n")}\n}`;
  const editor = openEditor(doc);
  const middle = editor.view.state.doc.line(Math.floor(statements / 2) * 4 + 1).to;
  const incrementalMs: number[] = [];
  const wholeMs: number[] = [];
  for (let round = 0; round < warmupRounds + rounds; round += 1) {
    const at = round % TYPED.length;
    if (at === 0 && round > 0) await editor.replace(middle, middle + TYPED.length, "");
    const ms = await editor.replace(middle + at, middle + at, TYPED.charAt(at));
    if (round >= warmupRounds) incrementalMs.push(ms);
    if (round >= warmupRounds && round % 10 === 0)
      wholeMs.push(timeToParse(editor.view.state.doc.toString()));
  }
  const measured = { lines: editor.view.state.doc.lines, bytes: doc.length };
  editor.view.destroy();
  return { incrementalMs, wholeMs, ...measured };
}

interface Editor {
  readonly view: EditorView;
  /** Replaces a stretch as a person types, and says how many milliseconds later its diagnostics were there. */
  replace(from: number, to: number, insert: string): Promise<number>;
}

function openEditor(doc: string): Editor {
  const host = document.createElement("div");
  document.body.append(host);
  let found = (): void => undefined;
  const listener = EditorView.updateListener.of(({ transactions }) => {
    const effects = transactions.flatMap((transaction) => transaction.effects);
    if (effects.some((effect) => effect.is(setDiagnosticsEffect))) found();
  });
  const view = new EditorView({
    // Styles of a shadow root need no <style> element, which the page's Content-Security-Policy refuses.
    parent: host.attachShadow({ mode: "open" }),
    state: EditorState.create({ doc, extensions: [kip(), listener] }),
  });
  return {
    view,
    replace: async (from, to, insert) => {
      const started = performance.now();
      await new Promise<void>((resolve) => {
        found = resolve;
        view.dispatch({ changes: { from, to, insert }, userEvent: "input.type", scrollIntoView: false });
      });
      return performance.now() - started;
    },
  };
}

function timeToParse(text: string): number {
  const started = performance.now();
  parse(text);
  return performance.now() - started;
}
