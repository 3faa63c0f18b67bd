/** The KIP grammar: the one parser of the engine and of every editor. */
export { parser } from "./generated/kip.js";
/** The ids of the tree's node types, by name. */
export * as terms from "./generated/kip.terms.js";
export { highlighting } from "./highlight.js";
export { keyword, keywordNames } from "./tokens.js";
