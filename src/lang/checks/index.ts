import type { Command } from "../ast.js";
import type { LanguageLimits } from "../budget.js";
import type { ProblemSink } from "../problem.js";

/** Reports everything about a command that is wrong whatever the parameters and the state are. */
export function checkCommand(_command: Command, _limits: LanguageLimits, _report: ProblemSink): void {}
