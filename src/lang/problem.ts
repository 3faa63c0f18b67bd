import type { ErrorCode } from "../model/index.js";
import type { SourceRange } from "./ast.js";
import type { Diagnostic, WarningCode } from "./diagnostic.js";
import { LineCounter } from "./line-counter.js";

/** A diagnostic in the making: without its line and column, and an `InvalidSyntax` error unless it says otherwise. */
export interface Problem extends SourceRange {
  readonly message: string;
  readonly code?: ErrorCode;
  /** Makes it a warning. */
  readonly warning?: WarningCode;
  readonly found?: string;
  readonly expected?: readonly string[];
  readonly hint?: string;
}

/** Takes the problems of one command, in any order. */
export type ProblemSink = (problem: Problem) => void;

/** More problems than this help nobody, and looking for advice on each takes time. */
const MOST_PROBLEMS = 100;

/** Thrown and caught inside `collectProblems`. */
class EnoughProblems extends Error {}

/** Runs a check and collects what it reports. Enough errors cut it short; warnings never do. */
export function collectProblems(check: (report: ProblemSink) => void): Problem[] {
  const problems: Problem[] = [];
  try {
    check((problem) => {
      const enough = problems.length >= MOST_PROBLEMS;
      if (!enough || problem.warning === undefined) problems.push(problem);
      if (enough && problem.warning === undefined) throw new EnoughProblems();
    });
  } catch (error) {
    if (!(error instanceof EnoughProblems)) throw error;
  }
  return problems;
}

/** Problems as diagnostics, in source order, with the positions a person counts. */
export function toDiagnostics(problems: readonly Problem[], text: string): Diagnostic[] {
  const ordered = [...problems].sort((a, b) => a.from - b.from || a.to - b.to);
  const lines = new LineCounter(text);
  return ordered.map(({ from, to, message, code = "InvalidSyntax", warning, ...more }) => ({
    ...(warning ? { code: warning, severity: "warning" } : { code, severity: "error" }),
    from,
    to,
    ...lines.at(from),
    message,
    ...more,
  }));
}
