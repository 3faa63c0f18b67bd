/** Keyword retrieval over one Space, and the SEARCH statement (§66). */
export type { SearchHit, SearchIndex, SearchRequest } from "./types.js";
