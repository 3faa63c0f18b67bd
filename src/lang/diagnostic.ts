import type { ErrorCode } from "../model/index.js";
import type { SourceRange } from "./ast.js";

/** One thing to say about a command's text. */
export interface Diagnostic extends SourceRange {
  /** The registry's code (§87). An error of this code refuses the command; a warning's code is only its topic. */
  readonly code: ErrorCode;
  readonly severity: "error" | "warning";
  /** 1-based line of `from`. */
  readonly line: number;
  /** 1-based column of `from`, counted in UTF-16 units. */
  readonly column: number;
  /** What is wrong, in one sentence. */
  readonly message: string;
  /** What stands there, in words or as a short quotation. */
  readonly found?: string;
  /** What would be legal there, most likely first. */
  readonly expected?: readonly string[];
  /** What to do next, with a corrected fragment when one is near. */
  readonly hint?: string;
}
