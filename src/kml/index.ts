/** What a KML command would write: pure, synchronous, into an overlay that the caller may drop (§51–§60). */
export { isDefine } from "./define.js";
export { executeMutation } from "./execute.js";
export type { IdentityReview, ReviewedWrite } from "./identity-review.js";
export type { MutationContext, MutationOutcome } from "./outcome.js";
export { type IdentityRepair, repairIdentity } from "./repair-identity.js";
export { type RecordingRepair, type RepairScope, repairRecording } from "./repair-recording.js";
