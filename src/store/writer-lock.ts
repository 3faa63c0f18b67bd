/** How long after another tab's commit this one still expects to meet it. */
const CONTENTION_MS = 5_000;

/** How often a writer that takes turns tries again because somebody committed first, before it gives up. */
const MAX_ATTEMPTS = 64;

/** What taking turns with other tabs needs of this one. */
export interface TakingTurns {
  /** Asks the other tabs to take turns: one that commits without a pause would never notice a loser. */
  tellOthers(): void;
  /** Takes in what the tab whose turn it was has committed: evaluating without it would be in vain. */
  catchUp(): Promise<void>;
}

/**
 * Lets one writer of a Space run at a time (design 3.4). Writers of this worker always take turns. With those of other
 * tabs they take turns, under a Web Lock, only while another tab is writing: asking for a lock costs about a quarter of a
 * commit, and alone there is nobody to ask. What keeps a tab from overwriting another is not the lock but the comparison
 * of the head inside each commit; the lock only keeps them from evaluating in vain.
 */
export class WriterLock {
  readonly #name: string;
  readonly #tellOthers: () => void;
  readonly #catchUp: () => Promise<void>;
  #tail: Promise<unknown> = Promise.resolve();
  #othersUntil = Number.NEGATIVE_INFINITY;

  constructor(database: string, space: string, { tellOthers, catchUp }: TakingTurns) {
    this.#name = `${database}:${space}:writer`;
    this.#tellOthers = tellOthers;
    this.#catchUp = catchUp;
  }

  /** Says that another tab is writing to this Space: take turns with it for a while. */
  noticeOtherWriter(): void {
    this.#othersUntil = performance.now() + CONTENTION_MS;
  }

  /**
   * Runs `attempt` in this writer's turn until it gives something; null means that another tab committed first. Returns
   * null when that happened too often.
   */
  run<T>(attempt: () => Promise<T | null>): Promise<T | null> {
    const turn = this.#tail.then(() => this.#inTurn(attempt));
    this.#tail = turn.catch(() => undefined);
    return turn;
  }

  async #inTurn<T>(attempt: () => Promise<T | null>): Promise<T | null> {
    if (performance.now() >= this.#othersUntil) {
      const done = await attempt();
      if (done !== null) return done;
      this.noticeOtherWriter();
      this.#tellOthers();
    }
    const locks = globalThis.navigator?.locks;
    const attempts = async () => {
      await this.#catchUp();
      return this.#repeated(attempt);
    };
    return locks ? ((await locks.request(this.#name, attempts)) as T | null) : attempts();
  }

  async #repeated<T>(attempt: () => Promise<T | null>): Promise<T | null> {
    for (let count = 0; count < MAX_ATTEMPTS; count += 1) {
      const done = await attempt();
      if (done !== null) return done;
      this.#tellOthers();
    }
    return null;
  }
}
