/** How often the page measures what. */
export interface BenchPlan {
  readonly rounds: number;
  readonly warmupRounds: number;
}

/** What one round measures, in milliseconds each. The bare ones are the floor the engine stands on. */
export interface RoundSample {
  /** One ASSERT through the client, until its commit is acknowledged. */
  readonly commitMs: number;
  /** One Dexie readwrite transaction that puts about the bytes of that commit, at the same durability. */
  readonly bareTransactionMs: number;
  /** One point BELIEF through the client. */
  readonly beliefMs: number;
  /** One Dexie get of about the same bytes. */
  readonly bareGetMs: number;
}

/** What the page hands back. */
export interface BenchSamples {
  readonly rounds: readonly RoundSample[];
  /** The bytes of one commit's record, which the bare transaction and the bare get move too. */
  readonly recordBytes: number;
  /** Whether the clock is fine (5 µs) or the browser's coarse one (100 µs). */
  readonly fineClock: boolean;
  readonly parse: ParseSample;
}

/** How fast command text becomes a checked tree: the same commands, over and over. */
export interface ParseSample {
  readonly commandsPerTurn: number;
  readonly bytesPerTurn: number;
  readonly turnsMs: readonly number[];
}
