import type { Command } from "../lang/index.js";
import {
  isJsonObject,
  type JsonObject,
  type JsonValue,
  type ResultContext,
  type Warning,
} from "../model/index.js";
import { erasedAnswer } from "../store/index.js";
import type { Evaluation } from "./evaluation.js";
import type { PreparedOperation } from "./operation.js";

/** What of a transaction's answers is kept, and where (§34.3). */
export interface RetainedAnswers {
  /** With the commit, for as long as the log lasts: ids, counts and coordinates, and no content. */
  readonly lasting: readonly JsonValue[];
  /**
   * With the outcome of an idempotency key, where an erasure finds it: everything as it was answered. Null when that
   * says no more than what lasts.
   */
  readonly whole: readonly JsonValue[] | null;
}

/** What a resend learns about a command whose handles were erased. */
const HANDLES_ERASED: Warning = {
  code: "AnswerErased",
  message:
    "The handles of this command are no longer retained: content of the Space was purged since. HISTORY SPACE at the space_seq of the receipt tells which elements it wrote.",
};

/**
 * Tells apart what may last and what an erasure must be able to find: what reads answered, and the names an author gave
 * to elements, are content (§60).
 */
export function retainedAnswers(
  evaluations: readonly Evaluation[],
  operations: readonly PreparedOperation[],
): RetainedAnswers {
  const lasting = evaluations.map((evaluation, index) =>
    operations[index]?.stateChanging === false ? withoutContent(evaluation) : withoutHandles(evaluation),
  );
  const isWhole = evaluations.every((evaluation, index) => lasting[index] === evaluation);
  return {
    lasting: lasting.map(answerOf),
    whole: isWhole ? null : evaluations.map(answerOf),
  };
}

/** What a receipt's result digest is over: what lasts of the results (§33.1). */
export function lastingResults({ lasting }: RetainedAnswers): readonly JsonValue[] {
  return lasting.map((answer) => (isJsonObject(answer) ? (answer.result ?? null) : null));
}

/** What stands for an answer that is not told: a collection without an item where the statement reads one (§81.1). */
export function emptyResultOf({ type }: Command): JsonValue {
  return COLLECTIONS.some((family) => type.startsWith(family)) ? [] : null;
}

const COLLECTIONS = ["Find", "Search", "List", "History", "Changes"];

function withoutContent({ context }: Evaluation): Evaluation {
  const { space_id, snapshot_seq, schema_environment_version } = context;
  return erasedAnswer({ space_id, snapshot_seq, schema_environment_version }) as unknown as Evaluation;
}

function withoutHandles(evaluation: Evaluation): Evaluation {
  const { result } = evaluation;
  if (!isJsonObject(result)) return evaluation;
  const { handles, ingested, ...summary } = result;
  const isNamed = [handles, ingested].some((names) => isJsonObject(names) && Object.keys(names).length > 0);
  if (!isNamed) return evaluation;
  return { ...evaluation, result: summary, warnings: [...evaluation.warnings, HANDLES_ERASED] };
}

function answerOf({ result, context, warnings, nextCursor }: Evaluation): JsonObject {
  return {
    result,
    context: context satisfies ResultContext as unknown as JsonObject,
    warnings: warnings as unknown as readonly JsonValue[],
    nextCursor,
  };
}
