import type { ErrorCode } from "../model/index.js";
import type { SourceRange } from "./ast.js";

/** What a warning is about. It refuses nothing, so its name is none of the registry's. */
export type WarningCode = "PlaceholderInString";

/** One thing to say about a command's text. */
export type Diagnostic = ErrorDiagnostic | WarningDiagnostic;

/** What refuses a command, with a code of the registry (§87). */
export interface ErrorDiagnostic extends About {
  readonly severity: "error";
  readonly code: ErrorCode;
}

/** What to know about a command that may be carried out. */
export interface WarningDiagnostic extends About {
  readonly severity: "warning";
  readonly code: WarningCode;
}

interface About extends SourceRange {
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
