import { type ErrorCategory, type ErrorCode, REGISTRY, type RetryClass } from "./error-registry.js";
import type { JsonObject } from "./json.js";

/** The error part of a response (§86.1). */
export interface KipErrorShape {
  readonly code: ErrorCode;
  readonly category: ErrorCategory;
  readonly message: string;
  readonly hint: string;
  readonly retry: { readonly class: RetryClass };
  readonly details: JsonObject;
}

/** What a raiser may add to an error beyond its code and message. */
export interface KipErrorOptions {
  /** What the caller should do next, in one or two sentences. Defaults to the registry's general advice. */
  readonly hint?: string;
  /** Machine-readable facts about the failure. Never secrets, never the existence of hidden elements (§86.4). */
  readonly details?: JsonObject;
  /** What may be done about this failure where that is not what its code mostly asks for (§86.3). */
  readonly retry?: RetryClass;
  readonly cause?: unknown;
}

/** The only error the engine reports to callers: a code of the registry (§87) with a hint to act on. */
export class KipError extends Error implements KipErrorShape {
  override readonly name = "KipError";
  readonly code: ErrorCode;
  readonly hint: string;
  readonly details: JsonObject;
  readonly retry: { readonly class: RetryClass };

  constructor(code: ErrorCode, message: string, options: KipErrorOptions = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.code = code;
    this.hint = options.hint ?? REGISTRY[code].hint;
    this.details = options.details ?? {};
    this.retry = { class: options.retry ?? REGISTRY[code].retry };
  }

  get category(): ErrorCategory {
    return REGISTRY[this.code].category;
  }

  /** The same error said otherwise: what is not given stays. */
  saying(message: string, options: KipErrorOptions): KipError {
    const { hint, details, retry, cause } = this;
    return new KipError(this.code, message, { hint, details, retry: retry.class, cause, ...options });
  }

  /** The wire form (§86.1). */
  toShape(): KipErrorShape {
    const { code, category, message, hint, retry, details } = this;
    return { code, category, message, hint, retry, details };
  }
}

/** Makes the error of a code; the caller throws it. Category and retry class come from the registry (§87). */
export function kipError(code: ErrorCode, message: string, options: KipErrorOptions = {}): KipError {
  return new KipError(code, message, options);
}

/** Whatever was thrown, as a `KipError`: unknown failures become `InternalError` without their private message. */
export function asKipError(thrown: unknown): KipError {
  if (thrown instanceof KipError) return thrown;
  return new KipError("InternalError", "the engine failed while working on this request", { cause: thrown });
}
