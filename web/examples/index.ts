import { contradiction } from "./contradiction.js";
import { correction } from "./correction.js";
import { nothingOnRecord } from "./nothing-on-record.js";
import { searchIsNotBelief } from "./search-is-not-belief.js";
import { statedPreference } from "./stated-preference.js";
import type { Story } from "./story.js";
import { worldChange } from "./world-change.js";

/** The worked examples, in the order in which they are worth reading. */
export const STORIES: readonly Story[] = [
  statedPreference,
  contradiction,
  correction,
  worldChange,
  nothingOnRecord,
  searchIsNotBelief,
];
