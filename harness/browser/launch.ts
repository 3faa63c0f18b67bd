import { existsSync } from "node:fs";
import { constants } from "node:os";
import { setTimeout as pause } from "node:timers/promises";
import { type BrowserContext, chromium, type LaunchOptions } from "playwright";
import { browserArgs, findBrowser } from "../../scripts/find-browser.mjs";
import type { OpenNexusOptions } from "../../src/client/index.js";
import { builtPage } from "../paths.js";
import { type EnginePage, openEnginePage } from "./engine-page.js";
import { claimProfile } from "./profile-claim.js";
import { serveFolder } from "./site.js";

/** A headless browser in which the built engine can be opened any number of times. */
export interface EngineBrowser {
  open(options: OpenNexusOptions): Promise<EnginePage>;
  close(): Promise<void>;
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
  const { context, close } =
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
  };
}

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
  readonly close: () => Promise<void>;
}

async function withoutProfile(options: LaunchOptions): Promise<Opened> {
  const browser = await chromium.launch(options);
  return { context: await browser.newContext(), close: () => browser.close() };
}

async function withProfile(path: string, options: LaunchOptions): Promise<Opened> {
  const claim = await claimProfile(path);
  try {
    const context = await chromium.launchPersistentContext(claim.folder, options);
    return {
      context,
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
