import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ensureBuilt } from "../scripts/build.mjs";
import { benchReport, benchText } from "./bench/statistics.js";
import { launchEngineBrowser } from "./browser/launch.js";
import { readArguments, runCommand, UsageError } from "./command-line.js";

const HELP = `Usage: npm run bench -- [options]

Measures one ASSERT commit and one point BELIEF through the client, beside a bare Dexie transaction and a bare Dexie get
of about the same bytes, in one page and one run, and reports the ratios of their medians and of their 95th percentiles.

Options:
  --rounds N  how many rounds to measure (default: 300)
  --json      print the report as JSON instead
  --help      this text
`;

const MAX_ROUNDS = 100_000;

await runCommand(async () => {
  const { values } = readArguments(HELP, {
    rounds: { type: "string", default: "300" },
    json: { type: "boolean", default: false },
  });
  const rounds = Number(values.rounds);
  if (!Number.isInteger(rounds) || rounds < 1 || rounds > MAX_ROUNDS) {
    throw new UsageError(`--rounds must be a whole number from 1 to ${MAX_ROUNDS}`);
  }
  ensureBuilt(["harness"]);
  // On disk: without a profile the browser keeps its databases in memory, where a commit costs nothing.
  const profile = mkdtempSync(join(tmpdir(), "kip-bench-"));
  try {
    const browser = await launchEngineBrowser({ profile, fineClock: true });
    try {
      const page = await browser.open({ name: "bench" });
      const report = benchReport(await page.bench({ rounds, warmupRounds: Math.min(50, rounds) }));
      process.stdout.write(values.json ? `${JSON.stringify(report, null, 2)}\n` : `${benchText(report)}\n`);
    } finally {
      await browser.close();
    }
  } finally {
    rmSync(profile, { recursive: true, force: true });
  }
  return 0;
});
