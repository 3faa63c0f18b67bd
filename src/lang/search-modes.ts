/** How SEARCH may find (§66.3). Which of them an engine can do is for the engine to say. */
export const SEARCH_MODES: readonly string[] = ["keyword", "semantic", "hybrid"];
