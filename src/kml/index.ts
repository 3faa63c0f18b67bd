/** What a KML command would write: pure, synchronous, into an overlay that the caller may drop (§51–§60). */
export { isDefine } from "./define.js";
export { executeMutation } from "./execute.js";
export type { MutationContext, MutationOutcome } from "./outcome.js";
