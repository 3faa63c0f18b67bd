/** The language: a command's text, its typed form, and what is wrong with it. Pure functions, no I/O. */
export type * from "./ast.js";
export { isFind, isMeta, isStateChanging, type Language, languageOf, statementName } from "./classify.js";
export type { Diagnostic } from "./diagnostic.js";
