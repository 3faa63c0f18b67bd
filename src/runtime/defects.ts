import { asKipError, type KipErrorShape } from "../model/index.js";

/**
 * The wire form of whatever an operation threw. A defect's own message stays out of the response, which may be shown
 * to anyone; it goes to the console of the worker, where a developer looks.
 */
export function reportedShape(thrown: unknown): KipErrorShape {
  const error = asKipError(thrown);
  if (error.code === "InternalError") console.error(error, error.cause);
  return error.toShape();
}
