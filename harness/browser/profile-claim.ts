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

/** One process among all there ever were. */
interface ProcessMark {
  readonly pid: number;
  readonly start: string | null;
}

/** Who holds a profile. */
interface Owner extends ProcessMark {
  readonly host: string;
  /** The npm that started it: where that is gone, someone killed it and meant the command. */
  readonly launcher: ProcessMark | null;
}

/** How long a process that is in the way gets to end: first by itself, then on request, then by force. */
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
 * mark, its processes, which are given time to finish what they were writing, and what its browser left.
 * @throws `Error` when another process uses the profile.
 */
export async function claimProfile(path: string, patience = PATIENCE): Promise<ProfileClaim> {
  mkdirSync(path, { recursive: true });
  const folder = realpathSync(path);
  const mark = join(folder, "kip-harness.lock");
  await placeMark(mark, folder, patience);
  const release = (): void => rmSync(mark, { force: true });
  try {
    await endOrphanedBrowsers(folder, patience);
  } catch (thrown) {
    release();
    throw thrown;
  }
  for (const name of CHROMIUM_MARKS) rmSync(join(folder, name), { force: true });
  return { folder, release };
}

async function placeMark(mark: string, folder: string, patience: Patience): Promise<void> {
  const self: Owner = {
    ...markOf(process.pid),
    host: hostname(),
    launcher: process.env.npm_lifecycle_event === undefined ? null : markOf(process.ppid),
  };
  // Twice at most: a stale mark is removed, and if there is a new one then, someone else was faster.
  for (const last of [false, true]) {
    try {
      writeFileSync(mark, JSON.stringify(self), { flag: "wx" });
      return;
    } catch (thrown) {
      if (!(thrown instanceof Error && "code" in thrown && thrown.code === "EEXIST")) throw thrown;
      const owner = readOwner(mark);
      if (owner && (last || !(await hasLetGo(owner, patience)))) {
        throw new Error(
          `the profile ${folder} is in use by process ${owner.pid}: end it, or use another profile`,
        );
      }
      rmSync(mark, { force: true });
    }
  }
}

function readOwner(mark: string): Owner | null {
  try {
    const { pid, start = null, host, launcher = null } = JSON.parse(readFileSync(mark, "utf8"));
    return typeof pid === "number" && typeof host === "string" ? { pid, start, host, launcher } : null;
  } catch {
    return null; // Killed while it wrote the mark.
  }
}

// An owner on another host cannot be asked. It is taken for dead, because that is what a container that was started
// anew looks like; two live hosts on one folder are kept apart by the lock that the browser's database holds.
async function hasLetGo(owner: Owner, patience: Patience): Promise<boolean> {
  if (owner.host !== hostname() || !isSame(owner)) return true;
  if (owner.pid === process.pid) return owner.start === null;
  if (owner.launcher && !isSame(owner.launcher)) return end([owner.pid], patience);
  return haveEnded([owner.pid], patience.byItselfMs);
}

const markOf = (pid: number): ProcessMark => ({ pid, start: startOf(pid) });
const isSame = ({ pid, start }: ProcessMark): boolean => isRunning(pid) && startOf(pid) === start;

async function endOrphanedBrowsers(folder: string, patience: Patience): Promise<void> {
  const browsers = browsersOf(folder);
  const own = browsers.find(({ command }) => !command.includes("--remote-debugging-pipe"));
  if (own) throw new Error(`the profile ${folder} is open in a browser (process ${own.pid}): close it first`);
  const pids = browsers.map(({ pid }) => pid);
  // Chromium ends by itself when the pipe to its driver breaks, and it writes out what it has before it does.
  if (await end(pids, patience)) return;
  throw new Error(
    `the browser of an earlier run (process ${pids.join(", ")}) does not end: ${folder} is not free`,
  );
}

async function end(pids: readonly number[], patience: Patience): Promise<boolean> {
  if (await haveEnded(pids, patience.byItselfMs)) return true;
  signal(pids, "SIGTERM");
  if (await haveEnded(pids, patience.onRequestMs)) return true;
  signal(pids, "SIGKILL");
  return haveEnded(pids, patience.byForceMs);
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
