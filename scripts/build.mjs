// Builds the workbench into dist/web, the library and the language package into dist/lib and their declarations into
// dist/types, and the page that the harness drives into dist/harness. As a program:
// `node scripts/build.mjs [web|lib|types|harness]`, all of them without an argument.
import { existsSync, mkdirSync, renameSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { lastChangedMs, root, run } from "./process.mjs";

const inputs = [
  "grammar",
  "src",
  "web",
  "harness/page",
  "harness/lines",
  "package-lock.json",
  "vite.config.ts",
  "vite.lib.config.ts",
  "vite.language.config.ts",
  "vite.harness.config.ts",
];

/** @type {Record<string, (folder: string) => void>} */
const builders = {
  web: (folder) => run("vite", ["build", "--outDir", folder, "--emptyOutDir"]),
  lib: (folder) => {
    run("vite", ["build", "--config", "vite.lib.config.ts", "--outDir", folder, "--emptyOutDir"]);
    run("vite", ["build", "--config", "vite.language.config.ts", "--outDir", folder]);
  },
  harness: (folder) =>
    run("vite", ["build", "--config", "vite.harness.config.ts", "--outDir", folder, "--emptyOutDir"]),
  types: (folder) => run("tsc", ["-p", "tsconfig.lib.json", "--outDir", folder]),
};

/** @param {string} target */
const stampOf = (target) => `dist/.${target}.built`;

/**
 * Builds beside the old folder and then takes its place: whoever serves the old one meanwhile never sees half of a new
 * one, and two builds at once do not write into each other.
 *
 * @param {string} target
 */
function build(target) {
  const builder = builders[target];
  if (!builder) {
    throw new Error(`nothing is called ${target}: the targets are ${Object.keys(builders).join(", ")}`);
  }
  const startedAt = new Date();
  const built = join(root, "dist", target);
  const draft = join(root, "dist", `.${target}.${process.pid}.new`);
  const old = join(root, "dist", `.${target}.${process.pid}.old`);
  mkdirSync(join(root, "dist"), { recursive: true });
  try {
    builder(draft);
    if (existsSync(built)) renameSync(built, old);
    renameSync(draft, built);
  } finally {
    rmSync(draft, { recursive: true, force: true });
    rmSync(old, { recursive: true, force: true });
  }
  const stamp = join(root, stampOf(target));
  writeFileSync(stamp, "");
  // As old as the build's start, so that what was edited meanwhile counts as newer.
  utimesSync(stamp, startedAt, startedAt);
}

/**
 * Builds what runs, where it is missing or older than its sources.
 *
 * @param {string[]} targets
 */
export function ensureBuilt(targets = ["web", "lib", "harness"]) {
  const changedMs = Math.max(...inputs.map(lastChangedMs));
  for (const target of targets) {
    if (lastChangedMs(stampOf(target)) < changedMs) build(target);
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  try {
    for (const target of process.argv[2] ? [process.argv[2]] : Object.keys(builders)) build(target);
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
    process.exitCode = 1;
  }
}
