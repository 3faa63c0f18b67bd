import { kipError } from "../model/index.js";

/** The longest that a timer of a browser waits, in milliseconds; a longer one would end at once. */
const LONGEST_WAIT = 2 ** 31 - 1;

/**
 * How long whoever sent a request waits for it (§80.1): until its deadline, and until it cancels. When patience is over
 * nothing new is begun. What has begun to be committed is not undone by it, and is never said to be (§80.2).
 */
export class Patience {
  readonly #signal: AbortSignal | null;
  /** In the time of `performance.now()`; infinite without a deadline. */
  readonly #endsAt: number;

  constructor(deadlineMs: number = Number.POSITIVE_INFINITY, signal: AbortSignal | null = null) {
    this.#endsAt = performance.now() + deadlineMs;
    this.#signal = signal;
  }

  /** Whether the sender said that it does not want the answer any more. */
  get isCancelled(): boolean {
    return this.#signal?.aborted === true;
  }

  get isOver(): boolean {
    return this.isCancelled || performance.now() >= this.#endsAt;
  }

  /** @throws `ExecutionTimeout` when patience was over before anything was done. */
  require(): void {
    if (!this.isOver) return;
    if (this.isCancelled) {
      throw kipError("ExecutionTimeout", "the request was cancelled before this operation was carried out", {
        hint: "Nothing of this operation was committed. Send it again if it is still wanted.",
        details: { reason: "cancelled" },
      });
    }
    throw kipError("ExecutionTimeout", "the deadline passed before this operation could be carried out", {
      hint: "Nothing of this operation was committed. Send it again with a longer options.deadline_ms, or without one.",
      details: { reason: "deadline" },
    });
  }

  /**
   * What the work comes to, unless patience ends first: then what `otherwise` gives or throws. The work itself goes on;
   * whoever does it looks at `isOver`.
   */
  async upTo<T>(work: Promise<T>, otherwise: () => T | Promise<T>): Promise<T> {
    if (this.#signal === null && this.#endsAt === Number.POSITIVE_INFINITY) return work;
    // A failure that nobody waits for any more is no unhandled rejection.
    work.catch(() => undefined);
    const over = Symbol("over");
    let timer: ReturnType<typeof setTimeout> | undefined;
    let stop = (): void => undefined;
    const end = new Promise<typeof over>((resolve) => {
      stop = () => {
        // A timer may be early, and the deadline must have passed when it is looked at.
        if (this.isOver) return resolve(over);
        const left = this.#endsAt - performance.now();
        timer = left < LONGEST_WAIT ? setTimeout(stop, left) : undefined;
      };
    });
    stop();
    this.#signal?.addEventListener("abort", stop);
    try {
      const first = await Promise.race([work, end]);
      return first === over ? await otherwise() : first;
    } finally {
      clearTimeout(timer);
      this.#signal?.removeEventListener("abort", stop);
    }
  }
}
