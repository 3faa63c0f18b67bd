import { type ElementId, type JsonObject, kipError } from "../../model/index.js";

/** The error for a write the Cognitive Memory Profile does not allow, with what is allowed instead. */
export function refused(id: ElementId, message: string, hint: string, details: JsonObject = {}) {
  return kipError("ConstraintViolation", message, { hint, details: { id, ...details } });
}
