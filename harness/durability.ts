import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ensureBuilt } from "../scripts/build.mjs";
import { readArguments, runCommand, UsageError } from "./command-line.js";
import { figuresText } from "./durability/figures.js";
import { runDurability } from "./durability/run.js";

const HELP = `Usage: npm run durability -- [options]

Kills a browser with SIGKILL, all of its processes at once, at random moments while several tabs write one memory, opens
the memory again, and holds what is there against what was acknowledged: every acknowledged commit is there, none in part
or twice, the sequence has no gap and no repeat, receipts verify, and a retry under an idempotency key has one effect.

Options:
  --kills N  how often to kill (default: 300)
  --tabs N   how many tabs write (default: 3)
  --seed N   what is written, and when it is interrupted; the machine adds its own chance (default: the time)
  --help     this text

The exit code is 0 when every promise was kept, 1 when one was broken, 2 when the run itself could not be carried out.
Linux only: elsewhere the processes of a browser cannot be found.
`;

function wholeNumber(text: string, name: string, least: number, most: number): number {
  const value = Number(text);
  if (Number.isInteger(value) && value >= least && value <= most) return value;
  throw new UsageError(`--${name} must be a whole number from ${least} to ${most}`);
}

await runCommand(async () => {
  const { values } = readArguments(HELP, {
    kills: { type: "string", default: "300" },
    tabs: { type: "string", default: "3" },
    seed: { type: "string", default: String(Date.now() % 2 ** 31) },
  });
  const kills = wholeNumber(values.kills, "kills", 1, 100_000);
  const tabs = wholeNumber(values.tabs, "tabs", 1, 16);
  const seed = wholeNumber(values.seed, "seed", 0, 2 ** 31);
  if (process.platform !== "linux") throw new UsageError("a browser's processes can be found on Linux only");
  ensureBuilt(["harness"]);
  const profile = realpathSync(mkdtempSync(join(tmpdir(), "kip-durability-")));
  const startedMs = Date.now();
  let isWorthKeeping = true;
  try {
    const figures = await runDurability({
      kills,
      tabs,
      seed,
      profile,
      onLook: (so_far) => {
        if (so_far.kills > 0 && so_far.kills % 25 === 0) process.stderr.write(`${so_far.kills} kills\n`);
      },
    });
    process.stdout.write(`${figuresText(figures, { tabs, seed, ms: Date.now() - startedMs })}\n`);
    isWorthKeeping = figures.violations.length > 0;
    return isWorthKeeping ? 1 : 0;
  } finally {
    if (isWorthKeeping) process.stderr.write(`the browser's profile is left at ${profile}\n`);
    else rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
  }
});
