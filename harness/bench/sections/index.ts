import type { BenchSection } from "../section.js";
import { assertCommit } from "./assert-commit.js";
import { keystroke } from "./keystroke.js";
import { parseCommand } from "./parse-command.js";
import { parseThroughput } from "./parse-throughput.js";
import { pointBelief } from "./point-belief.js";

/** What `npm run bench` measures, in this order. */
export const sections: readonly BenchSection[] = [
  assertCommit,
  pointBelief,
  parseThroughput,
  parseCommand,
  keystroke,
];
