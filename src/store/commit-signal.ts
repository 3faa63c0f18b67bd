/** Tells the other tabs that a Space has a new head. A hint only: the log is what counts (design 3.4). */
export class CommitSignal {
  readonly #channel: BroadcastChannel | null;

  constructor(database: string, space: string, onSignal: (seq: number) => void) {
    this.#channel =
      typeof BroadcastChannel === "undefined" ? null : new BroadcastChannel(`${database}:${space}:commits`);
    if (!this.#channel) return;
    this.#channel.onmessage = (message: MessageEvent<unknown>) => {
      if (typeof message.data === "number") onSignal(message.data);
    };
  }

  send(seq: number): void {
    this.#channel?.postMessage(seq);
  }

  close(): void {
    this.#channel?.close();
  }
}
