import {
  asKipError,
  type KipError,
  kipError,
  type ResponseEnvelope,
  type StreamFrame,
} from "../model/index.js";

/** Keeps the promise that a tool call never throws: whatever stops it before the engine is an answer too. */
export async function answered(call: () => Promise<ResponseEnvelope>): Promise<ResponseEnvelope> {
  try {
    return await call().catch(refuseUncloneable);
  } catch (thrown) {
    const error = asKipError(thrown).toShape();
    const status = error.code === "OutcomeUnknown" ? "outcome_unknown" : "failed";
    return { kip: "2.0", status, results: [], error };
  }
}

/** The only frame of a stream that the engine did not take up. */
export function refusedFrame(thrown: unknown): StreamFrame {
  const error = asKipError(thrown).toShape();
  return { kip: "2.0", sequence: 0, frame: "error", status: "failed", error };
}

/** The connection ended while an answer was on its way: what was asked for may have been done (§80.3). */
export function lostAnswer(): KipError {
  return kipError("OutcomeUnknown", "the connection ended before the answer arrived", {
    hint: "What was asked for may have been committed. Ask for another connection, then send exactly the same request with the same idempotency_key, or ask DESCRIBE TRANSACTION BY IDEMPOTENCY KEY.",
  });
}

/** The browser cannot hand a function, a symbol or a DOM node to a worker; they are no JSON either. */
export function refuseUncloneable(thrown: unknown): never {
  if (!(thrown instanceof DOMException) || thrown.name !== "DataCloneError") throw thrown;
  throw kipError("TypeMismatch", "the arguments hold something that is not a JSON value", {
    hint: "Send JSON only: strings, numbers, booleans, null, arrays and plain objects. Leave out functions, symbols and DOM nodes.",
    cause: thrown,
  });
}
