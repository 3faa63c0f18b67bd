import { idsIn, isMemoryConcept, memoryFacet, memorySymbol } from "../../derive/index.js";
import {
  type Activity,
  type Element,
  type ElementId,
  type Evidence,
  type JsonObject,
  kipError,
} from "../../model/index.js";
import { isTerminalStatus, localNameOf } from "../../schema/index.js";
import { keyFor } from "../../state/index.js";
import type { MutationPlan } from "../plan.js";
import { requirePins } from "./dependency-basis.js";
import { refused } from "./errors.js";
import { requireScope } from "./memory-scope.js";

/** What one kind of record asks of the element that carries it, beyond the shape its schema gives it. */
type RecordRule = (plan: MutationPlan, bearer: Element, record: JsonObject) => void;

/**
 * The records of the Profile that are fixed with what they record (Profile §6.3–§6.5), each with its rule. They are
 * attached when the Evidence is created, or while their Activity is under way; later would be hindsight.
 */
const RECORDS: ReadonlyMap<string, RecordRule> = new Map<string, RecordRule>([
  ["OutcomeRecord", requireOutcome],
  ["DecisionRecord", requireDecision],
  ["AttemptRecord", requireAttempt],
  ["TrialRecord", requireTrial],
  ["EvaluationRecord", requireEvaluation],
  ["DependencyBasis", requirePins],
  ["CompressionRecord", () => {}],
  ["RecallCoverage", () => {}],
  ["ProcedureAssessment", requireAssessment],
  ["RecordingRepair", () => {}],
  ["RestoreReport", () => {}],
]);

/**
 * Checks the Profile's records that a write attaches (Profile §6.3–§6.5, Validated Learning §2–§4).
 * @throws `ActivityTerminal` or `ImmutableField` for one that comes too late, `ConstraintViolation` for one that does
 * not fit what carries it or what it names.
 */
export function requireRecords(plan: MutationPlan, draft: Element, before: Element | undefined): void {
  for (const [ref, value] of Object.entries(draft.facets)) {
    const lineage = plan.before.environment.canonicalLineage("FacetDefinition", ref);
    const name = localNameOf(lineage);
    if (lineage !== memorySymbol(name) || before?.facets[ref] !== undefined) continue;
    if (name === "MemoryScope") requireScope(plan, draft, value);
    const rule = RECORDS.get(name);
    if (rule === undefined) continue;
    requireInTime(plan, draft, name);
    rule(plan, draft, value);
  }
}

function requireInTime(plan: MutationPlan, bearer: Element, name: string): void {
  const committed = plan.committed(bearer.id);
  if (committed?.kind === "activity" && isTerminalStatus(committed.status)) {
    throw kipError("ActivityTerminal", `${bearer.id} is ${committed.status} and takes no ${name} any more`, {
      hint: `A ${name} is recorded with the Activity it belongs to. Record another Activity with it.`,
      details: { id: bearer.id, facet: name },
    });
  }
  if (committed?.kind === "evidence") {
    throw kipError(
      "ImmutableField",
      `${bearer.id} was recorded without a ${name}, and that is not added later`,
      {
        hint: `CREATE EVIDENCE ?new with its ${name}, then TRANSITION "${bearer.id}" TO "corrected" BY ?new.`,
        details: { id: bearer.id, facet: name },
      },
    );
  }
}

/** What the world did, measured by an instrument: an index over Outcome Evidence and nothing else (§15.7). */
function requireOutcome(plan: MutationPlan, bearer: Element, record: JsonObject): void {
  if ((bearer as Evidence).evidence_class !== "outcome") {
    throw refused(
      bearer.id,
      "an OutcomeRecord belongs on Evidence of class outcome",
      'An instrument records outcomes with evidence_class: "outcome". What an actor says of its own action is "agent_statement", without an OutcomeRecord.',
      { field: "evidence_class", found: (bearer as Evidence).evidence_class },
    );
  }
  requireActivities(plan, bearer, record, "attempt_ref", "action_attempt", "AttemptRecord");
}

/** Every revision a decision applied is among its inputs; what was merely retrieved need not be (Profile §6.4). */
function requireDecision(plan: MutationPlan, bearer: Element, record: JsonObject): void {
  requireRevisions(plan, bearer, record, "applied_revisions");
  requireInputs(bearer as Activity, record, ["applied_revisions"], "DecisionRecord");
}

/** One try, identified before anyone knows how it ends (Validated Learning §2). */
function requireAttempt(plan: MutationPlan, bearer: Element, record: JsonObject): void {
  requireActivities(plan, bearer, record, "decision_ref", "action_gate", "DecisionRecord");
  requireActivities(plan, bearer, record, "trial_ref", "trial_open", "TrialRecord");
  requireRevisions(plan, bearer, record, "applied_revisions");
  const twin = attemptsOf(plan).find(
    (other) =>
      other.id !== bearer.id && memoryFacet(other, "AttemptRecord")?.attempt_id === record.attempt_id,
  );
  if (twin === undefined) return;
  throw refused(
    bearer.id,
    `the attempt_id ${JSON.stringify(record.attempt_id)} is taken by ${twin.id}`,
    "An attempt_id is one attempt of the Space. Give a new attempt a new one; a retry of the same one is the same Activity.",
    { field: "attempt_id", taken_by: twin.id },
  );
}

function attemptsOf(plan: MutationPlan): readonly Element[] {
  const stored = [...plan.before.lookup(keyFor.activityClass("action_attempt"))].map((id) =>
    plan.element(id),
  );
  return [...stored.filter((element) => element !== undefined), ...plan.drafts()];
}

/** The terms of a trial, fixed when it opens (Validated Learning §4). */
function requireTrial(plan: MutationPlan, bearer: Element, record: JsonObject): void {
  requireCompleted(bearer as Activity, "TrialRecord");
  requireRevisions(plan, bearer, record, "revision_refs");
  requireActivities(plan, bearer, record, "baseline_attempt_refs", "action_attempt", "AttemptRecord");
  requireOutcomes(plan, bearer, record, "baseline_outcome_refs");
}

/** One judgement of a trial, with everything needed to make it again (Validated Learning §4). */
function requireEvaluation(plan: MutationPlan, bearer: Element, record: JsonObject): void {
  requireCompleted(bearer as Activity, "EvaluationRecord");
  requireActivities(plan, bearer, record, "trial_ref", "trial_open", "TrialRecord");
  requireRevisions(plan, bearer, record, "revision_refs");
  requireActivities(plan, bearer, record, "attempt_refs", "action_attempt", "AttemptRecord");
  requireOutcomes(plan, bearer, record, "outcome_refs");
  requireInputs(
    bearer as Activity,
    record,
    ["trial_ref", "revision_refs", "outcome_refs"],
    "EvaluationRecord",
  );
}

function requireAssessment(plan: MutationPlan, bearer: Element, record: JsonObject): void {
  requireRevisions(plan, bearer, record, "revision_ref");
}

function requireCompleted({ id, status }: Activity, name: string): void {
  if (status === "completed") return;
  throw refused(
    id,
    `a ${name} belongs on a completed Activity`,
    'Give the Activity the status "completed".',
    {
      facet: name,
      found: status,
    },
  );
}

function requireInputs(
  { id, inputs }: Activity,
  record: JsonObject,
  members: readonly string[],
  name: string,
): void {
  for (const member of members) {
    const absent = idsIn(record, member).find((ref) => !inputs.some((input) => input.id === ref));
    if (absent === undefined) continue;
    throw refused(
      id,
      `${member} of the ${name} names ${absent}, which is not among the inputs`,
      `Add SET STRUCTURAL {("inputs", "${absent}")} to the Activity: what a ${name} rests on is part of its provenance.`,
      { field: member, ref: absent },
    );
  }
}

function requireRevisions(plan: MutationPlan, bearer: Element, record: JsonObject, member: string): void {
  requireEach(plan, bearer, record, member, "an exact SkillRevision", (element) =>
    isMemoryConcept(element, "SkillRevision"),
  );
}

function requireOutcomes(plan: MutationPlan, bearer: Element, record: JsonObject, member: string): void {
  requireEach(
    plan,
    bearer,
    record,
    member,
    "Evidence with an OutcomeRecord",
    (element) => memoryFacet(element, "OutcomeRecord") !== undefined,
  );
}

function requireActivities(
  plan: MutationPlan,
  bearer: Element,
  record: JsonObject,
  member: string,
  activityClass: string,
  facet: string,
): void {
  requireEach(
    plan,
    bearer,
    record,
    member,
    `an ${activityClass} Activity with its ${facet}`,
    (element) =>
      element.kind === "activity" &&
      element.activity_class === activityClass &&
      memoryFacet(element, facet) !== undefined,
  );
}

/** Checks what a member of a record names. That it exists at all is checked with every nested reference. */
function requireEach(
  plan: MutationPlan,
  bearer: Element,
  record: JsonObject,
  member: string,
  what: string,
  fits: (element: Element) => boolean,
): void {
  for (const id of idsIn(record, member)) {
    const element = plan.element(id);
    if (element === undefined || fits(element)) continue;
    throw refused(bearer.id, `${member} names ${id}, which is not ${what}`, `Name ${what} in ${member}.`, {
      field: member,
      ref: id as ElementId,
    });
  }
}
