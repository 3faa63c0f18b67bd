import { linter } from "@codemirror/lint";
import type { Extension } from "@codemirror/state";
import { announceProblems } from "./announce.js";
import { soundSyntax } from "./incremental-syntax.js";
import { PatternJudge, type PatternQuestion } from "./pattern-judge.js";

/**
 * Marks what is wrong with the document as soon as it is typed, and tells it to screen readers once typing rests. It
 * does not wait for a pause: finding the diagnostics costs a few milliseconds, whatever the length of the document.
 *
 * The checks and their advice are as large as the rest of the language, and an editor can be typed into without them,
 * so they are loaded on their own, once.
 */
export function linting(regexProblem?: PatternQuestion): Extension {
  const checks = import("./lint-diagnostics.js");
  const patterns = regexProblem && new PatternJudge(regexProblem);
  return [
    soundSyntax,
    linter(
      ({ state }) =>
        checks.then(({ lintDiagnostics, judgedDiagnostics }) =>
          patterns ? judgedDiagnostics(state, patterns) : lintDiagnostics(state),
        ),
      { delay: 0 },
    ),
    announceProblems(),
  ];
}
