/** Epistemic Projection (§21–§27, §46–§49): what to accept, from whom, for when, and why. Pure and synchronous. */
export type { DependencyReason, DependencyStatus, DependencyValidity } from "./dependency-validity.js";
export {
  describePolicy,
  listPolicies,
  MEMORY_DEFAULT_POLICY,
  type PolicyArtifact,
  PolicyRegistry,
  type ProjectionPolicy,
  STRUCTURAL_POLICY,
  standardPolicies,
} from "./policies.js";
export type { Contender, CountedSupport, PrecedenceRule } from "./precedence.js";
export { type ProjectionTarget, Projector, projectProposition, projectSlot } from "./projector.js";
export {
  type EpistemicContext,
  type EpistemicControls,
  type EpistemicRequest,
  EXPLANATION_LEVELS,
  type ExplanationLevel,
  readEpistemicSettings,
} from "./request.js";
