// Everything that must hold, in one command. A failed stage does not stop the next, so that one run shows all that is
// wrong. The last line is the sum: "N passed, N failed".
import { spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { pathWithTools, root } from "./process.mjs";
import { countPlaywright, countStage, countVitest } from "./test-counts.mjs";

const stageTimeoutMs = 20 * 60_000;

/**
 * @typedef {object} Stage
 * @property {string} name
 * @property {string[][]} commands
 * @property {string} [after] the stage without which this one means nothing
 * @property {string} [report] where it leaves a JSON report; without one, the stage counts as one check
 * @property {(report: any) => import("./test-counts.mjs").Counts} [count]
 */

/** @param {string} project @returns {Stage} */
function vitest(project) {
  const report = `test-results/${project}.json`;
  const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${report}`];
  return {
    name: project,
    commands: [["vitest", "run", "--project", project, ...reporters]],
    report,
    count: countVitest,
  };
}

/** @type {Stage[]} */
const stages = [
  { name: "format", commands: [["biome", "format", "."]] },
  { name: "lint", commands: [["biome", "check", "--formatter-enabled=false", "--error-on-warnings", "."]] },
  { name: "layers", commands: [["depcruise", "--config", ".dependency-cruiser.mjs", "."]] },
  {
    name: "typecheck",
    commands: [
      ["tsc", "-p", "tsconfig.json"],
      ["tsc", "-p", "tsconfig.engine.json"],
    ],
  },
  { name: "build", commands: [["node", "scripts/build.mjs"]] },
  vitest("unit"),
  vitest("browser"),
  {
    name: "e2e",
    commands: [["playwright", "test", "--reporter=list,json"]],
    after: "build",
    report: "test-results/e2e.json",
    count: countPlaywright,
  },
];

/** @param {string[]} command @returns {boolean} whether it exited well */
function succeeds([program = "", ...args]) {
  const { status, signal, error } = spawnSync(program, args, {
    cwd: root,
    env: { ...process.env, PATH: pathWithTools, PLAYWRIGHT_JSON_OUTPUT_FILE: "test-results/e2e.json" },
    // Both on standard output, so that messages stay in their stage and the sum stays last wherever this is captured.
    stdio: ["ignore", process.stdout.fd, process.stdout.fd],
    shell: process.platform === "win32",
    timeout: stageTimeoutMs,
  });
  if (error || signal) process.stdout.write(`${program} did not finish: ${error?.message ?? signal}\n`);
  return status === 0;
}

/** @param {Stage} stage */
function runStage({ commands, report, count }) {
  // All of them, even after one failed: the second type check may have more to say than the first.
  const exitedWell = commands.map(succeeds).every(Boolean);
  return countStage(exitedWell, () => {
    if (!report || !count) return { passed: exitedWell ? 1 : 0, failed: exitedWell ? 0 : 1 };
    return count(JSON.parse(readFileSync(join(root, report), "utf8")));
  });
}

function runStages() {
  rmSync(join(root, "test-results"), { recursive: true, force: true });
  mkdirSync(join(root, "test-results"), { recursive: true });
  /** @type {Map<string, import("./test-counts.mjs").Counts & { seconds: number }>} */
  const outcomes = new Map();
  for (const stage of stages) {
    process.stdout.write(`\n── ${stage.name} ${"─".repeat(60 - stage.name.length)}\n`);
    const startedMs = Date.now();
    const blocked = stage.after && outcomes.get(stage.after)?.failed;
    if (blocked) process.stdout.write(`Not run: ${stage.after} failed.\n`);
    const counts = blocked ? { passed: 0, failed: 1 } : runStage(stage);
    outcomes.set(stage.name, { ...counts, seconds: (Date.now() - startedMs) / 1000 });
  }
  return outcomes;
}

/** @param {number} passed @param {number} failed */
function finish(passed, failed) {
  process.stdout.write(`${passed} passed, ${failed} failed\n`);
  process.exitCode = failed > 0 ? 1 : 0;
}

if (succeeds(["node", "scripts/ensure-ready.mjs", "--browser"])) {
  const outcomes = runStages();
  process.stdout.write(`\n── summary ${"─".repeat(53)}\n`);
  for (const [name, { passed, failed, seconds }] of outcomes) {
    const verdict = failed > 0 ? "FAILED" : "ok";
    process.stdout.write(
      `${name.padEnd(12)}${verdict.padEnd(8)}${passed} passed, ${failed} failed (${seconds.toFixed(1)} s)\n`,
    );
  }
  const all = [...outcomes.values()];
  finish(
    all.reduce((sum, { passed }) => sum + passed, 0),
    all.reduce((sum, { failed }) => sum + failed, 0),
  );
} else {
  finish(0, 1);
}
