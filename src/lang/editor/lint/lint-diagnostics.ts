import type { Diagnostic as LintDiagnostic } from "@codemirror/lint";
import type { EditorState } from "@codemirror/state";
import type { Diagnostic } from "../../diagnostic.js";
import { type ParseOptions, parseWith } from "../../parse.js";
import { incrementalSyntax } from "./incremental-syntax.js";
import type { PatternJudge } from "./pattern-judge.js";

/**
 * What is wrong with the document of a state: the diagnostics of `parse`, found incrementally. Nothing is wrong with a
 * text nobody has begun. The state needs the KIP language among its extensions.
 */
export function diagnosticsOf(state: EditorState, options?: ParseOptions): readonly Diagnostic[] {
  const text = state.doc.toString();
  return text.trim() === "" ? [] : parseWith(incrementalSyntax(state), text, options).diagnostics;
}

/** The same in the shape CodeMirror shows. */
export function lintDiagnostics(state: EditorState, options?: ParseOptions): LintDiagnostic[] {
  return diagnosticsOf(state, options).map((diagnostic) => ({
    ...markable(diagnostic, state.doc.length),
    severity: diagnostic.severity,
    source: diagnostic.code,
    message: inOneLine(diagnostic),
  }));
}

/** The same with the patterns of REGEX judged elsewhere: at once where no answer is waited for. */
export function judgedDiagnostics(
  state: EditorState,
  patterns: PatternJudge,
): LintDiagnostic[] | Promise<LintDiagnostic[]> {
  const options = { regexProblem: patterns.judge };
  const found = lintDiagnostics(state, options);
  return patterns.isWaiting ? patterns.settled().then(() => lintDiagnostics(state, options)) : found;
}

function inOneLine({ message, hint }: Diagnostic): string {
  return hint === undefined ? message : `${message} ${hint}`;
}

/** A range there is something to mark in: a mistake at the end of the text is marked on its last character. */
function markable({ from, to }: Diagnostic, length: number): { readonly from: number; readonly to: number } {
  if (to > from) return { from, to };
  return from < length ? { from, to: from + 1 } : { from: Math.max(0, from - 1), to: from };
}
