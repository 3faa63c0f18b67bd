import type { OperationResult, Receipt, RequestEnvelope, ResponseEnvelope, Warning } from "../model/index.js";
import type { SpaceView } from "../state/index.js";
import { reportedShape } from "./defects.js";
import type { Evaluation } from "./evaluate.js";
import type { PreparedOperation } from "./operation.js";
import { snapshotToken } from "./snapshot-token.js";

/** The response to a request that failed before any of its operations began (§82). */
export function failedResponse(
  thrown: unknown,
  requestId?: string,
  execution?: RequestEnvelope["execution"],
): ResponseEnvelope {
  const error = reportedShape(thrown);
  return {
    kip: "2.0",
    ...(requestId === undefined ? {} : { request_id: requestId }),
    status: error.code === "OutcomeUnknown" ? "outcome_unknown" : "failed",
    ...(execution ? { execution: executionOf(execution) } : {}),
    results: [],
    error,
  };
}

/**
 * The result of an operation that was answered, with what its text and its evaluation give to know (§81). A receipt says
 * what its own transaction came to (§75).
 */
export function answered(
  operation: PreparedOperation,
  { result, context, warnings: ofEvaluation, nextCursor }: Evaluation,
  receipt: Receipt | null = null,
): OperationResult {
  const warnings = [...operation.warnings, ...ofEvaluation];
  return {
    ...named(operation.opId),
    status: receipt?.status === "no_effect" ? "no_effect" : "succeeded",
    result,
    context,
    ...(warnings.length > 0 ? { warnings } : {}),
    ...(nextCursor === null ? {} : { next_cursor: nextCursor }),
    ...(receipt ? { receipt } : {}),
  };
}

/** The result of an operation that failed; what is to know of its text may be the reason. */
export function failed(
  opId: string | undefined,
  thrown: unknown,
  warnings: readonly Warning[] = [],
): OperationResult {
  return {
    ...named(opId),
    status: "failed",
    ...(warnings.length > 0 ? { warnings } : {}),
    error: reportedShape(thrown),
  };
}

/** The result of an operation that was not started, or whose effects were undone (§83.1). */
export function withoutEffect(opId: string | undefined, status: "skipped" | "rolled_back"): OperationResult {
  return { ...named(opId), status };
}

/**
 * The envelope around operation results, with the status they add up to (§81, §82) and the token of the state that was
 * read last, or came of it (§78).
 */
export function responseOf(
  request: RequestEnvelope,
  view: SpaceView,
  results: readonly OperationResult[],
  secret: string,
  receipt: Receipt | null = null,
): ResponseEnvelope {
  const { request_id, execution } = request;
  const successes = results.filter(({ status }) => status === "succeeded" || status === "no_effect").length;
  const coordinates = { space_id: view.spaceId, schema_environment_version: view.environment.version };
  return {
    kip: "2.0",
    ...(request_id === undefined ? {} : { request_id }),
    status: statusOf(results, successes),
    ...(execution ? { execution: executionOf(execution) } : {}),
    results,
    context: coordinates,
    snapshot: { ...coordinates, snapshot_seq: view.seq, snapshot_token: snapshotToken(view, secret) },
    receipt,
  };
}

/** A write whose outcome nobody knows makes the whole response one to be looked up (§80.3). */
function statusOf(results: readonly OperationResult[], successes: number): ResponseEnvelope["status"] {
  if (results.some(({ error }) => error?.code === "OutcomeUnknown")) return "outcome_unknown";
  if (successes === results.length) return "succeeded";
  return successes === 0 ? "failed" : "partial";
}

function named(opId: string | undefined): { readonly op_id?: string } {
  return opId === undefined ? {} : { op_id: opId };
}

/** What a response says of its execution: what was asked for (§81). */
export function executionOf({
  mode,
  on_error,
  isolation,
  idempotency_key,
}: NonNullable<RequestEnvelope["execution"]>): NonNullable<ResponseEnvelope["execution"]> {
  return {
    mode,
    ...(on_error === undefined ? {} : { on_error }),
    ...(isolation === undefined ? {} : { isolation }),
    ...(idempotency_key === undefined ? {} : { idempotency_key }),
  };
}
