import type { Diagnostic as LintDiagnostic } from "@codemirror/lint";
import { type Diagnostic, parse } from "../../src/lang/index.js";
import { sentences } from "../sentences.js";
import { markable } from "./error-range.js";

/** What the language finds wrong with a text while it is typed. Nothing is wrong with a text nobody has begun. */
export function diagnose(text: string): LintDiagnostic[] {
  if (text.trim() === "") return [];
  return parse(text).diagnostics.map((diagnostic) => ({
    ...markable(diagnostic, text),
    severity: diagnostic.severity,
    source: diagnostic.code,
    message: messageOf(diagnostic),
  }));
}

function messageOf({ message, hint }: Diagnostic): string {
  return sentences(message, hint);
}
