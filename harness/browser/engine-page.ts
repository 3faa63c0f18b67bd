import type { BrowserContext, Page } from "playwright";
import type { LogVerification, NexusStatus, OpenNexusOptions } from "../../src/client/index.js";
import type { KipErrorShape } from "../../src/model/index.js";
import type { HalfName, PlanOf, SamplesOf } from "../page/bench.js";
import type { HarnessPage } from "../page/protocol.js";
import type { LogRecord } from "../page/stored-log.js";
import { ORIGIN } from "./site.js";

declare const harness: HarnessPage;

/** Well below what a message to the browser may hold (about 100 MB, after escaping). */
const PART_LENGTH = 4 * 1024 * 1024;

/** A page with the engine in it. */
export interface EnginePage {
  /** False once the page has crashed or closed. */
  isAlive(): boolean;
  /**
   * Answers one line with a response envelope as JSON. Lines of a usual length may be answered at once; one that takes
   * several messages must be alone.
   * @throws `Error` when the page or the browser went away.
   */
  answer(line: string): Promise<string>;
  /** The records of the default Space's log after a sequence, as they lie in IndexedDB. */
  logAfter(seq: number): Promise<readonly LogRecord[]>;
  /** What the engine finds when it verifies that log itself. */
  verifyLog(): Promise<LogVerification>;
  /** Where the default Space stands, and how it came into memory. */
  status(): Promise<NexusStatus>;
  /**
   * Runs the page's half of a section of the benchmark on the Nexus, which must be new.
   * @throws `Error` when the half throws, or the page goes away.
   */
  bench<Name extends HalfName>(name: Name, plan: PlanOf<Name>): Promise<SamplesOf<Name>>;
  close(): Promise<void>;
}

/** Opening a Nexus was refused, by the engine and for a reason of the registry. */
export class OpenRefused extends Error {
  override readonly name = "OpenRefused";

  constructor(readonly error: KipErrorShape) {
    super(`${error.code}: ${error.message}. ${error.hint}`);
  }
}

/**
 * Opens a Nexus in a new page of the context.
 * @throws `OpenRefused` when the engine refuses, `Error` when the page does not come up.
 */
export async function openEnginePage(
  context: BrowserContext,
  options: OpenNexusOptions,
): Promise<EnginePage> {
  const page = await context.newPage();
  let alive = true;
  page.once("close", () => {
    alive = false;
  });
  const crashed = new Promise<never>((_, reject) => {
    page.once("crash", () => {
      alive = false;
      reject(new Error("the page crashed"));
    });
  });
  crashed.catch(() => undefined);
  reportTrouble(page);
  await page.goto(`${ORIGIN}/`);
  const outcome = await page.evaluate((text) => harness.open(text), JSON.stringify(options));
  if (!outcome.opened) throw new OpenRefused(outcome.error);
  const send = async (line: string): Promise<string> => {
    let at = 0;
    for (; at + PART_LENGTH < line.length; at += PART_LENGTH) {
      await page.evaluate((part) => harness.append(part), line.slice(at, at + PART_LENGTH));
    }
    return page.evaluate((part) => harness.answer(part), line.slice(at));
  };
  return {
    isAlive: () => alive,
    answer: (line) => Promise.race([send(line), crashed]),
    logAfter: async (seq) => JSON.parse(await page.evaluate((after) => harness.logAfter(after), seq)),
    verifyLog: async () => JSON.parse(await page.evaluate(() => harness.verifyLog())),
    status: async () => JSON.parse(await page.evaluate(() => harness.status())),
    bench: <Name extends HalfName>(name: Name, plan: PlanOf<Name>) => {
      const samples: Promise<SamplesOf<Name>> = page.evaluate(
        // The driver's types rewrite those of a generic argument; what crosses is the plan as it is.
        ([half, given]) => harness.bench(half as Name, given as PlanOf<Name>),
        [name, plan] as const,
      );
      return Promise.race([samples, crashed]);
    },
    close: () => page.close(),
  };
}

/** What goes wrong in the page belongs on standard error: standard output is for responses. */
function reportTrouble(page: Page): void {
  page.on("pageerror", (error) => process.stderr.write(`page: ${error.stack ?? error.message}\n`));
  page.on("console", (message) => {
    if (message.type() === "error" || message.type() === "warning")
      process.stderr.write(`page: ${message.text()}\n`);
  });
}
