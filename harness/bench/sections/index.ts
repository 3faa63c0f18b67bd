import type { BenchSection } from "../section.js";
import { assertCommit } from "./assert-commit.js";
import { pointBelief } from "./point-belief.js";

/** What `npm run bench` measures, in this order. */
export const sections: readonly BenchSection[] = [assertCommit, pointBelief];
