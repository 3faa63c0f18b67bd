/** The language: a command's text, its typed form, and what is wrong with it. Pure functions, no I/O. */
export type * from "./ast.js";
export { LANGUAGE_LIMITS, type LanguageLimits } from "./budget.js";
export type { RegexJudge, RegexProblem } from "./checks/regular-expressions.js";
export { isFind, isMeta, isStateChanging, type Language, languageOf, statementName } from "./classify.js";
export type { Diagnostic, ErrorDiagnostic, WarningDiagnostic } from "./diagnostic.js";
export { type FormatOptions, format } from "./format/format.js";
export { nearest } from "./nearest.js";
export { type ParseOptions, type ParseResult, parse } from "./parse.js";
export { diagnosticError, errorsAmong, warningsAmong } from "./response-form.js";
export type {
  FacetOutline,
  FieldOutline,
  PredicateOutline,
  SchemaOutline,
  StructuralFieldOutline,
  SymbolOutline,
  TypeOutline,
} from "./schema-outline.js";
