/** Where a Space stands: its newest commit, and the Schema Environment in force. */
export interface SpaceHead {
  readonly seq: number;
  readonly environmentVersion: number;
}

/** What a tab does about what it hears from the others. */
export interface SignalHandlers {
  /** A Space has moved. */
  onHead(head: SpaceHead): void;
  /** Another tab lost a race for a commit and is now waiting for its turn. */
  onContention(): void;
}

type Message = SpaceHead | "contending";

/**
 * Tells the other tabs that a Space has moved. A hint only: the log is what counts (design 3.4). So it is given once the
 * commit has been answered, and once for all commits of the meantime: a message takes as long as a tenth of a commit.
 */
export class CommitSignal {
  readonly #channel: BroadcastChannel | null;
  #waiting: SpaceHead | null = null;

  constructor(database: string, space: string, { onHead, onContention }: SignalHandlers) {
    this.#channel =
      typeof BroadcastChannel === "undefined" ? null : new BroadcastChannel(`${database}:${space}:commits`);
    if (!this.#channel) return;
    this.#channel.onmessage = ({ data }: MessageEvent<Message>) => {
      if (data === "contending") onContention();
      else onHead(data);
    };
  }

  send(head: SpaceHead): void {
    const isPlanned = this.#waiting !== null;
    this.#waiting = head;
    if (!isPlanned) setTimeout(() => this.#post());
  }

  /** Asks the other tabs to take turns, at once: they may be committing without a pause. */
  contend(): void {
    this.#channel?.postMessage("contending" satisfies Message);
  }

  close(): void {
    this.#post();
    this.#channel?.close();
  }

  #post(): void {
    if (this.#waiting !== null) this.#channel?.postMessage(this.#waiting);
    this.#waiting = null;
  }
}
