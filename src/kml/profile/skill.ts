import { isMemoryConcept, memoryFacet, memoryReferences } from "../../derive/index.js";
import { type Concept, type ElementId, kipError } from "../../model/index.js";
import type { MutationPlan } from "../plan.js";
import { refused } from "./errors.js";

/** Where a Skill stands, and from where it can get there by a verdict (Profile §14). */
const REACHED_FROM: ReadonlyMap<string, readonly string[]> = new Map([
  ["proposed", []],
  ["trialed", ["proposed", "adopted", "revoked"]],
  ["adopted", ["trialed"]],
  ["revoked", ["trialed", "adopted"]],
]);

/**
 * The rules of a Skill's standing (Profile §5.8, §14): it begins as proposed; its revision is its own; choosing another
 * one gives up what was earned; and nothing but a verdict moves it, except that a proposed Skill may be withdrawn. A
 * statement that moves standing guards every plane of the Skill it writes.
 *
 * A verdict counts under an evaluation policy in protected control state (Validated Learning §6). This engine keeps no
 * such policies and does not offer `memory_learning`, so every verdict ends at `unjudged`: a Skill then stays a proposed
 * candidate, fully recallable, as Profile §14 has it for a Brain without that companion.
 * @throws `VersionConflict` for a missing guard, `ConstraintViolation` for everything else.
 */
export function requireSkill(plan: MutationPlan, draft: Concept, before: Concept | null): void {
  const [revision] = memoryReferences(draft, "current_revision");
  if (revision !== undefined) requireOwnRevision(plan, draft, revision);
  if (before === null) requireBeginning(draft);
  else if (!sameReference(draft, before, "current_revision")) requireSelection(plan, draft, before);
  else if (movesStanding(draft, before)) requireMove(plan, draft, before);
}

function requireOwnRevision(plan: MutationPlan, skill: Concept, id: ElementId): void {
  const revision = plan.element(plan.canonical(id));
  if (revision === undefined || !isMemoryConcept(revision, "SkillRevision")) return;
  const [owner] = memoryReferences(revision, "revision_of");
  if (owner !== undefined && plan.canonical(owner) === plan.canonical(skill.id)) return;
  throw refused(
    skill.id,
    `current_revision leads to ${id}, which is a revision of another Skill`,
    'Choose a SkillRevision whose revision_of is this Skill. A new pair is created in one MUTATE: SET STRUCTURAL {("current_revision", ?revision)} on the Skill and {("revision_of", ?skill)} on the revision.',
    { field: "current_revision", revision: id },
  );
}

function requireBeginning(skill: Concept): void {
  if (statusOf(skill) === "proposed" && !hasStandingReferences(skill)) return;
  throw refused(
    skill.id,
    "a new Skill is proposed, and has neither trial nor evaluation",
    'Create it with status: "proposed" and without current_trial and current_evaluation; standing is earned afterwards.',
    { field: "status", found: statusOf(skill) },
  );
}

/** Choosing other behavior is no promotion: what was earned belongs to the revision it was earned with (Profile §5.8). */
function requireSelection(plan: MutationPlan, skill: Concept, before: Concept): void {
  requireGuards(plan, skill, before);
  if (statusOf(skill) === "proposed" && !hasStandingReferences(skill)) return;
  throw refused(
    skill.id,
    "another current_revision does not inherit the standing of the last one",
    'In the same statement SET ATTRIBUTES {status: "proposed"} and UNSET STRUCTURAL current_trial and current_evaluation. Earlier evaluations stay on record.',
    { field: "current_revision", status: statusOf(skill) },
  );
}

function requireMove(plan: MutationPlan, skill: Concept, before: Concept): void {
  const [from, to] = [statusOf(before), statusOf(skill)];
  const isWithdrawal = from === "proposed" && to === "revoked";
  if (isWithdrawal && keepsStandingReferences(skill, before)) return;
  requireGuards(plan, skill, before);
  if (from !== to && !REACHED_FROM.get(to)?.includes(from) && !isWithdrawal) {
    const reachable = [...REACHED_FROM]
      .filter(([, sources]) => sources.includes(from))
      .map(([state]) => state);
    if (from === "proposed") reachable.push("revoked");
    throw refused(
      skill.id,
      `a Skill that is ${from} does not become ${to}`,
      `From ${from} it can become ${reachable.join(" or ")}. Choosing another current_revision puts it back to proposed.`,
      { field: "status", from, to },
    );
  }
  throw hasNewEvaluation(plan, skill, before) ? unjudged(skill, from) : unevaluated(skill, from);
}

function hasNewEvaluation(plan: MutationPlan, skill: Concept, before: Concept): boolean {
  const [reference] = memoryReferences(skill, "current_evaluation");
  const evaluation = reference === undefined ? undefined : plan.element(reference);
  if (evaluation === undefined || reference === memoryReferences(before, "current_evaluation")[0])
    return false;
  return memoryFacet(evaluation, "EvaluationRecord") !== undefined;
}

function unevaluated(skill: Concept, from: string) {
  return refused(
    skill.id,
    "the standing of a Skill moves only with the evaluation that moves it",
    `${skill.id} stays ${from} and is recalled as that. Record outcomes as they come in; its standing follows from a lifecycle_verdict with an EvaluationRecord, never from a status somebody writes. A proposed Skill can be withdrawn with status: "revoked".`,
    { field: "status", from },
  );
}

function unjudged(skill: Concept, from: string) {
  return refused(
    skill.id,
    "no evaluation policy is in force here that could vouch for this evaluation",
    `${skill.id} stays ${from} and is recalled as that. The evaluation can be recorded without moving the Skill: leave status, current_trial and current_evaluation as they are.`,
    { field: "current_evaluation", from },
  );
}

/** Standing is judged on what was read; a write that races it must not slip in between (Profile §14, §35.1). */
function requireGuards(plan: MutationPlan, skill: Concept, before: Concept): void {
  const planes = [
    ...(statusOf(skill) === statusOf(before) ? [] : (["attributes"] as const)),
    ...(keepsStandingReferences(skill, before) && sameReference(skill, before, "current_revision")
      ? []
      : (["structural"] as const)),
  ];
  const open = planes.find((plane) => !plan.isGuarded(skill.id, plane));
  if (open === undefined) return;
  const { version, plane_versions } = before._system;
  const actual = plane_versions[open] ?? 0;
  throw kipError("VersionConflict", `the standing of ${skill.id} moves only under a version guard`, {
    hint: `Read the Skill, decide, and end the statement with EXPECT VERSION ${version}, or with a guard for each plane it writes: EXPECT VERSION ${actual} OF ${open.toUpperCase()}.`,
    details: { id: skill.id, plane: open, actual },
  });
}

function movesStanding(skill: Concept, before: Concept): boolean {
  return statusOf(skill) !== statusOf(before) || !keepsStandingReferences(skill, before);
}

function keepsStandingReferences(skill: Concept, before: Concept): boolean {
  return sameReference(skill, before, "current_trial") && sameReference(skill, before, "current_evaluation");
}

function hasStandingReferences(skill: Concept): boolean {
  return ["current_trial", "current_evaluation"].some((field) => memoryReferences(skill, field).length > 0);
}

function sameReference(skill: Concept, before: Concept, field: string): boolean {
  return memoryReferences(skill, field)[0] === memoryReferences(before, field)[0];
}

function statusOf({ attributes }: Concept): string {
  return String(attributes.status);
}
