/**
 * Schema Packages and environments (§20): what may be written, and what every name means. Pure, without I/O.
 */
export * from "./core-package.js";
export * from "./definitions.js";
export * from "./environment.js";
export {
  artifactDigest,
  DIGEST_PROFILE,
  loadPackage,
  PACKAGE_FORMAT,
  type PackageLibrary,
} from "./load-package.js";
export { nearNames } from "./near-names.js";
export * from "./policies.js";
export * from "./reference-paths.js";
export * from "./refs.js";
export * from "./standard-packages.js";
export * from "./strength.js";
export * from "./summarize.js";
export type { EnvironmentPackage, LineageMap, PackageStatus } from "./symbol-table.js";
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
