import type { EditorView } from "@codemirror/view";
import { format } from "../../src/lang/index.js";

/**
 * Lays the command out canonically and keeps its comments. A text with a mistake is left as it is: its errors are
 * shown already. The cursor stays in its line.
 */
export function formatCommand(view: EditorView): boolean {
  const text = view.state.doc.toString();
  const formatted = format(text);
  if (formatted === null || formatted === text) return true;
  const line = view.state.doc.lineAt(view.state.selection.main.head).number;
  view.dispatch({ changes: { from: 0, to: text.length, insert: formatted }, userEvent: "input.format" });
  const { doc } = view.state;
  view.dispatch({ selection: { anchor: doc.line(Math.min(line, doc.lines)).from } });
  return true;
}
