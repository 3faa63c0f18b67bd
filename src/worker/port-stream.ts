import type { StreamFrame } from "../model/index.js";
import { FRAMES_ON_THEIR_WAY } from "./endpoint-wire.js";

/**
 * A streamed response on its way through a port. It sends no faster than the other side reads: a reader that stops
 * reading holds back its own stream, and nothing else.
 */
export class PortStream {
  readonly #post: (frame: StreamFrame) => void;
  readonly #control = new AbortController();
  #room = FRAMES_ON_THEIR_WAY;
  #wakes: (() => void)[] = [];

  constructor(post: (frame: StreamFrame) => void) {
    this.#post = post;
  }

  /** Aborted once the other side cancels. */
  get signal(): AbortSignal {
    return this.#control.signal;
  }

  /** Sends a frame; settles once there is room for the next one, or nobody wants it any more. */
  send(frame: StreamFrame): void | Promise<void> {
    this.#post(frame);
    this.#room -= 1;
    if (this.#room > 0 || this.signal.aborted) return;
    return new Promise((resolve) => this.#wakes.push(resolve));
  }

  /** The other side has read so many frames. What it claims beyond those that were sent is nothing. */
  more(frames: number): void {
    this.#room = Math.min(FRAMES_ON_THEIR_WAY, this.#room + Math.max(0, frames));
    if (this.#room > 0) this.#wake();
  }

  /** Nobody waits for it any more. */
  cancel(): void {
    this.#control.abort();
    this.#wake();
  }

  #wake(): void {
    for (const wake of this.#wakes.splice(0)) wake();
  }
}
