// Makes a clean clone able to run the script that follows. It runs before anything is installed, so it imports nothing
// but Node's own modules, and it writes to standard error only: `npm run kip` promises its standard output to responses.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { root, run } from "./process.mjs";

/** @param {string} path */
function packagesIn(path) {
  try {
    /** @type {Record<string, { version?: string, optional?: boolean }>} */
    const packages = JSON.parse(readFileSync(join(root, path), "utf8")).packages;
    delete packages[""];
    return packages;
  } catch {
    return undefined;
  }
}

// Compared by content, not by age: file times say nothing after a clone, and a needless `npm ci` would pull
// node_modules from under whatever else is running here.
function isInstalled() {
  const wanted = packagesIn("package-lock.json");
  const installed = packagesIn("node_modules/.package-lock.json");
  if (!wanted) throw new Error("package-lock.json is missing or unreadable: restore it from git");
  if (!installed) return false;
  const complete = Object.entries(wanted).every(
    ([path, { version, optional }]) => installed[path]?.version === version || (optional && !installed[path]),
  );
  return complete && Object.keys(installed).every((path) => path in wanted);
}

function checkNode() {
  const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
  if (major > 20 || (major === 20 && minor >= 19)) return;
  throw new Error(`Node.js 20.19 or newer is needed, and this is ${process.version}`);
}

function install() {
  process.stderr.write("Installing dependencies (npm ci) …\n");
  // The level and the development dependencies are named because npm hands this process its own settings, and with
  // NODE_ENV=production or a silent log the tools would be missing without a word.
  run("npm", ["ci", "--no-audit", "--no-fund", "--include=dev", "--loglevel=error"]);
}

try {
  checkNode();
  if (!isInstalled()) install();
  const { ensureGrammar } = await import("./build-grammar.mjs");
  await ensureGrammar();
  if (process.argv.includes("--browser")) {
    const { ensureBrowser } = await import("./find-browser.mjs");
    ensureBrowser();
  }
  if (process.argv.includes("--build")) {
    const { ensureBuilt } = await import("./build.mjs");
    ensureBuilt();
  }
} catch (error) {
  process.stderr.write(`Not ready: ${error instanceof Error ? error.message : error}\n`);
  process.exitCode = 1;
}
