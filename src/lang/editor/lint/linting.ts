import { linter } from "@codemirror/lint";
import type { Extension } from "@codemirror/state";
import { announceProblems } from "./announce.js";
import { soundSyntax } from "./incremental-syntax.js";

/**
 * Marks what is wrong with the document as soon as it is typed, and tells it to screen readers once typing rests. It
 * does not wait for a pause: finding the diagnostics costs a few milliseconds, whatever the length of the document.
 *
 * The checks and their advice are as large as the rest of the language, and an editor can be typed into without them,
 * so they are loaded on their own, once.
 */
export function linting(): Extension {
  const checks = import("./lint-diagnostics.js");
  return [
    soundSyntax,
    linter(({ state }) => checks.then(({ lintDiagnostics }) => lintDiagnostics(state)), { delay: 0 }),
    announceProblems(),
  ];
}
