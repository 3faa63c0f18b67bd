import {
  autocompletion,
  completionStatus,
  currentCompletions,
  startCompletion,
} from "@codemirror/autocomplete";
import { forEachDiagnostic, setDiagnosticsEffect } from "@codemirror/lint";
import { EditorState } from "@codemirror/state";
import { EditorView, hasHoverTooltips } from "@codemirror/view";
import { afterEach, describe, expect, it } from "vitest";
import { type KipOptions, kip } from "./index.js";
import { schemaFixture } from "./schema.fixture.js";

/** Waits long enough for a machine that runs everything else at the same time. */
const soon = <T>(value: () => T) => expect.poll(value, { timeout: 15_000 });

let view: EditorView | undefined;

function open(doc: string, options: KipOptions = {}): EditorView {
  view = new EditorView({
    parent: document.body,
    state: EditorState.create({ doc, extensions: [kip(options), autocompletion()] }),
  });
  return view;
}

afterEach(() => {
  view?.destroy();
  view = undefined;
});

/** The messages in the editor. */
function messages(editor: EditorView): string[] {
  const found: string[] = [];
  forEachDiagnostic(editor.state, ({ message }) => found.push(message));
  return found;
}

async function completionsIn(editor: EditorView): Promise<readonly string[]> {
  editor.focus();
  startCompletion(editor);
  await soon(() => completionStatus(editor.state)).toBe("active");
  return currentCompletions(editor.state).map(({ label }) => label);
}

describe("an editor with KIP", () => {
  it("colours the text and marks mistakes as they are typed", async () => {
    const editor = open('FIND(?x) WHERE { ?x {type: "Person"} }');
    expect(editor.contentDOM.querySelectorAll(".cm-line span").length).toBeGreaterThan(0);
    editor.dispatch({ changes: { from: editor.state.doc.length, insert: " LIMT 3" } });
    await soon(() => messages(editor)).toEqual([expect.stringContaining("Did you mean LIMIT?")]);
    expect(editor.contentDOM.querySelector(".cm-lintRange-error")?.textContent).toBe("LIMT");
    const at = editor.state.doc.toString().indexOf("LIMT");
    editor.dispatch({ changes: { from: at, to: at + 4, insert: "LIMIT" } });
    await soon(() => messages(editor)).toEqual([]);
  });

  it("marks a pattern that the engine it asks cannot use, when the answer is there", async () => {
    const asked: string[] = [];
    const regexProblem = async (pattern: string) => {
      asked.push(pattern);
      return pattern.includes("(") ? { message: "The group is open.", hint: "Close it." } : null;
    };
    const editor = open('FIND(?x) WHERE { ?x {} FILTER(REGEX(?x.name, "(")) }', { regexProblem });
    await soon(() => messages(editor)).toEqual(["The group is open. Close it."]);
    const at = editor.state.doc.toString().indexOf('"(');
    editor.dispatch({ changes: { from: at + 1, to: at + 2, insert: "a" } });
    await soon(() => messages(editor)).toEqual([]);
    editor.dispatch({ changes: { from: at + 1, to: at + 2, insert: "(" } });
    await soon(() => messages(editor)).toEqual(["The group is open. Close it."]);
    expect(asked).toEqual(["(", "a"]);
  });

  it("tells a screen reader what is wrong once typing rests, and when it is put right", async () => {
    const editor = open("FIND(");
    const spoken = () => editor.dom.querySelector("[role=status]")?.textContent ?? "";
    await soon(spoken).toMatch(/^1 problem\. Line 1: Found the end/);
    editor.dispatch({ changes: { from: 0, to: 5, insert: "DESCRIBE PRIMER" } });
    await soon(spoken).toContain("No problems.");
  });

  it("completes from the schema as it is at that moment", async () => {
    let schema: typeof schemaFixture | null = null;
    const text = 'ASSERT (:alice, "" , :x) {by: :alice, mode: "stated"}';
    const editor = open(text, { schema: () => schema, parameters: () => ["alice"] });
    editor.dispatch({ selection: { anchor: text.indexOf('""') + 1 } });
    schema = schemaFixture;
    expect(await completionsIn(editor)).toEqual(["lives_in", "located_in", "speaks"]);
    const popup = () => document.querySelector(".cm-tooltip-autocomplete")?.textContent ?? "";
    await soon(popup).toContain("Person → Place, one at a time");
    const info = () => document.querySelector(".cm-completionInfo .cm-kip-doc")?.textContent ?? "";
    await soon(info).toContain("About lives_in.");
  });

  it("shows a type's fields under the pointer, as text", async () => {
    const [person] = schemaFixture.types;
    if (!person) throw new Error("the fixture has types");
    const odd = { ...person, description: "<img src=x onerror=alert(1)>" };
    const text = 'FIND(?x) WHERE { ?x {type: "Person"} }';
    const editor = open(text, { schema: () => ({ ...schemaFixture, types: [odd] }) });
    const place = editor.coordsAtPos(text.indexOf("Person") + 2);
    if (!place) throw new Error("the text is not on the screen");
    const pointer = { clientX: place.left + 1, clientY: (place.top + place.bottom) / 2, bubbles: true };
    editor.contentDOM.dispatchEvent(new MouseEvent("mousemove", pointer));
    await soon(() => hasHoverTooltips(editor.state)).toBe(true);
    const shown = document.querySelector(".cm-tooltip-hover .cm-kip-doc");
    expect(shown?.textContent).toContain("display_name: string");
    expect(shown?.textContent).toContain("<img");
    expect(shown?.querySelector("img")).toBeNull();
  });

  it("has its diagnostics after each keystroke, in a command of 2,000 lines", async () => {
    const statement = `  ASSERT (:a, "knows", :b) {
    by: :a,
    mode: "stated"
  }`;
    const editor = open(`MUTATE {\n${Array(500).fill(statement).join("\n")}\n}`);
    let found: (() => void) | undefined;
    const listener = EditorView.updateListener.of(({ transactions }) => {
      if (transactions.some(({ effects }) => effects.some((effect) => effect.is(setDiagnosticsEffect)))) {
        found?.();
      }
    });
    editor.setState(EditorState.create({ doc: editor.state.doc, extensions: [kip(), listener] }));
    const typed = `\n  ASSERT (:c, "knows", :d) {by: :c, mode: "stated"}`;
    let at = editor.state.doc.line(1002).from - 1;
    for (const character of typed + typed) {
      await new Promise<void>((resolve) => {
        found = resolve;
        editor.dispatch({ changes: { from: at, insert: character }, userEvent: "input.type" });
      });
      at += 1;
    }
    expect(messages(editor)).toEqual([]);
  });
});
