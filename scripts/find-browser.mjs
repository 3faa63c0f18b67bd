// Finds the Chromium that vitest, Playwright and the harness drive, so that all three agree, and installs one where
// there is none. Run as a program, it prints the path.
import { accessSync, constants, existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { pathToFileURL } from "node:url";
import { run } from "./process.mjs";

const names = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome"];
const elsewhere = [
  "/snap/bin/chromium",
  "/opt/google/chrome/chrome",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
  "C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe",
];

/**
 * Chromium's sandbox does not run as root or in most containers; the rest keeps it from calling home, which on a machine
 * without a network costs seconds at each start.
 */
export const browserArgs = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  "--disable-quic",
  "--no-first-run",
];

/** @param {string} path */
function isExecutable(path) {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/**
 * The path of a Chromium on this machine, or undefined when there is none, or only the one that Playwright downloaded
 * and finds by itself. The environment variable KIP_CHROMIUM decides when it is set.
 *
 * @returns {string | undefined}
 */
export function findBrowser() {
  const chosen = process.env.KIP_CHROMIUM;
  if (chosen) {
    if (!isExecutable(chosen)) throw new Error(`KIP_CHROMIUM is ${chosen}, which is not a program`);
    return chosen;
  }
  const folders = [...(process.env.PATH ?? "").split(delimiter), "/usr/bin", "/usr/local/bin"];
  const candidates = [...names.flatMap((name) => folders.map((folder) => join(folder, name))), ...elsewhere];
  return candidates.find((path) => existsSync(path) && isExecutable(path));
}

/** Installs a Chromium when there is none: Debian's as root on Debian, else the one Playwright downloads. */
export function ensureBrowser() {
  if (findBrowser()) return;
  if (process.getuid?.() === 0 && existsSync("/usr/bin/apt-get")) {
    process.stderr.write("Installing Chromium (apt-get) …\n");
    try {
      run("apt-get", ["update"]);
      run("env", [
        "DEBIAN_FRONTEND=noninteractive",
        "apt-get",
        "install",
        "-y",
        "--no-install-recommends",
        "chromium",
      ]);
      return;
    } catch (error) {
      process.stderr.write(
        `${error instanceof Error ? error.message : error}; trying Playwright's Chromium\n`,
      );
    }
  }
  // Returns at once when this version is already there.
  run("playwright", ["install", "chromium"]);
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  process.stdout.write(`${findBrowser() ?? ""}\n`);
}
