/** Keyword retrieval over one Space, and the SEARCH statement (§66). */
export { evaluateSearch, type SearchOutcome } from "./evaluate-search.js";
export { FIELD_WEIGHTS, type SearchField } from "./fields.js";
export { KeywordIndex } from "./keyword-index.js";
export type { SearchHit, SearchIndex, SearchRequest } from "./types.js";
export { wordsOf } from "./words.js";
