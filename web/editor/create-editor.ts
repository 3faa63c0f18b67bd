import {
  autocompletion,
  closeBrackets,
  closeBracketsKeymap,
  completionKeymap,
} from "@codemirror/autocomplete";
import { defaultKeymap, history, historyKeymap } from "@codemirror/commands";
import { bracketMatching, codeFolding, foldGutter, foldKeymap, indentOnInput } from "@codemirror/language";
import { lintKeymap } from "@codemirror/lint";
import { EditorState, Prec } from "@codemirror/state";
import {
  drawSelection,
  EditorView,
  highlightActiveLine,
  keymap,
  lineNumbers,
  placeholder,
} from "@codemirror/view";
import { type KipOptions, kip } from "../../src/lang/editor/index.js";
import { errorsInPlace } from "./engine-error.js";
import { formatCommand } from "./format-command.js";
import { editorTheme } from "./theme.js";

/** What an editor tells the page, and what the page tells the editor's language. */
export interface EditorEvents {
  readonly onChange: (text: string) => void;
  readonly onRun: () => void;
  readonly language: Required<KipOptions>;
}

/**
 * Makes the KIP editor inside an element. Tab is left alone: it moves on to the next control, so that nobody is caught
 * in the editor who uses only a keyboard.
 */
export function createEditor(parent: HTMLElement, text: string, events: EditorEvents): EditorView {
  const run = () => {
    events.onRun();
    return true;
  };
  return new EditorView({
    parent,
    state: EditorState.create({
      doc: text,
      extensions: [
        Prec.highest(keymap.of([{ key: "Mod-Enter", run, preventDefault: true }])),
        keymap.of([
          { key: "Shift-Alt-f", run: formatCommand, preventDefault: true },
          ...completionKeymap,
          ...closeBracketsKeymap,
          ...foldKeymap,
          ...lintKeymap,
          ...historyKeymap,
          ...defaultKeymap,
        ]),
        history(),
        lineNumbers(),
        drawSelection(),
        highlightActiveLine(),
        bracketMatching(),
        closeBrackets(),
        codeFolding(),
        foldGutter(),
        autocompletion(),
        indentOnInput(),
        EditorView.lineWrapping,
        placeholder("Type a KIP command, or pick an example."),
        EditorView.contentAttributes.of({ "aria-label": "KIP command", spellcheck: "false" }),
        EditorView.updateListener.of((update) => {
          if (update.docChanged) events.onChange(update.state.doc.toString());
        }),
        kip(events.language),
        errorsInPlace(),
        editorTheme(),
      ],
    }),
  });
}

/** Replaces the whole text, as when an example is loaded. Undo brings the old text back. */
export function replaceText(view: EditorView, text: string): void {
  if (view.state.doc.toString() === text) return;
  view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: text }, selection: { anchor: 0 } });
  view.scrollDOM.scrollTop = 0;
}

/** Moves the cursor to a place in the text and the focus into the editor. */
export function goTo(view: EditorView, from: number): void {
  const anchor = Math.min(from, view.state.doc.length);
  view.dispatch({ selection: { anchor }, scrollIntoView: true });
  view.focus();
}
