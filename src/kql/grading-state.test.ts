import { describe, expect, it } from "vitest";
import { type Activity, asElementId, type Element, type JsonObject, type Timestamp } from "../model/index.js";
import { activity, concept, evidence, find, symbol } from "./profile-memory.fixture.js";

const VERDICT = "2026-02-01T00:00:00.000Z" as Timestamp;

function skill(references: Readonly<Record<string, string>>) {
  const structural = Object.entries(references).map(([field, id]) => [
    symbol(field),
    [{ id: asElementId(id) }],
  ]);
  return concept(1, "Skill", { structural: Object.fromEntries(structural) });
}

function record(
  ordinal: number,
  activityClass: string,
  facet: string,
  value: JsonObject,
  parts: Partial<Activity> = {},
) {
  return activity(ordinal, activityClass, [], [], { facets: { [symbol(facet)]: value }, ...parts });
}

function outcome(ordinal: number, attempt: string, outcome_status: string, more: JsonObject = {}) {
  const value = {
    attempt_ref: attempt,
    metric: "completion",
    window: "run",
    terminal: true,
    outcome_status,
    ...more,
  };
  return evidence(ordinal, "outcome", { facets: { [symbol("OutcomeRecord")]: value } });
}

const TRIAL = record(1, "trial_open", "TrialRecord", {
  comparability: { metric: "completion" },
  observation_window: "run",
});
const evaluation = (attempts: readonly string[], outcomes: readonly string[], more: JsonObject = {}) =>
  record(
    2,
    "lifecycle_verdict",
    "EvaluationRecord",
    {
      trial_ref: "X-1",
      revision_refs: ["C-2"],
      attempt_refs: attempts,
      outcome_refs: outcomes,
      ...more,
    },
    { ended_at: VERDICT },
  );
const attempts = (...ordinals: readonly number[]) =>
  ordinals.map((ordinal) => record(ordinal, "action_attempt", "AttemptRecord", { trial_ref: "X-1" }));
const EVALUATED = skill({ current_revision: "C-2", current_evaluation: "X-2" });

const grades = (elements: readonly Element[]) =>
  find(elements, 'FIND(?s.facets["GradingState"]) WHERE { ?s CONCEPT {type: "Skill"} }')[0];

describe("GradingState", () => {
  it("counts independent attempts of the current evaluation, each once for its measure", () => {
    const elements = [
      EVALUATED,
      TRIAL,
      evaluation(["X-3", "X-4", "X-5", "X-6", "X-7"], ["E-1", "E-2", "E-3", "E-4", "E-5", "E-6", "E-7"]),
      ...attempts(3, 4, 5, 6, 7),
      outcome(1, "X-3", "success"),
      outcome(2, "X-3", "success"),
      outcome(3, "X-4", "failure"),
      outcome(4, "X-5", "success"),
      // Another instrument disagrees about the same attempt, so its result is not known.
      outcome(5, "X-5", "failure"),
      outcome(6, "X-6", "partial"),
      // What is not final, or measures something else, decides nothing.
      outcome(7, "X-7", "success", { terminal: false }),
    ];
    expect(grades(elements)).toEqual({
      revision_ref: "C-2",
      evaluation_ref: "X-2",
      success_count: 1,
      failure_count: 1,
      graded_count: 5,
      last_verdict_at: VERDICT,
    });
  });

  it("counts by the measure the trial fixed", () => {
    const elements = [
      EVALUATED,
      TRIAL,
      evaluation(["X-3"], ["E-1", "E-2"]),
      ...attempts(3),
      outcome(1, "X-3", "success"),
      outcome(2, "X-3", "failure", { metric: "latency" }),
    ];
    expect(grades(elements)).toMatchObject({ success_count: 1, failure_count: 0, graded_count: 1 });
  });

  it("is absent without an evaluation, and for one that is of another revision or cannot be worked out again", () => {
    const outcomes = [outcome(1, "X-3", "success")];
    const whole = evaluation(["X-3"], ["E-1"]);
    expect(
      grades([skill({ current_revision: "C-2" }), TRIAL, whole, ...attempts(3), ...outcomes]),
    ).toBeNull();
    expect(
      grades([
        skill({ current_revision: "C-9", current_evaluation: "X-2" }),
        TRIAL,
        whole,
        ...attempts(3),
        ...outcomes,
      ]),
    ).toBeNull();
    expect(grades([EVALUATED, TRIAL, whole, ...attempts(3)])).toBeNull();
    expect(grades([EVALUATED, TRIAL, whole, ...outcomes])).toBeNull();
    expect(grades([EVALUATED, TRIAL, ...attempts(3), ...outcomes])).toBeNull();
  });
});
