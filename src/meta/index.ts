/** META: what the memory tells about itself (§63–§65). Pure and synchronous. */
export { describePrimer, type PrimerContext, type PrimerMode, readPrimerMode } from "./primer.js";
