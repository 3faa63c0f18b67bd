import { KipError, type KipErrorShape } from "../model/index.js";

/** A result or an error in a form that survives the way between worker and page; error classes do not. */
export type Settled<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly error: KipErrorShape };

/** The value of a settled result. @throws the captured `KipError`. */
export function unsettle<T>(settled: Settled<T>): T {
  if (settled.ok) return settled.value;
  const { code, message, hint, details } = settled.error;
  throw new KipError(code, message, { hint, details });
}
