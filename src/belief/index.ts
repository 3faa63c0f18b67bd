/**
 * Epistemic Projection (§21–§27, §46–§49, §57.6): what to accept, from whom, for when, and why. Pure and synchronous.
 *
 * A belief is made in the same steps however it is asked for:
 *
 * 1. `slot.ts` finds the candidates of a subject and predicate, and which of them are judged together: a *scope*.
 * 2. `timeline.ts` admits claims (`eligibility.ts`) and places them in time (`succession.ts`, `instants.ts`).
 * 3. `weighing.ts` decides what each claim can do here: by its standing, its Evidence, the validity of what it was
 *    derived from (`dependency-validity.ts`) and the roots behind it (`provenance.ts`).
 * 4. `candidate-status.ts` judges each candidate by its own claims; `settlement.ts` then judges the candidates of a
 *    scope against one another, by the Predicate's declarations and the policy's rules (`precedence.ts`).
 * 5. `projector.ts` puts the verdict, its explanation and its basis into wire form.
 *
 * Where the specification leaves a choice, the code that makes it says so: the default policy (`request.ts`), what
 * scenarios and historical reads admit (`policies.ts`, `eligibility.ts`), what corrected Evidence and unverified
 * inferences can still do (`weighing.ts`), and what makes two sources one (`provenance.ts`).
 */
export type { DependencyReason, DependencyStatus, DependencyValidity } from "./dependency-validity.js";
export { resolveContexts } from "./eligibility.js";
export {
  describePolicy,
  listPolicies,
  MEMORY_DEFAULT_POLICY,
  PolicyRegistry,
  STRUCTURAL_POLICY,
  standardPolicies,
} from "./policies.js";
export { type ProjectionPolicy, readPolicyArtifact } from "./policy-artifact.js";
export { type ProjectionTarget, Projector, projectProposition, projectSlot } from "./projector.js";
export {
  type EpistemicContext,
  type EpistemicControls,
  type EpistemicRequest,
  EXPLANATION_LEVELS,
  type ExplanationLevel,
  NO_CONTROLS,
  readEpistemicSettings,
} from "./request.js";
