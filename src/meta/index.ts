/** META: what the memory tells about itself (§63–§65). Pure and synchronous. */
export { describePrimer, type PrimerContext, readPrimerMode } from "./primer.js";
export type { PrimerMode } from "./schema-map.js";
export { schemaOutline } from "./schema-outline.js";
