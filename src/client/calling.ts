import { asKipError, kipError, type ResponseEnvelope } from "../model/index.js";

/** Keeps the promise that a tool call never throws: whatever stops it before the engine is an answer too. */
export async function answered(call: () => Promise<ResponseEnvelope>): Promise<ResponseEnvelope> {
  try {
    return await call().catch(refuseUncloneable);
  } catch (thrown) {
    return { kip: "2.0", status: "failed", results: [], error: asKipError(thrown).toShape() };
  }
}

/** The browser cannot hand a function, a symbol or a DOM node to a worker; they are no JSON either. */
export function refuseUncloneable(thrown: unknown): never {
  if (!(thrown instanceof DOMException) || thrown.name !== "DataCloneError") throw thrown;
  throw kipError("TypeMismatch", "the arguments hold something that is not a JSON value", {
    hint: "Send JSON only: strings, numbers, booleans, null, arrays and plain objects. Leave out functions, symbols and DOM nodes.",
    cause: thrown,
  });
}
