import type { Concept, JsonObject } from "../model/index.js";
import type { SpaceView } from "../state/index.js";
import { gradedAttempts, measureOf } from "./attempts.js";
import { idsIn, memoryFacet, memoryReferences } from "./memory-profile.js";

/**
 * The computed Facet GradingState of a Skill (Profile §6.2): how the revision in force did, in the evaluation its
 * standing rests on. Undefined without such an evaluation, and where it is about another revision or what it counted is
 * not in the view: a grade that cannot be worked out again is none.
 */
export function gradingState(view: SpaceView, skill: Concept): JsonObject | undefined {
  const [revision] = memoryReferences(skill, "current_revision");
  const [reference] = memoryReferences(skill, "current_evaluation");
  const verdict = reference === undefined ? undefined : view.element(reference);
  if (revision === undefined || verdict?.kind !== "activity" || verdict.status !== "completed")
    return undefined;
  const evaluation = memoryFacet(verdict, "EvaluationRecord");
  if (!evaluation || !idsIn(evaluation, "revision_refs").includes(revision)) return undefined;
  const [trialId] = idsIn(evaluation, "trial_ref");
  const trial = trialId === undefined ? undefined : view.element(trialId);
  const attempts = gradedAttempts(view, evaluation, measureOf(trial && memoryFacet(trial, "TrialRecord")));
  if (attempts === null) return undefined;
  const count = (wanted: string) => attempts.filter(({ result }) => result === wanted).length;
  return {
    revision_ref: revision,
    evaluation_ref: verdict.id,
    success_count: count("success"),
    failure_count: count("failure"),
    graded_count: attempts.length,
    last_verdict_at: verdict.ended_at ?? verdict._system.created_at,
  };
}
