import { atMost } from "../goals.js";
import { compare } from "../rows.js";
import type { BenchSection } from "../section.js";

/** 500 bytes: what an agent writes down after being told something. */
const COMMAND = `MUTATE {
  CREATE CONCEPT ?alice { TYPE "Person" NAME "Alice" SET ATTRIBUTES { display_name: "Alice Archer" } }
  CREATE EVIDENCE ?said { SET FIELDS { evidence_class: "user_statement", payload: "I live in Shanghai now" } }
  ASSERT (?alice, "lives_in", :place) {
    by: ?alice, mode: "stated", at: "2026-09-10T00:00:00.000Z", evidence: ?said,
    valid: {from: "2026-09-01T00:00:00.000Z"}
  }
  ASSERT (?alice, "timezone", "Asia/Shanghai") { by: ?alice, mode: "inferred", confidence: 0.8 }
}`;

/** What understanding a command costs of what keeping it costs. */
export const parseCommand: BenchSection = {
  name: "parse-command",
  about: "a command of 500 bytes parsed and checked beside a Dexie readwrite transaction",
  run: async ({ rounds, warmupRounds, inPage }) => {
    const { parseMs, bareMs } = await inPage("parse-command", { rounds, warmupRounds, command: COMMAND });
    const { rows, ratio } = compare("parse and check", parseMs, "bare Dexie transaction", bareMs);
    return {
      rows,
      goals: [atMost("parse and check ÷ bare transaction, p50", ratio.p50, 0.1, "×")],
      notes: [`a command of ${COMMAND.length} bytes, parsed once between two transactions, after 500 times`],
    };
  },
};
