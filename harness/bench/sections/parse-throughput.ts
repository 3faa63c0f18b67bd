import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { readFixture } from "../../conformance/fixture.js";
import { programsIn } from "../../fuzz/inputs.js";
import { projectRoot, sharedFixtures } from "../../paths.js";
import { atMost } from "../goals.js";
import { quantile } from "../quantiles.js";
import type { Row } from "../rows.js";
import type { BenchSection } from "../section.js";

interface Texts {
  readonly from: string;
  readonly commands: readonly string[];
  readonly documents: readonly string[];
}

/** The commands of the shared fixtures beside the JSON they stand in, or else our own programs beside our packages. */
function textsToParse(): Texts {
  if (existsSync(sharedFixtures)) {
    const fixtures = filesIn(sharedFixtures, ".json").map((text) => readFixture(text, "fixture"));
    const steps = fixtures.flatMap(({ setup, cases }) => [...setup, ...cases]);
    return {
      from: "the shared fixtures' commands, and their steps as JSON",
      commands: steps.flatMap(({ command, operations = [] }) => [
        ...(command === undefined ? [] : [command]),
        ...operations.map((operation) => operation.command),
      ]),
      documents: steps.map((step) => JSON.stringify(step)),
    };
  }
  return {
    from: "no ../shared: the grammar's test programs, and the built-in packages as JSON",
    commands: filesIn(join(projectRoot, "grammar/test"), ".txt").flatMap(programsIn),
    documents: filesIn(join(projectRoot, "src/schema/packages"), ".json"),
  };
}

function filesIn(folder: string, extension: string): readonly string[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith(extension))
    .map((name) => readFileSync(join(folder, name), "utf8"));
}

/** Texts by the hundred, compiled once: bytes a second beside those of JSON.parse. */
export const parseThroughput: BenchSection = {
  name: "parse-throughput",
  about: "commands parsed and checked beside JSON.parse of as many bytes",
  run: async ({ rounds, warmupRounds, inPage }) => {
    const { from, ...texts } = textsToParse();
    const samples = await inPage("parse-throughput", { rounds, warmupRounds, ...texts });
    const { commands, commandBytes, jsonPasses } = samples;
    const speed = (name: string, bytes: number, ms: readonly number[]) => ({
      name,
      unit: "MB/s" as const,
      p50: bytes / 1000 / quantile(ms, 0.5),
      p95: bytes / 1000 / quantile(ms, 0.95),
    });
    const parse = speed("parse and check", commandBytes, samples.parseMs);
    const lezer = speed("Lezer's part of it", commandBytes, samples.lezerMs);
    const json = speed("JSON.parse", samples.documentBytes * jsonPasses, samples.documentsMs);
    const trees = speed("JSON.parse of syntax trees", samples.treeBytes * jsonPasses, samples.treesMs);
    const slower = (name: string, than: Row): Row => ({ name, unit: "×", p50: than.p50 / parse.p50 });
    const behindJson = slower("slower than JSON.parse", json);
    return {
      rows: [parse, lezer, json, trees, behindJson, slower("slower than JSON.parse of syntax trees", trees)],
      goals: [atMost("slower than JSON.parse on equal bytes, p50", behindJson.p50, 100, "×")],
      notes: [`${commands} commands, ${commandBytes} bytes: ${from}`],
    };
  },
};
