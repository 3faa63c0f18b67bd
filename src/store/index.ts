/** What is durable: the log of commits, heads, outcomes and Schema artifacts of a Nexus in IndexedDB. */
export { CommitSignal, type SpaceHead } from "./commit-signal.js";
export { erasedAnswer } from "./erased-answer.js";
export { GovernanceStore } from "./governance-store.js";
export type { CommitBasis } from "./heads.js";
export { encodeImage, type SpaceImage } from "./image-codec.js";
export { inImageTurn } from "./image-turn.js";
export { type FoundImage, ImageStore } from "./images.js";
export {
  decodeBody,
  type Erasure,
  erasedClientKey,
  erasedVersion,
  isErasedClientKey,
  type StoredCommit,
  shelved,
  type Written,
} from "./log-record.js";
export { type NewEnvironment, NexusStore, type PendingCommit } from "./nexus-store.js";
export { hasPayloadAtHand, isPayloadElsewhere, PayloadShelf, withPlainPayloads } from "./payload-shelf.js";
export { PayloadStore } from "./payload-store.js";
export type {
  EnvironmentRow,
  ErasureEntry,
  GovernanceRow,
  LogRow,
  OutcomeBatch,
  OutcomeRow,
  PackageRow,
} from "./tables.js";
export { WriterLock } from "./writer-lock.js";
