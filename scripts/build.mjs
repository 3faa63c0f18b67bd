// Builds the workbench into dist/web and the library into dist/lib. As a program: `node scripts/build.mjs [web|lib]`,
// both without an argument.
import { mkdirSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { lastChangedMs, root, run } from "./process.mjs";

const inputs = [
  "grammar",
  "src",
  "web",
  "package-lock.json",
  "vite.config.ts",
  "vite.lib.config.ts",
  "tsconfig.lib.json",
];

/** @type {Record<string, () => void>} */
const targets = {
  web: () => run("vite", ["build"]),
  lib: () => {
    run("vite", ["build", "--config", "vite.lib.config.ts"]);
    run("tsc", ["-p", "tsconfig.lib.json"]);
  },
};

/** @param {string} target */
const stampOf = (target) => `dist/.${target}.built`;

/** @param {string} target */
function build(target) {
  const startedAt = new Date();
  const builder = targets[target];
  if (!builder)
    throw new Error(`nothing is called ${target}: the targets are ${Object.keys(targets).join(" and ")}`);
  builder();
  mkdirSync(join(root, "dist"), { recursive: true });
  const stamp = join(root, stampOf(target));
  writeFileSync(stamp, "");
  // As old as the build's start, so that what was edited meanwhile counts as newer.
  utimesSync(stamp, startedAt, startedAt);
}

/** Builds what is missing or older than its sources. */
export function ensureBuilt() {
  const changedMs = Math.max(...inputs.map(lastChangedMs));
  for (const target of Object.keys(targets)) {
    if (lastChangedMs(stampOf(target)) < changedMs) build(target);
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  try {
    for (const target of process.argv[2] ? [process.argv[2]] : Object.keys(targets)) build(target);
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
    process.exitCode = 1;
  }
}
