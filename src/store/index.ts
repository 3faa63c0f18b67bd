/** What is durable: the log of commits, heads, outcomes and Schema artifacts of a Nexus in IndexedDB. */
export { CommitSignal, type SpaceHead } from "./commit-signal.js";
export { type CommitBasis, NexusStore, type PendingCommit, type StoredCommit } from "./nexus-store.js";
export type { EnvironmentRow, LogRow, OutcomeRow, PackageRow, SpaceRow } from "./tables.js";
export { WriterLock } from "./writer-lock.js";
