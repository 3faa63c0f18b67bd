import { parse } from "../../src/lang/index.js";
import type { ParseSample } from "../bench/samples.js";

/** Commands of the kind an agent sends, from a line to a page. */
const COMMANDS = [
  "DESCRIBE PRIMER",
  'FIND(?c.name) WHERE { ?c CONCEPT {type: "Person"} } ORDER BY ?c.name LIMIT 20',
  'SEARCH CONCEPT :term WITH TYPE "Person" LIMIT 5',
  `FIND(?b.status, ?b.leading) WHERE {
  ?s CONCEPT {name: "Alice"}
  ?o CONCEPT {name: "Shanghai"}
  ?b BELIEF (?s, "lives_in", ?o)
} FOR TIME "2026-09-20T00:00:00.000Z" WITH EPISTEMIC {policy: "kip:memory-default"}`,
  `MUTATE {
  CREATE CONCEPT ?alice { TYPE "Person" NAME "Alice" SET ATTRIBUTES { display_name: "Alice A" } }
  CREATE EVIDENCE ?said { SET FIELDS { evidence_class: "user_statement", payload: "I live in Shanghai now" } }
  ASSERT (?alice, "lives_in", :place) {
    by: ?alice, mode: "stated", at: "2026-09-10T00:00:00.000Z", evidence: ?said,
    valid: {from: "2026-09-01T00:00:00.000Z"}
  }
}`,
];

const WARMUP_TURNS = 100;
const TURNS = 300;

/** Parses the commands over and over, and says how long each turn took. */
export function measureParsing(): ParseSample {
  for (const command of COMMANDS) {
    const { diagnostics } = parse(command);
    const error = diagnostics.find(({ severity }) => severity === "error");
    if (error) throw new Error(`the parser refuses what is measured: ${error.message}\n${command}`);
  }
  const turnsMs: number[] = [];
  for (let turn = 0; turn < WARMUP_TURNS + TURNS; turn++) {
    const started = performance.now();
    for (const command of COMMANDS) parse(command);
    if (turn >= WARMUP_TURNS) turnsMs.push(performance.now() - started);
  }
  const bytesPerTurn = COMMANDS.reduce((sum, command) => sum + command.length, 0);
  return { commandsPerTurn: COMMANDS.length, bytesPerTurn, turnsMs };
}
