/** When images are written. */
export interface ImagePace {
  /** An image is due when the log after the last one holds this many element versions and records, at least … */
  readonly leastGrowth: number;
  /** … and this share of the elements of the Space: writing an image takes time in proportion to those. */
  readonly share: number;
  /** How long nothing must have been committed before one is written, in milliseconds. */
  readonly quietMs: number;
  /** How long an image that is due waits for such quiet at most, in milliseconds. */
  readonly patienceMs: number;
}

/**
 * Ten thousand versions are read from the log in about a third of a second on a slow machine; that is as much as an
 * opening may lose for want of an image.
 */
export const USUAL_PACE: ImagePace = { leastGrowth: 10_000, share: 0.2, quietMs: 2_000, patienceMs: 60_000 };

/** Decides when the log has grown so far beyond the last image that a new one is worth writing, and when to write it. */
export class ImageSchedule {
  readonly #pace: ImagePace;
  readonly #write: () => Promise<void>;
  readonly #sizeOf: () => number;
  #growth = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #dueAt: number | null = null;
  #isWriting = false;
  #isClosed = false;

  /** `sizeOf` says how many elements the Space has. `write` must not throw. */
  constructor(pace: ImagePace, sizeOf: () => number, write: () => Promise<void>) {
    this.#pace = pace;
    this.#sizeOf = sizeOf;
    this.#write = write;
  }

  /** A record with this many element versions was committed, or read after the image a Space was opened from. */
  grown(versions: number): void {
    this.#growth += versions + 1;
    this.#plan();
  }

  /** There is no image any more: everything in the log is after it. */
  imageLost(): void {
    this.#growth = Math.max(this.#growth, this.#sizeOf());
    this.#plan();
  }

  close(): void {
    clearTimeout(this.#timer);
    this.#isClosed = true;
  }

  get #isDue(): boolean {
    return this.#growth >= Math.max(this.#pace.leastGrowth, this.#pace.share * this.#sizeOf());
  }

  #plan(): void {
    if (this.#isClosed || this.#isWriting || !this.#isDue) return;
    const { quietMs, patienceMs } = this.#pace;
    this.#dueAt ??= performance.now() + patienceMs;
    clearTimeout(this.#timer);
    const wait = Math.min(quietMs, Math.max(0, this.#dueAt - performance.now()));
    this.#timer = setTimeout(() => void this.#run(), wait);
  }

  async #run(): Promise<void> {
    this.#isWriting = true;
    this.#dueAt = null;
    const growth = this.#growth;
    await this.#write();
    this.#growth -= growth;
    this.#isWriting = false;
    this.#plan();
  }
}
