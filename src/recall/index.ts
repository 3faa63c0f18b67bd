/** Recall: from a question to what to know before acting, with what was not covered. Read-only, without a model. */
export {
  type ActionBriefing,
  type BriefingContest,
  type BriefingKnowledge,
  RECALL_CHANNELS,
  type RecallChannel,
  type RecallCoverage,
  type RecallRequest,
} from "./briefing.js";
export { type RecallSource, recall, recallSequence } from "./recall.js";
