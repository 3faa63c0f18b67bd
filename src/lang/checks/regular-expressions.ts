import type { Command, FunctionCall } from "../ast.js";
import type { ProblemSink } from "../problem.js";

/** What is wrong with a regular expression, in the words of the engine that would run it. */
export interface RegexProblem {
  readonly message: string;
  readonly hint: string;
  readonly expected?: readonly string[];
}

/**
 * Says what is wrong with a pattern, or null when nothing is. The dialect of REGEX is the engine's, and its code is as
 * large as the whole language, so whoever parses brings it along (§44.2).
 */
export type RegexJudge = (pattern: string) => RegexProblem | null;

/** Reports the constant patterns of REGEX that the engine cannot use, wherever in a command they stand (§44.2). */
export function checkRegularExpressions(command: Command, judge: RegexJudge, report: ProblemSink): void {
  eachCall(command, ({ name, args: [, pattern] }) => {
    if (name !== "REGEX" || pattern?.type !== "Literal" || typeof pattern.value !== "string") return;
    const problem = judge(pattern.value);
    if (problem !== null) report({ from: pattern.from, to: pattern.to, found: pattern.source, ...problem });
  });
}

/** Visits every function call under a node. */
function eachCall(node: unknown, visit: (call: FunctionCall) => void): void {
  if (typeof node !== "object" || node === null) return;
  if (isCall(node)) visit(node);
  for (const part of Object.values(node)) eachCall(part, visit);
}

function isCall(node: object): node is FunctionCall {
  return "type" in node && node.type === "FunctionCall";
}
