import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ensureBuilt } from "../scripts/build.mjs";
import { type BenchReport, type NamedReport, sectionText, summary } from "./bench/report.js";
import type { Bench, BenchSection } from "./bench/section.js";
import { sections } from "./bench/sections/index.js";
import { type EngineBrowser, launchEngineBrowser } from "./browser/launch.js";
import { readArguments, runCommand, UsageError } from "./command-line.js";

const HELP = `Usage: npm run bench -- [options]

Measures the engine beside what it stands on, each pair in one page and one run, in turn, and reports the ratios of
their medians and of their 95th percentiles. A goal that is missed is reported by how much; it does not fail the run.

Sections:
${sections.map(({ name, about }) => `  ${name.padEnd(20)}${about}`).join("\n")}

Options:
  --only NAME[,NAME]  only these sections
  --rounds N          how many rounds to measure (default: 300)
  --scale F           multiply the size of large data sets with F, from 0.001 to 1, to try a section out (default: 1)
  --json              print the report as JSON instead
  --help              this text

The exit code is 0 when every section was measured, 1 when one failed, 2 when nothing could be started.
`;

const MAX_ROUNDS = 100_000;

interface Settings {
  readonly chosen: readonly BenchSection[];
  readonly rounds: number;
  readonly scale: number;
  readonly json: boolean;
}

function readSettings(): Settings {
  const { values } = readArguments(HELP, {
    only: { type: "string" },
    rounds: { type: "string", default: "300" },
    scale: { type: "string", default: "1" },
    json: { type: "boolean", default: false },
  });
  const rounds = Number(values.rounds);
  if (!Number.isInteger(rounds) || rounds < 1 || rounds > MAX_ROUNDS) {
    throw new UsageError(`--rounds must be a whole number from 1 to ${MAX_ROUNDS}`);
  }
  const scale = Number(values.scale);
  if (!(scale >= 0.001 && scale <= 1)) throw new UsageError("--scale must be from 0.001 to 1");
  return { chosen: choose(values.only), rounds, scale, json: values.json };
}

function choose(only: string | undefined): readonly BenchSection[] {
  if (only === undefined) return sections;
  const names = only.split(",").map((name) => name.trim());
  const stranger = names.find((name) => !sections.some((section) => section.name === name));
  if (stranger !== undefined) {
    const known = sections.map(({ name }) => name).join(", ");
    throw new UsageError(`there is no section ${JSON.stringify(stranger)}; the sections are ${known}`);
  }
  return sections.filter(({ name }) => names.includes(name));
}

async function runSection(section: BenchSection, bench: Bench): Promise<NamedReport> {
  try {
    return { name: section.name, ...(await section.run(bench)) };
  } catch (thrown) {
    return { name: section.name, failed: thrown instanceof Error ? thrown.message : String(thrown) };
  }
}

/** A bench whose pages each hold a Nexus of their own, which is closed with them. */
function benchIn(browser: EngineBrowser, { rounds, scale }: Settings): Bench {
  let pages = 0;
  return {
    rounds,
    warmupRounds: Math.min(50, rounds),
    scale,
    inPage: (name, plan, options) => {
      pages += 1;
      return browser
        .open({ ...options, name: `bench-${pages}` })
        .then((page) => page.bench(name, plan).finally(() => page.close()));
    },
  };
}

await runCommand(async () => {
  const settings = readSettings();
  ensureBuilt(["harness"]);
  // On disk: without a profile the browser keeps its databases in memory, where a commit costs nothing.
  const profile = mkdtempSync(join(tmpdir(), "kip-bench-"));
  const reports: NamedReport[] = [];
  try {
    const browser = await launchEngineBrowser({ profile, fineClock: true });
    try {
      const bench = benchIn(browser, settings);
      for (const section of settings.chosen) {
        const report = await runSection(section, bench);
        reports.push(report);
        if (!settings.json) process.stdout.write(`${sectionText(report)}\n\n`);
      }
    } finally {
      await browser.close();
    }
  } finally {
    rmSync(profile, { recursive: true, force: true });
  }
  const report: BenchReport = { rounds: settings.rounds, scale: settings.scale, sections: reports };
  process.stdout.write(settings.json ? `${JSON.stringify(report, null, 2)}\n` : `${summary(report)}\n`);
  return reports.some((section) => "failed" in section) ? 1 : 0;
});
