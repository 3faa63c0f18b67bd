import type { BenchSection } from "../section.js";
import { assertCommit } from "./assert-commit.js";
import { bulkAssert } from "./bulk-assert.js";
import { governance } from "./governance.js";
import { heap } from "./heap.js";
import { keystroke } from "./keystroke.js";
import { openSpace } from "./open-space.js";
import { parseCommand } from "./parse-command.js";
import { parseThroughput } from "./parse-throughput.js";
import { pointBelief } from "./point-belief.js";
import { queries } from "./queries.js";

/** What `npm run bench` measures, in this order. */
export const sections: readonly BenchSection[] = [
  assertCommit,
  bulkAssert,
  openSpace,
  heap,
  pointBelief,
  queries,
  governance,
  parseThroughput,
  parseCommand,
  keystroke,
];
