import type { SearchContext } from "../model/index.js";
import type { SpaceView } from "../state/index.js";

/** What a retrieval score means, disclosed with every search (§66.4, §66.5). */
const SCORE_SEMANTICS =
  "share of the query's words found, weighted by word length, field and closeness; relevance, not confidence";

/** How fresh the index was that a read searched (§66.5). */
export function searchContext(view: SpaceView, indexSeq: number): SearchContext {
  return {
    index_seq: indexSeq,
    current_space_seq: view.seq,
    consistency: indexSeq === view.seq ? "snapshot" : "lagging",
    mode: "keyword",
    score_semantics: SCORE_SEMANTICS,
  };
}
