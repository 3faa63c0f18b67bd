import { existsSync } from "node:fs";
import { constants } from "node:os";
import { setTimeout as pause } from "node:timers/promises";
import { type BrowserContext, chromium, type LaunchOptions } from "playwright";
import { browserArgs, findBrowser } from "../../scripts/find-browser.mjs";
import type { OpenNexusOptions } from "../../src/client/index.js";
import { builtPage } from "../paths.js";
import { type EnginePage, openEnginePage } from "./engine-page.js";
import { browserProcesses, haveEnded, signal } from "./processes.js";
import { claimProfile } from "./profile-claim.js";
import { serveFolder } from "./site.js";

/** A headless browser in which the built engine can be opened any number of times. */
export interface EngineBrowser {
  open(options: OpenNexusOptions): Promise<EnginePage>;
  close(): Promise<void>;
  /**
   * Ends every process of the browser at once with SIGKILL, so that none gets to finish anything. Linux, on a profile.
   * @throws `Error` when there is nothing to kill or it outlives the signal.
   */
  kill(): Promise<void>;
}

/** How to start the browser. */
export interface LaunchSettings {
  /** The folder of a browser profile, on disk. */
  readonly profile?: string | undefined;
  /** Whether the page gets the fine clock that measuring needs. */
  readonly fineClock?: boolean;
}

/**
 * Starts a browser. With a profile, what the engine remembers is still there for the next process; without one, it is
 * gone when the browser closes.
 * @throws `Error` when there is no browser or the profile is in use.
 */
export async function launchEngineBrowser({
  profile,
  fineClock,
}: LaunchSettings = {}): Promise<EngineBrowser> {
  if (!existsSync(builtPage)) throw new Error(`${builtPage} is missing: run npm run build`);
  const executablePath = findBrowser();
  const options: LaunchOptions = {
    headless: true,
    args: browserArgs,
    // The driver's own handlers close the browser and leave the process running.
    handleSIGINT: false,
    handleSIGTERM: false,
    handleSIGHUP: false,
    ...(executablePath ? { executablePath } : {}),
  };
  const { context, folder, close, release } =
    profile === undefined ? await withoutProfile(options) : await withProfile(profile, options);
  try {
    await serveFolder(context, builtPage, fineClock);
  } catch (thrown) {
    await close();
    throw thrown;
  }
  const forgetSignals = endOnSignal(close);
  return {
    open: (nexus) => openEnginePage(context, nexus),
    close: () => {
      forgetSignals();
      return close();
    },
    kill: async () => {
      const processes = folder === null ? [] : browserProcesses(folder);
      if (processes.length === 0) throw new Error("there is no browser to kill");
      signal(processes, "SIGKILL");
      forgetSignals();
      if (!(await haveEnded(processes, KILLED_MS))) throw new Error("a killed browser still runs");
      release();
    },
  };
}

/** How long the system gets to take killed processes down; a busy one takes its time over their memory. */
const KILLED_MS = 10_000;

/** How long a browser gets to close after a signal; then it is killed with the process. */
const CLOSING_MS = 5_000;

/** Makes a signal close the browser and then end the process, with the exit code that shells expect. */
function endOnSignal(close: () => Promise<void>): () => void {
  const ends = (["SIGINT", "SIGTERM", "SIGHUP"] as const).map((name) => {
    const end = async (): Promise<void> => {
      await Promise.race([close().catch(() => undefined), pause(CLOSING_MS)]);
      process.exit(128 + constants.signals[name]);
    };
    process.once(name, end);
    return () => process.off(name, end);
  });
  return () => {
    for (const forget of ends) forget();
  };
}

interface Opened {
  readonly context: BrowserContext;
  /** The profile's real path; null without one. */
  readonly folder: string | null;
  readonly close: () => Promise<void>;
  /** Lets go of the profile of a browser that is gone. */
  readonly release: () => void;
}

async function withoutProfile(options: LaunchOptions): Promise<Opened> {
  const browser = await chromium.launch(options);
  const context = await browser.newContext();
  return { context, folder: null, close: () => browser.close(), release: () => undefined };
}

async function withProfile(path: string, options: LaunchOptions): Promise<Opened> {
  const claim = await claimProfile(path);
  try {
    const context = await chromium.launchPersistentContext(claim.folder, options);
    return {
      context,
      folder: claim.folder,
      release: claim.release,
      close: async () => {
        try {
          await context.close();
        } finally {
          claim.release();
        }
      },
    };
  } catch (thrown) {
    claim.release();
    throw thrown;
  }
}
