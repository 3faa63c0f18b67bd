import type { Diagnostic as LintDiagnostic } from "@codemirror/lint";
import type { EditorState } from "@codemirror/state";
import type { Diagnostic } from "../../diagnostic.js";
import { parseWith } from "../../parse.js";
import { incrementalSyntax } from "./incremental-syntax.js";

/**
 * What is wrong with the document of a state: the diagnostics of `parse`, found incrementally. Nothing is wrong with a
 * text nobody has begun. The state needs the KIP language among its extensions.
 */
export function diagnosticsOf(state: EditorState): readonly Diagnostic[] {
  const text = state.doc.toString();
  return text.trim() === "" ? [] : parseWith(incrementalSyntax(state), text).diagnostics;
}

/** The same in the shape CodeMirror shows. */
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
