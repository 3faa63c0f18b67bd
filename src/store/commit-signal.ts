/** Where a Space stands: its newest commit, and the Schema Environment in force. */
export interface SpaceHead {
  readonly seq: number;
  readonly environmentVersion: number;
}

/** Tells the other tabs that a Space has moved. A hint only: the log is what counts (design 3.4). */
export class CommitSignal {
  readonly #channel: BroadcastChannel | null;

  constructor(database: string, space: string, onSignal: (head: SpaceHead) => void) {
    this.#channel =
      typeof BroadcastChannel === "undefined" ? null : new BroadcastChannel(`${database}:${space}:commits`);
    if (!this.#channel) return;
    this.#channel.onmessage = ({ data }: MessageEvent<SpaceHead>) => onSignal(data);
  }

  send(head: SpaceHead): void {
    this.#channel?.postMessage(head);
  }

  close(): void {
    this.#channel?.close();
  }
}
