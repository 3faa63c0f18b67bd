import type { StreamFrame } from "../model/index.js";

/** What a reader of frames tells the side that sends them. */
export interface FrameSource {
  /** So many frames have been read: there is room for as many more. */
  readonly more: (frames: number) => void;
  /** The frames are not wanted any more. */
  readonly cancel: () => void;
}

/** How many frames are read before the sender is told of it: one message for each would double them. */
const READ_AT_A_TIME = 4;

/**
 * The frames of a stream, as they arrive and are read. Whoever stops reading early cancels the stream. One that ends
 * without its last frame fails the reader.
 */
export class FrameReader implements AsyncIterableIterator<StreamFrame> {
  readonly #source: FrameSource;
  readonly #arrived: StreamFrame[] = [];
  #read = 0;
  #end: { readonly failure: unknown } | null = null;
  #wake: () => void = () => undefined;

  constructor(source: FrameSource) {
    this.#source = source;
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  /** A frame has arrived. After the last one nothing more does. */
  push(frame: StreamFrame): void {
    if (this.#end !== null) return;
    this.#arrived.push(frame);
    if (frame.frame === "final" || frame.frame === "error") this.#end = { failure: null };
    this.#wake();
  }

  /** Nothing more arrives. With a failure the stream was cut off, and reading past what has arrived throws it. */
  end(failure: unknown = null): void {
    this.#end ??= { failure };
    this.#wake();
  }

  async next(): Promise<IteratorResult<StreamFrame, undefined>> {
    while (this.#arrived.length === 0) {
      if (this.#end === null) await new Promise<void>((resolve) => (this.#wake = resolve));
      else if (this.#end.failure === null) return { done: true, value: undefined };
      else throw this.#end.failure;
    }
    const [frame] = this.#arrived.splice(0, 1);
    if (frame === undefined) throw new TypeError("a frame has arrived");
    this.#read += 1;
    if (this.#read === READ_AT_A_TIME) {
      this.#source.more(this.#read);
      this.#read = 0;
    }
    return { done: false, value: frame };
  }

  async return(): Promise<IteratorResult<StreamFrame, undefined>> {
    if (this.#end === null) this.#source.cancel();
    this.#end = { failure: null };
    this.#arrived.length = 0;
    return { done: true, value: undefined };
  }
}
