import type { Tree } from "@lezer/common";
import type { Command } from "./ast.js";
import { LANGUAGE_LIMITS, type LanguageLimits, overBudget } from "./budget.js";
import { readCommands } from "./build/command.js";
import { TreeReader } from "./build/tree-reader.js";
import { checkCommand } from "./checks/index.js";
import { checkRegularExpressions, type RegexJudge } from "./checks/regular-expressions.js";
import type { Diagnostic } from "./diagnostic.js";
import { END, STATEMENT_WORDS } from "./expected.js";
import { collectProblems, type Problem, toDiagnostics } from "./problem.js";
import { parseStrictly, type SyntaxReader } from "./syntax.js";
import { syntaxProblem } from "./syntax-problem.js";

/** What the host may change about parsing. */
export interface ParseOptions {
  readonly limits?: Partial<LanguageLimits>;
  /** Judges constant patterns of REGEX. Without it they are left to the engine that evaluates them. */
  readonly regexProblem?: RegexJudge;
}

/** A parsed command and everything to say about its text. */
export interface ParseResult {
  /** Null exactly when a diagnostic is an error. */
  readonly command: Command | null;
  /** In source order. Warnings may stand beside a command. */
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Reads one KIP command: its syntax (the EBNF, §43.8, §20.16) and every rule that needs neither parameters nor state.
 * It never throws, takes linear time, and stops at the first syntax error. The codes are `InvalidSyntax` and what the
 * specification names for a rule, such as `DuplicateLocalHandle` (§53.2) or `ResourceExhausted` past a limit.
 */
export function parse(text: string, options: ParseOptions = {}): ParseResult {
  return parseWith(parseStrictly, text, options);
}

/** The same with a syntax reader of the caller's choice. It gives what `parseStrictly` gives, only sooner. */
export function parseWith(read: SyntaxReader, text: string, options: ParseOptions = {}): ParseResult {
  const limits = { ...LANGUAGE_LIMITS, ...options.limits };
  let command: Command | null = null;
  const problems = collectProblems((report) => {
    command = readCommand(read, text, limits, report);
    const { regexProblem } = options;
    if (command !== null && regexProblem !== undefined && MENTIONS_REGEX.test(text)) {
      checkRegularExpressions(command, regexProblem, report);
    }
  });
  const refused = problems.some(({ warning }) => warning === undefined);
  const own = problems.filter((problem) => !isOfQuotedCommand(problem, command));
  return { command: refused ? null : command, diagnostics: toDiagnostics(own, text) };
}

/** Whether a warning is about a command in quotes, whose parameters are bound when it is validated or previewed (§69.2). */
function isOfQuotedCommand({ warning, from }: Problem, command: Command | null): boolean {
  return (
    warning !== undefined &&
    (command?.type === "Validate" || command?.type === "PreviewKml") &&
    command.input.from === from
  );
}

const MENTIONS_REGEX = /\bREGEX\b/i;

function readCommand(
  read: SyntaxReader,
  text: string,
  limits: LanguageLimits,
  report: (problem: Problem) => void,
): Command | null {
  const excess = overBudget(text, limits);
  if (excess !== null) {
    report(excess);
    return null;
  }
  const parsed = read(text);
  if ("accepts" in parsed) {
    report(syntaxProblem(text, parsed, read));
    return null;
  }
  return onlyCommand(parsed, text, limits, report);
}

function onlyCommand(
  tree: Tree,
  text: string,
  limits: LanguageLimits,
  report: (problem: Problem) => void,
): Command | null {
  const commands = readCommands(new TreeReader(tree, text, report));
  const [command, second] = commands;
  if (command === undefined) {
    report({
      from: 0,
      to: text.length,
      message: "The command is empty.",
      expected: STATEMENT_WORDS,
      hint: "Begin with FIND to read, ASSERT to record a claim, or DESCRIBE PRIMER to look around.",
    });
    return null;
  }
  if (second !== undefined) {
    report({
      from: second.from,
      to: second.to,
      message: "A second command begins here; an operation holds one.",
      found: text.slice(second.from, second.from + 20),
      expected: [END],
      hint: "Send it as its own operation, or wrap mutations that belong together in MUTATE {…}.",
    });
    return null;
  }
  checkCommand(command, limits, report);
  return command;
}
