import {
  isErrorCode,
  isJsonObject,
  type JsonValue,
  KipError,
  kipError,
  type ResponseEnvelope,
} from "../../src/model/index.js";

/** The response to a request that was refused as a whole. */
export function refusedResponse(error: KipError, requestId?: string): ResponseEnvelope {
  return {
    kip: "2.0",
    ...(requestId === undefined ? {} : { request_id: requestId }),
    status: "failed",
    results: [],
    error: error.toShape(),
  };
}

/** The response of a call that is no KIP operation, as the one operation of a request. */
export function operationResponse(result: JsonValue): ResponseEnvelope {
  return { kip: "2.0", status: "succeeded", results: [{ status: "succeeded", result }] };
}

/** The response of such a call when it failed. */
export function failedOperationResponse(error: KipError): ResponseEnvelope {
  return { kip: "2.0", status: "failed", results: [{ status: "failed", error: error.toShape() }] };
}

/** The response when the engine went away while it worked: whether the request committed, nobody here can say (§80). */
export function unknownOutcomeResponse(reason: string): ResponseEnvelope {
  const error = kipError("OutcomeUnknown", `the engine stopped before it answered: ${reason}`);
  return { kip: "2.0", status: "outcome_unknown", results: [], error: error.toShape() };
}

/**
 * Whatever a call threw, as a `KipError`. An error that crossed from the worker may have lost its class, so it is known
 * by its code.
 */
export function thrownError(thrown: unknown): KipError {
  if (thrown instanceof KipError) return thrown;
  if (isRegistered(thrown)) {
    return kipError(thrown.code, thrown.message, {
      ...(typeof thrown.hint === "string" ? { hint: thrown.hint } : {}),
      ...(isJsonObject(thrown.details) ? { details: thrown.details } : {}),
    });
  }
  const message = thrown instanceof Error ? thrown.message : String(thrown);
  return kipError("InternalError", `the engine threw instead of answering: ${message}`, { cause: thrown });
}

interface Registered {
  readonly code: Parameters<typeof kipError>[0];
  readonly message: string;
  readonly hint?: unknown;
  readonly details?: unknown;
}

function isRegistered(thrown: unknown): thrown is Registered {
  if (typeof thrown !== "object" || thrown === null || !("code" in thrown) || !("message" in thrown))
    return false;
  return typeof thrown.code === "string" && isErrorCode(thrown.code) && typeof thrown.message === "string";
}
