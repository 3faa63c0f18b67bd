import { setTimeout as pause } from "node:timers/promises";
import type { Receipt, ResponseEnvelope } from "../../src/model/index.js";
import type { EnginePage } from "../browser/engine-page.js";
import { launchEngineBrowser } from "../browser/launch.js";
import { SeededRandom } from "../fuzz/inputs.js";
import { check } from "./check.js";
import { History } from "./history.js";
import { FOUNDATION, type Intent, IntentSource } from "./intents.js";
import { observe } from "./observation.js";

/** What a run is asked to do. */
export interface RunPlan {
  readonly kills: number;
  readonly tabs: number;
  readonly seed: number;
  /** The folder of the browser's profile, on disk. */
  readonly profile: string;
  /** Called after every look at the memory. */
  readonly onLook?: (figures: Figures) => void;
}

/** What a run found. */
export interface Figures {
  readonly kills: number;
  /** Commits whose answers reached this process before or as the browser was killed. */
  readonly acknowledged: number;
  /** Commits found in the log that nobody had been told of. */
  readonly foundBeyond: number;
  /** Commits that were sent, not answered, and left nothing. */
  readonly leftNothing: number;
  /** Open commits that were sent again with their idempotency key. */
  readonly retried: number;
  readonly memories: number;
  readonly violations: readonly string[];
}

/** The life of one memory: opening grows with its log, and a run is about kills. */
const KILLS_PER_MEMORY = 15;
/** Writers a tab, so that requests also wait for each other within one engine. */
const WRITERS_PER_TAB = 2;
/** A kill comes after up to so many answers, and then up to so much later: in the middle of something. */
const ANSWERS_BEFORE_KILL = 50;
const LATER_MS = 25;
/** Where answers are slow to come, it does not wait for them. */
const PATIENCE_MS = 5_000;

/**
 * Kills a browser whose tabs write, again and again, and looks at the memory after each kill.
 * @throws `Error` when the browser cannot be started, killed or read: that is no verdict on the memory.
 */
export async function runDurability(plan: RunPlan): Promise<Figures> {
  const random = new SeededRandom(plan.seed);
  let figures: Figures = { ...NOTHING, memories: 0 };
  while (figures.kills < plan.kills && figures.violations.length === 0) {
    figures = { ...figures, memories: figures.memories + 1 };
    const memory = new Memory(plan, `memory-${figures.memories}`, random);
    const kills = Math.min(KILLS_PER_MEMORY, plan.kills - figures.kills);
    for (let kill = 0; kill <= kills && figures.violations.length === 0; kill += 1) {
      // The last look comes without another kill.
      const look = await memory.live(kill < kills);
      figures = sum(figures, look);
      plan.onLook?.(figures);
    }
  }
  return figures;
}

type Look = Omit<Figures, "memories">;

const NOTHING: Look = {
  kills: 0,
  acknowledged: 0,
  foundBeyond: 0,
  leftNothing: 0,
  retried: 0,
  violations: [],
};

function sum(figures: Figures, look: Look): Figures {
  return {
    memories: figures.memories,
    kills: figures.kills + look.kills,
    acknowledged: figures.acknowledged + look.acknowledged,
    foundBeyond: figures.foundBeyond + look.foundBeyond,
    leftNothing: figures.leftNothing + look.leftNothing,
    retried: figures.retried + look.retried,
    violations: [...figures.violations, ...look.violations],
  };
}

/** Counts answers, and tells when there were so many. */
class Countdown {
  readonly reached: Promise<void>;
  readonly #wanted: number;
  #reach: () => void = () => undefined;
  counted = 0;

  constructor(wanted: number) {
    this.#wanted = wanted;
    this.reached = new Promise((resolve) => {
      this.#reach = resolve;
    });
    if (wanted === 0) this.#reach();
  }

  count(): void {
    this.counted += 1;
    if (this.counted >= this.#wanted) this.#reach();
  }
}

/** One Nexus through all the kills it is given. */
class Memory {
  readonly #plan: RunPlan;
  readonly #name: string;
  readonly #random: SeededRandom;
  readonly #history = new History();
  readonly #intents: IntentSource;

  constructor(plan: RunPlan, name: string, random: SeededRandom) {
    this.#plan = plan;
    this.#name = name;
    this.#random = random;
    this.#intents = new IntentSource(random.below(2 ** 31));
  }

  /** Opens the memory in every tab, looks at it, and then writes until the kill, unless this is the last look. */
  async live(andKill: boolean): Promise<Look> {
    const browser = await launchEngineBrowser({ profile: this.#plan.profile });
    let isKilled = false;
    try {
      const opened = Array.from({ length: this.#plan.tabs }, () => browser.open({ name: this.#name }));
      const tabs = await Promise.all(opened);
      const look = await this.#look(tabs);
      if (!andKill || look.violations.length > 0) return look;
      if (this.#history.isEmpty) await this.#send(tabs[0], FOUNDATION);
      const answers = new Countdown(this.#random.below(ANSWERS_BEFORE_KILL));
      const writers = tabs.flatMap((tab) =>
        Array.from({ length: WRITERS_PER_TAB }, () => this.#write(tab, answers, () => isKilled)),
      );
      const written = Promise.all(writers);
      await Promise.race([answers.reached, pause(PATIENCE_MS), written]);
      await pause(this.#random.below(LATER_MS));
      isKilled = true;
      await browser.kill();
      await written;
      return { ...look, kills: 1, acknowledged: answers.counted };
    } finally {
      if (!isKilled) await browser.close();
    }
  }

  /** Writes one commit after another until the browser is gone. */
  async #write(tab: EnginePage, answers: Countdown, isKilled: () => boolean): Promise<void> {
    while (!isKilled()) {
      try {
        await this.#send(tab, this.#intents.next());
      } catch (thrown) {
        if (isKilled()) break;
        throw thrown;
      }
      answers.count();
    }
  }

  /** Sends a commit and keeps what is learned of it. @throws `Error` when no answer comes, because the tab is gone. */
  async #send(tab: EnginePage | undefined, intent: Intent): Promise<Receipt | null> {
    if (!tab) throw new RangeError("a run needs a tab");
    this.#history.sent(intent);
    const response: ResponseEnvelope = JSON.parse(await tab.answer(JSON.stringify(intent.request)));
    const receipt = response.receipt ?? response.results[0]?.receipt;
    if (response.status === "succeeded" && receipt?.status === "committed") {
      this.#history.learned(intent, { known: "acknowledged", receipt });
      return receipt;
    }
    const error = response.error ?? response.results.find((result) => result.error)?.error;
    this.#history.refused(intent, error ? `${error.code}: ${error.message}` : response.status);
    return null;
  }

  /** Looks at a memory that was just opened, and settles what the kill left open. */
  async #look(tabs: readonly EnginePage[]): Promise<Look> {
    const [first] = tabs;
    if (!first) throw new RangeError("a run needs a tab");
    const open = this.#history.open();
    const observation = await observe(first);
    const { violations, found, absent } = check(this.#history, observation);
    for (const intent of found) this.#history.learned(intent, { known: "found" });
    for (const intent of absent) this.#history.learned(intent, { known: "absent" });
    const look: Look = { ...NOTHING, violations, foundBeyond: found.length, leftNothing: absent.length };
    if (violations.length > 0) return look;
    const retries = open.filter(({ key }) => key !== null);
    const wrong: string[] = [];
    let [foundBeyond, leftNothing] = [found.length, absent.length];
    for (const intent of retries) {
      // From two tabs at once: a retry may meet another retry.
      const receipts = await Promise.all(tabs.slice(0, 2).map((tab) => this.#send(tab, intent)));
      const [receipt] = receipts;
      if (new Set(receipts.map((each) => each?.tx_id)).size > 1)
        wrong.push(`two retries of ${intent.id} had two effects`);
      if (intent.marks.length > 0 || !receipt) continue;
      if ((receipt.space_seq ?? 0) <= observation.headSeq) foundBeyond += 1;
      else leftNothing += 1;
    }
    wrong.push(...(await this.#repeatAnAcknowledged(first)));
    return { ...look, foundBeyond, leftNothing, retried: retries.length, violations: wrong };
  }

  /** A retry of what was acknowledged is answered with the first receipt (§34.3). */
  async #repeatAnAcknowledged(tab: EnginePage): Promise<readonly string[]> {
    const [intent, receipt] = this.#history.someAcknowledged(this.#random) ?? [];
    if (!intent || !receipt) return [];
    const again = await this.#send(tab, intent);
    return again?.receipt_digest === receipt.receipt_digest
      ? []
      : [`a retry of ${intent.id}, which was acknowledged, had another receipt`];
  }
}
