// Everything that must hold, in one command. A failed stage does not stop the next, so that one run shows all that is
// wrong. The last line is the sum: "N passed, N failed".
import { spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { root } from "./process.mjs";
import { countPlaywright, countStage, countVitest } from "./test-counts.mjs";

const stageTimeoutMs = 20 * 60_000;

/** @typedef {import("./test-counts.mjs").Counts} Counts */

/**
 * @typedef {object} Stage
 * @property {string} name
 * @property {string} script the npm script that runs it, so that it can be run alone
 * @property {string[]} [args]
 * @property {string} [after] the stage without which this one means nothing
 * @property {() => Counts} [count] reads its report; without one, the stage counts as one check
 */

/** @param {string} name */
const reportOf = (name) => `test-results/${name}.json`;

/** @param {string} name */
const readReport = (name) => JSON.parse(readFileSync(join(root, reportOf(name)), "utf8"));

/** @param {string} project @returns {Stage} */
const vitest = (project) => ({
  name: project,
  script: `test:${project}`,
  args: ["--reporter=default", "--reporter=json", `--outputFile.json=${reportOf(project)}`],
  count: () => countVitest(readReport(project)),
});

/** @type {Stage[]} */
const stages = [
  { name: "format", script: "format:check" },
  { name: "lint", script: "lint" },
  { name: "layers", script: "layers" },
  { name: "typecheck", script: "typecheck" },
  { name: "size", script: "size:language" },
  { name: "build", script: "build" },
  vitest("unit"),
  vitest("browser"),
  {
    name: "e2e",
    script: "test:e2e",
    args: ["--reporter=list,json"],
    after: "build",
    count: () => countPlaywright(readReport("e2e")),
  },
];

/** @param {string} program @param {string[]} args @returns {boolean} whether it exited well */
function succeeds(program, args) {
  const { status, signal, error } = spawnSync(program, args, {
    cwd: root,
    env: { ...process.env, PLAYWRIGHT_JSON_OUTPUT_FILE: reportOf("e2e") },
    // Both on standard output, so that messages stay in their stage and the sum stays last wherever this is captured.
    stdio: ["ignore", process.stdout.fd, process.stdout.fd],
    shell: process.platform === "win32",
    timeout: stageTimeoutMs,
  });
  if (error || signal) process.stdout.write(`${program} did not finish: ${error?.message ?? signal}\n`);
  return status === 0;
}

/** @param {Stage} stage */
function runStage({ script, args = [], count }) {
  const exitedWell = succeeds("npm", ["run", script, "--", ...args]);
  return countStage(exitedWell, count ?? (() => ({ passed: exitedWell ? 1 : 0, failed: 0 })));
}

function runStages() {
  rmSync(join(root, "test-results"), { recursive: true, force: true });
  mkdirSync(join(root, "test-results"), { recursive: true });
  /** @type {Map<string, Counts & { seconds: number }>} */
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

if (succeeds(process.execPath, ["scripts/ensure-ready.mjs", "--browser"])) {
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
