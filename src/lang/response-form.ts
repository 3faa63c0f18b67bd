import { type JsonObject, type KipError, kipError, type Warning } from "../model/index.js";
import type { Diagnostic, ErrorDiagnostic, WarningDiagnostic } from "./diagnostic.js";

/** The errors among what there is to say about a text. */
export function errorsAmong(diagnostics: readonly Diagnostic[]): ErrorDiagnostic[] {
  return diagnostics.filter((diagnostic) => diagnostic.severity === "error");
}

/** What refuses a command, as a response says it (§86.1). Whatever the code: only another text can help. */
export function diagnosticError(diagnostic: ErrorDiagnostic): KipError {
  const { code, message, hint } = diagnostic;
  return kipError(code, message, {
    ...(hint === undefined ? {} : { hint }),
    details: placeOf(diagnostic),
    retry: "requires_different_input",
  });
}

/** The warnings among what there is to say about a text, as a response carries them beside a result (§81). */
export function warningsAmong(diagnostics: readonly Diagnostic[]): Warning[] {
  return diagnostics.filter((diagnostic) => diagnostic.severity === "warning").map(inResponse);
}

function inResponse(diagnostic: WarningDiagnostic): Warning {
  const { code, message, hint } = diagnostic;
  return {
    code,
    message: hint === undefined ? message : `${message} ${hint}`,
    details: placeOf(diagnostic),
  };
}

function placeOf({ from, to, line, column, found, expected }: Diagnostic): JsonObject {
  return {
    ...{ from, to, line, column },
    ...(found === undefined ? {} : { found }),
    ...(expected === undefined ? {} : { expected }),
  };
}
