import type { SourceRange } from "../lang/index.js";
import { KipError, kipError } from "../model/index.js";

/**
 * Runs work about one part of the command: an error that does not say where it is gets that part's offsets. The
 * innermost part wins, so wide ranges may be laid around narrow ones.
 */
export function within<T>({ from, to }: SourceRange, work: () => T): T {
  try {
    return work();
  } catch (thrown) {
    if (!(thrown instanceof KipError) || "from" in thrown.details) throw thrown;
    const { code, message, hint, details, cause } = thrown;
    throw kipError(code, message, { hint, details: { ...details, from, to }, cause });
  }
}
