import { type Diagnostic as LintDiagnostic, linter } from "@codemirror/lint";
import type { EditorState, Extension } from "@codemirror/state";
import type { Diagnostic } from "../../diagnostic.js";
import { announceProblems } from "./announce.js";
import { diagnosticsOf } from "./diagnostics.js";
import { soundSyntax } from "./incremental-syntax.js";

/**
 * Marks what is wrong with the document as soon as it is typed, and tells it to screen readers once typing rests. It
 * does not wait: finding the diagnostics costs a few milliseconds, whatever the length of the document.
 */
export function linting(): Extension {
  return [soundSyntax, linter((view) => lintDiagnostics(view.state), { delay: 0 }), announceProblems()];
}

/** The diagnostics of a document in the shape CodeMirror shows. */
export function lintDiagnostics(state: EditorState): LintDiagnostic[] {
  return diagnosticsOf(state).map((diagnostic) => ({
    ...markable(diagnostic, state.doc.length),
    severity: diagnostic.severity,
    source: diagnostic.code,
    message: inOneLine(diagnostic),
  }));
}

function inOneLine({ message, hint }: Diagnostic): string {
  return hint === undefined ? message : `${message} ${hint}`;
}

/** A range there is something to mark in: a mistake at the end of the text is marked on its last character. */
function markable({ from, to }: Diagnostic, length: number): { readonly from: number; readonly to: number } {
  if (to > from) return { from, to };
  return from < length ? { from, to: from + 1 } : { from: Math.max(0, from - 1), to: from };
}
