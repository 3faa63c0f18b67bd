/** KIP for CodeMirror. It stands apart from the rest of `src/lang`, so that an engine does not carry an editor. */
export type { RegexProblem } from "../checks/regular-expressions.js";
export type * from "../schema-outline.js";
export { type KipOptions, kip } from "./kip.js";
export { kipLanguage } from "./language.js";
