/**
 * What is derived when it is read rather than stored (§18.2, §57.6, Profile §6, §7): computed Facets and Facet members,
 * lineage fields, and the virtual fields of `_system`; and the symbols of the Cognitive Memory Profile they go by. Pure
 * and synchronous over one view.
 */
export { authorityLineage, wholeAuthorityLineage } from "./authority-lineage.js";
export { ComputedMembers, type ReadCoordinates } from "./computed-members.js";
export {
  DERIVED_ARTIFACTS,
  idsIn,
  isMemoryConcept,
  memoryFacet,
  memoryReferences,
  memorySymbol,
} from "./memory-profile.js";
export { planeCounter } from "./plane-counter.js";
