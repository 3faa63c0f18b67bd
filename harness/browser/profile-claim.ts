import { mkdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import { haveEnded, isRunning, type RunningProgram, runningPrograms, signal, startOf } from "./processes.js";

/** A browser profile that this process alone uses until it lets go. */
export interface ProfileClaim {
  /** The profile's real path, as the browser gets it. */
  readonly folder: string;
  release(): void;
}

/** Who holds a profile. */
interface Owner {
  readonly pid: number;
  readonly start: string | null;
  readonly host: string;
}

/** How long a browser that lost its driver gets to end: first by itself, then on request, then by force. */
export interface Patience {
  readonly byItselfMs: number;
  readonly onRequestMs: number;
  readonly byForceMs: number;
}

const PATIENCE: Patience = { byItselfMs: 5_000, onRequestMs: 10_000, byForceMs: 5_000 };

/** What Chromium leaves in a profile to mark it as taken. After a kill they stay, and on another host they refuse. */
const CHROMIUM_MARKS = ["SingletonLock", "SingletonCookie", "SingletonSocket"];

/**
 * Claims a browser profile, making the folder where there is none. What a killed run left behind is cleared away: its
 * mark, and its browser, which is given time to finish what it was writing.
 * @throws `Error` when another process uses the profile.
 */
export async function claimProfile(path: string, patience = PATIENCE): Promise<ProfileClaim> {
  mkdirSync(path, { recursive: true });
  const folder = realpathSync(path);
  const mark = join(folder, "kip-harness.lock");
  const self: Owner = { pid: process.pid, start: startOf(process.pid), host: hostname() };
  writeMark(mark, self, path);
  const release = (): void => rmSync(mark, { force: true });
  try {
    await endOrphans(folder, patience);
  } catch (thrown) {
    release();
    throw thrown;
  }
  for (const name of CHROMIUM_MARKS) rmSync(join(folder, name), { force: true });
  return { folder, release };
}

function writeMark(mark: string, self: Owner, path: string): void {
  // Twice at most: a mark that is stale is removed, and if a new one is there then, someone else was faster.
  for (const last of [false, true]) {
    try {
      writeFileSync(mark, JSON.stringify(self), { flag: "wx" });
      return;
    } catch (thrown) {
      if (!(thrown instanceof Error && "code" in thrown && thrown.code === "EEXIST")) throw thrown;
      const owner = readOwner(mark);
      if (last || (owner && isAlive(owner))) {
        throw new Error(
          `the profile ${path} is in use by process ${owner?.pid ?? "unknown"}: end it, or use another profile`,
        );
      }
      rmSync(mark, { force: true });
    }
  }
}

function readOwner(mark: string): Owner | null {
  try {
    const { pid, start, host } = JSON.parse(readFileSync(mark, "utf8"));
    return typeof pid === "number" && typeof host === "string" ? { pid, start: start ?? null, host } : null;
  } catch {
    return null; // Killed while it wrote the mark.
  }
}

// An owner on another host cannot be asked. It is taken for dead, because that is what a container that was started
// anew looks like; two live hosts on one folder are kept apart by the lock that the browser's database holds.
const isAlive = ({ pid, start, host }: Owner): boolean =>
  host === hostname() && isRunning(pid) && startOf(pid) === start && !(pid === process.pid && start === null);

async function endOrphans(folder: string, patience: Patience): Promise<void> {
  const browsers = browsersOf(folder);
  const own = browsers.find(({ command }) => !command.includes("--remote-debugging-pipe"));
  if (own) throw new Error(`the profile ${folder} is open in a browser (process ${own.pid}): close it first`);
  const pids = browsers.map(({ pid }) => pid);
  // Chromium ends by itself when the pipe to its driver breaks, and it writes out what it has before it does.
  if (await haveEnded(pids, patience.byItselfMs)) return;
  signal(pids, "SIGTERM");
  if (await haveEnded(pids, patience.onRequestMs)) return;
  signal(pids, "SIGKILL");
  if (await haveEnded(pids, patience.byForceMs)) return;
  throw new Error(
    `the browser of an earlier run (process ${pids.join(", ")}) does not end, so ${folder} cannot be used`,
  );
}

/** The browsers that have a profile open: the main process of each, not its helpers. */
function browsersOf(folder: string): readonly RunningProgram[] {
  const opened = `--user-data-dir=${folder}`;
  return runningPrograms().filter(({ command }) => {
    const at = command.indexOf(opened);
    const isWhole = at !== -1 && [undefined, " "].includes(command[at + opened.length]);
    return isWhole && !command.includes(" --type=");
  });
}
