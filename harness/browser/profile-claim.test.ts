import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import {
  existsSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { hostname, tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { isRunning, startOf } from "./processes.js";
import { claimProfile } from "./profile-claim.js";

const patience = { byItselfMs: 50, onRequestMs: 1_000, byForceMs: 5_000 };

let folder = "";
const children: ChildProcess[] = [];

beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), "kip-profile-")));
});

afterEach(() => {
  for (const child of children.splice(0)) child.kill("SIGKILL");
  rmSync(folder, { recursive: true, force: true });
});

/** A process with a browser's command line. */
async function startLike(args: readonly string[], script = ""): Promise<number> {
  const program = `${script}; setInterval(() => {}, 1000); process.stdout.write("up")`;
  const child = spawn(process.execPath, ["-e", program, "--", ...args], {
    stdio: ["ignore", "pipe", "ignore"],
  });
  children.push(child);
  await once(child.stdout as NonNullable<typeof child.stdout>, "data");
  return child.pid as number;
}

const markOf = (path: string) => join(path, "kip-harness.lock");

describe.skipIf(process.platform === "win32")("claimProfile", () => {
  it("makes the folder, and lets go of it again", async () => {
    const path = join(folder, "new/profile");
    const claim = await claimProfile(path, patience);
    expect(claim.folder).toBe(path);
    expect(JSON.parse(readFileSync(markOf(path), "utf8"))).toMatchObject({
      pid: process.pid,
      host: hostname(),
    });
    claim.release();
    expect(existsSync(markOf(path))).toBe(false);
  });

  it("refuses a profile that another live process uses, and leaves its mark alone", async () => {
    const pid = await startLike([]);
    const mark = JSON.stringify({ pid, start: startOf(pid), host: hostname() });
    writeFileSync(markOf(folder), mark);
    await expect(claimProfile(folder, patience)).rejects.toThrow(`in use by process ${pid}`);
    expect(readFileSync(markOf(folder), "utf8")).toBe(mark);
    expect(isRunning(pid)).toBe(true);
  });

  it("waits for a process that is about to end", async () => {
    const pid = await startLike([], "setTimeout(() => process.exit(), 300)");
    writeFileSync(markOf(folder), JSON.stringify({ pid, start: startOf(pid), host: hostname() }));
    const claim = await claimProfile(folder, { ...patience, byItselfMs: 30_000 });
    expect(isRunning(pid)).toBe(false);
    claim.release();
  });

  it("ends a command whose npm was killed", async () => {
    const pid = await startLike([]);
    const launcher = { pid: 2 ** 22 + 1, start: null };
    writeFileSync(markOf(folder), JSON.stringify({ pid, start: startOf(pid), host: hostname(), launcher }));
    const claim = await claimProfile(folder, patience);
    expect(isRunning(pid)).toBe(false);
    claim.release();
  });

  it.skipIf(startOf(process.pid) === null)("refuses a second claim of its own", async () => {
    const claim = await claimProfile(folder, patience);
    await expect(claimProfile(folder, patience)).rejects.toThrow("in use");
    claim.release();
  });

  it.each([
    ["a dead process", () => JSON.stringify({ pid: 2 ** 22 + 1, start: null, host: hostname() })],
    [
      "a process whose id was used again",
      () => JSON.stringify({ pid: process.ppid, start: "0", host: hostname() }),
    ],
    ["another host", () => JSON.stringify({ pid: process.ppid, start: null, host: "elsewhere.invalid" })],
    ["a kill in the middle of writing it", () => '{"pid":'],
  ])("takes over a mark left by %s", async (_, mark) => {
    writeFileSync(markOf(folder), mark());
    const claim = await claimProfile(folder, patience);
    expect(JSON.parse(readFileSync(markOf(folder), "utf8")).pid).toBe(process.pid);
    claim.release();
  });

  it("removes what Chromium left to mark the profile as taken", async () => {
    symlinkSync("elsewhere.invalid-4711", join(folder, "SingletonLock"));
    const claim = await claimProfile(folder, patience);
    expect(() => readFileSync(join(folder, "SingletonLock"))).toThrow("ENOENT");
    claim.release();
  });

  it("asks an orphaned browser to end, and forces it only when it does not", async () => {
    const args = [`--user-data-dir=${folder}`, "--remote-debugging-pipe"];
    const polite = await startLike(args);
    const stubborn = await startLike(args, 'process.on("SIGTERM", () => {})');
    const bystander = await startLike([`--user-data-dir=${folder}-other`, "--remote-debugging-pipe"]);
    const claim = await claimProfile(folder, patience);
    expect([polite, stubborn, bystander].map(isRunning)).toEqual([false, false, true]);
    claim.release();
  });

  it("does not end a browser that a person has open on the profile", async () => {
    const pid = await startLike([`--user-data-dir=${folder}`]);
    await expect(claimProfile(folder, patience)).rejects.toThrow(`process ${pid}`);
    expect(isRunning(pid)).toBe(true);
    expect(existsSync(markOf(folder))).toBe(false);
  });
});
