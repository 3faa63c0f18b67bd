import type { Element, ElementId, JsonObject } from "../model/index.js";
import type { SpaceView } from "../state/index.js";
import { idsIn, memoryFacet } from "./memory-profile.js";

/** How an attempt ended, as far as its observations agree (Validated Learning §3). */
export type AttemptResult = "success" | "partial" | "failure" | "aborted" | "unknown";

const RESULTS: readonly AttemptResult[] = ["success", "partial", "failure", "aborted", "unknown"];

/** One independent attempt of an evaluation, with the terminal results of each metric and window it was measured by. */
export interface GradedAttempt {
  readonly id: ElementId;
  readonly result: AttemptResult;
}

/** What was measured, and over which window: attempts are compared within one such stream. */
export interface Measure {
  readonly metric: string;
  readonly window: string;
}

/** The measure a TrialRecord compares by (Validated Learning §4); null where it states none. */
export function measureOf(trial: JsonObject | undefined): Measure | null {
  const comparability = trial?.comparability as JsonObject | undefined;
  const [metric, window] = [comparability?.metric, trial?.observation_window];
  return typeof metric === "string" && typeof window === "string" ? { metric, window } : null;
}

/**
 * The attempts an EvaluationRecord selects, each once, with their results: an attempt is one sample for each metric and
 * window, however often it was measured, and one without a terminal observation stays in the count as `unknown`
 * (Validated Learning §3, Profile §6.2). Null when an attempt or outcome it names is not in the view: nothing can be
 * counted then.
 */
export function gradedAttempts(
  view: SpaceView,
  evaluation: JsonObject,
  measure: Measure | null,
): readonly GradedAttempt[] | null {
  const outcomes = idsIn(evaluation, "outcome_refs").map((id) => view.element(id));
  const attempts = [...new Set(idsIn(evaluation, "attempt_refs"))];
  if (outcomes.includes(undefined) || attempts.some((id) => view.element(id) === undefined)) return null;
  const records = outcomes.flatMap((outcome) => recordsOf(outcome as Element));
  return attempts.map((id) => ({
    id,
    result: resultOf(
      records.filter(({ attempt_ref }) => attempt_ref === id),
      measure,
    ),
  }));
}

function recordsOf(outcome: Element): readonly JsonObject[] {
  const record = memoryFacet(outcome, "OutcomeRecord");
  return record ? [record] : [];
}

/** The one result that every terminal observation agrees on; `unknown` where they differ or there is none. */
function resultOf(records: readonly JsonObject[], measure: Measure | null): AttemptResult {
  const measured = records.filter(
    ({ metric, window }) => measure === null || (metric === measure.metric && window === measure.window),
  );
  const statuses = new Set(
    measured.filter(({ terminal }) => terminal === true).map((record) => record.outcome_status),
  );
  const [only, ...others] = statuses;
  return (others.length === 0 && RESULTS.find((result) => result === only)) || "unknown";
}
