import { spawnSync } from "node:child_process";
import { readdirSync, statSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

/** The project's folder, wherever the script was started from. */
export const root = dirname(dirname(fileURLToPath(import.meta.url)));

const local = join(root, "node_modules", ".bin");

/**
 * Runs a command in the project's folder, its output on our standard error, and throws when it fails.
 *
 * @param {string} command found in node_modules/.bin first
 * @param {string[]} args
 */
export function run(command, args) {
  const { status, signal, error } = spawnSync(command, args, {
    cwd: root,
    env: { ...process.env, PATH: `${local}${delimiter}${process.env.PATH ?? ""}` },
    stdio: ["ignore", process.stderr.fd, process.stderr.fd],
    shell: process.platform === "win32",
  });
  if (error) throw new Error(`${command} could not be started: ${error.message}`);
  if (status !== 0) {
    throw new Error(`${command} ${args.join(" ")} failed (${signal ?? `exit code ${status}`})`);
  }
}

/**
 * When a file, or the newest file below a folder, was last changed; 0 when there is none.
 *
 * @param {string} path relative to the project's folder
 * @returns {number} milliseconds
 */
export function lastChangedMs(path) {
  const entry = statSync(join(root, path), { throwIfNoEntry: false });
  if (!entry) return 0;
  if (!entry.isDirectory()) return entry.mtimeMs;
  // A folder's own time counts too: it is what changes when a file is deleted.
  return Math.max(
    entry.mtimeMs,
    ...readdirSync(join(root, path)).map((name) => lastChangedMs(join(path, name))),
  );
}
