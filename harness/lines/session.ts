import { unknownOutcomeResponse } from "./responses.js";

/** Something that answers lines until it breaks. */
export interface LineAnswerer {
  /** False once it has gone away. */
  isAlive(): boolean;
  answer(line: string): Promise<string>;
  close(): Promise<void>;
}

/**
 * Keeps an engine open for one line after another. When the one it has goes away, the next line gets a new engine on the
 * same memory; of a line in the middle of which it goes away, the outcome is unknown.
 */
export class Session {
  readonly #open: () => Promise<LineAnswerer>;
  #current: LineAnswerer | null = null;

  constructor(open: () => Promise<LineAnswerer>) {
    this.#open = open;
  }

  /**
   * Opens the engine now, so that what stands in its way is known before the first line.
   * @throws whatever opening throws.
   */
  async start(): Promise<LineAnswerer> {
    if (this.#current && !this.#current.isAlive()) await this.#drop();
    this.#current ??= await this.#open();
    return this.#current;
  }

  /** @throws when there is no engine and none can be opened. */
  async answer(line: string): Promise<string> {
    const engine = await this.start();
    try {
      return await engine.answer(line);
    } catch (thrown) {
      await this.#drop();
      const reason = thrown instanceof Error ? (thrown.message.split("\n")[0] ?? "") : String(thrown);
      return JSON.stringify(unknownOutcomeResponse(reason));
    }
  }

  async close(): Promise<void> {
    const engine = this.#current;
    this.#current = null;
    await engine?.close();
  }

  /** Closes what is broken anyway: that it cannot be closed well is no news. */
  async #drop(): Promise<void> {
    await this.close().catch(() => undefined);
  }
}
