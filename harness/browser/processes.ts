import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { platform } from "node:os";
import { setTimeout as pause } from "node:timers/promises";

/** A running program: its id and the text of its command line. */
export interface RunningProgram {
  readonly pid: number;
  readonly command: string;
}

/**
 * Whether a process runs. One that has ended and waits to be collected does not, unless it still has threads: until the
 * last of them is gone, its files are open and locked.
 */
export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch (thrown) {
    return thrown instanceof Error && "code" in thrown && thrown.code === "EPERM";
  }
  return stateOf(pid) !== "Z" || threadsOf(pid) > 1;
}

/**
 * What tells a process from a later one with the same id: when it started, in whatever unit the system counts. Null when
 * the system does not say.
 */
export function startOf(pid: number): string | null {
  return platform() === "linux" ? (statOf(pid)?.[19] ?? null) : null;
}

/** All programs this user can see, with their arguments. Empty on Windows, which has no such list to read. */
export function runningPrograms(): readonly RunningProgram[] {
  if (platform() === "win32") return [];
  if (platform() !== "linux") return programsFromPs();
  return readdirSync("/proc")
    .filter((name) => /^[0-9]+$/.test(name))
    .flatMap((name) => {
      try {
        const command = readFileSync(`/proc/${name}/cmdline`, "utf8").replaceAll("\0", " ").trim();
        return command === "" ? [] : [{ pid: Number(name), command }];
      } catch {
        return []; // It ended between the listing and the look.
      }
    });
}

function programsFromPs(): readonly RunningProgram[] {
  const lines = execFileSync("ps", ["-axww", "-o", "pid=,command="], { encoding: "utf8" }).split("\n");
  return lines.flatMap((line) => {
    const match = /^\s*([0-9]+)\s+(.*)$/.exec(line);
    return match ? [{ pid: Number(match[1]), command: match[2] ?? "" }] : [];
  });
}

/** Waits until none of the processes runs, and says whether that came true in time. */
export async function haveEnded(pids: readonly number[], withinMs: number): Promise<boolean> {
  const deadlineMs = Date.now() + withinMs;
  while (pids.some(isRunning)) {
    if (Date.now() > deadlineMs) return false;
    await pause(25);
  }
  return true;
}

/** Sends a signal to processes of which some may have ended meanwhile. */
export function signal(pids: readonly number[], name: NodeJS.Signals): void {
  for (const pid of pids) {
    try {
      process.kill(pid, name);
    } catch {
      // It is gone, which is what was wanted.
    }
  }
}

/**
 * The main process of the browser on a profile and all of its helpers, which share its process group. Empty where there
 * is no /proc to read.
 */
export function browserProcesses(profile: string): readonly number[] {
  if (platform() !== "linux") return [];
  const main = runningPrograms().filter(({ command }) => command.includes(`--user-data-dir=${profile} `));
  const groups = new Set(main.map(({ pid }) => String(pid)));
  const helpers = readdirSync("/proc")
    .filter((name) => /^[0-9]+$/.test(name))
    .map(Number)
    .filter((pid) => groups.has(statOf(pid)?.[2] ?? ""));
  return [...new Set([...main.map(({ pid }) => pid), ...helpers])];
}

const stateOf = (pid: number): string | null => (platform() === "linux" ? (statOf(pid)?.[0] ?? null) : null);

function threadsOf(pid: number): number {
  try {
    return readdirSync(`/proc/${pid}/task`).length;
  } catch {
    return 0;
  }
}

/** The fields of /proc/PID/stat from the state on; the name before them may itself hold spaces and brackets. */
function statOf(pid: number): readonly string[] | null {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, "utf8");
    return text.slice(text.lastIndexOf(")") + 2).split(" ");
  } catch {
    return null;
  }
}
