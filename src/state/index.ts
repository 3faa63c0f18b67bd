/** One Space in memory: the committed head, a transaction's overlay, and how references resolve. Synchronous. */
export { type StructuralEdge, structuralEdges } from "./edges.js";
export {
  canonicalElement,
  canonicalId,
  canonicalObject,
  identityClass,
  isOlder,
  mergedInto,
  propositionOfTuple,
  propositionsOfSlot,
  restsOnWithdrawnIdentity,
} from "./identity.js";
export { type IndexKey, indexKeysOf, keyFor, objectKey } from "./index-keys.js";
export { StateOverlay } from "./overlay.js";
export { identityVersionAt, type PastCoordinate, PastView } from "./past-view.js";
export { PostingLists } from "./posting-lists.js";
export { RecordingView, type Written } from "./recording-view.js";
export { declaredReferencesOf, referencesOf, referrersOf } from "./references.js";
export { type AppliedCommit, mergeTarget, type RestoredState, SpaceState } from "./space-state.js";
export type { SpaceView } from "./view.js";
