/**
 * Schema Packages and environments (§20): what may be written, and what every name means. Pure, without I/O.
 */
export * from "./core-package.js";
export * from "./definitions.js";
export { inDependencyOrder } from "./dependency-order.js";
export * from "./draft-definition.js";
export * from "./draft-package.js";
export * from "./environment.js";
export { loadPackage } from "./load-package.js";
export { nearNames } from "./near-names.js";
export { elementNamedBy } from "./object-reading.js";
export * from "./policies.js";
export * from "./promotions.js";
export { artifactDigest, DIGEST_PROFILE, PACKAGE_FORMAT, type PackageLibrary } from "./read-package.js";
export * from "./reference-paths.js";
export * from "./refs.js";
export * from "./standard-packages.js";
export * from "./strength.js";
export * from "./summarize.js";
export type { EnvironmentPackage, LineageMap, PackageStatus, SymbolStatus } from "./symbol-table.js";
export {
  admits,
  type ConceptContent,
  type ElementLookup,
  type Endpoint,
  type FacetBearer,
  validateAttributes,
  validateConcept,
  validateFacet,
  validatePropositionEndpoints,
  validateReferences,
  validateStructural,
} from "./validate.js";
