import { KipError, kipError } from "../model/index.js";

/**
 * What a failed storage operation means to a caller. Dexie wraps the browser's errors, so the cause chain is searched
 * for a name that explains the failure.
 */
export function storageError(thrown: unknown): KipError {
  if (thrown instanceof KipError) return thrown;
  const names = errorNames(thrown);
  if (names.has("QuotaExceededError")) {
    return kipError("ResourceExhausted", "the browser has no room left for this memory", {
      hint: "Nothing was written and everything committed earlier is still readable. Free disk space, or ask the browser for persistent storage, then send the same request again.",
      cause: thrown,
    });
  }
  if (names.has("MissingAPIError") || names.has("SecurityError") || names.has("InvalidStateError")) {
    return kipError("UnsupportedCapability", "this page may not store anything", {
      hint: "A private window or a blocked-storage setting keeps IndexedDB away. Open the page in an ordinary window, or allow site data for it.",
      cause: thrown,
    });
  }
  if (names.has("DatabaseClosedError") || names.has("VersionError")) {
    return kipError("InternalError", "this tab's connection to the memory is closed", {
      hint: "Another tab upgraded or deleted the memory, or this one was closed. Reload the page; nothing acknowledged is lost.",
      cause: thrown,
    });
  }
  return kipError("InternalError", "the browser could not complete a storage operation", { cause: thrown });
}

/** Does storage work; whatever it throws is thrown as what it means to a caller. */
export async function guarded<T>(work: () => PromiseLike<T>): Promise<T> {
  try {
    return await work();
  } catch (thrown) {
    throw storageError(thrown);
  }
}

function errorNames(thrown: unknown): ReadonlySet<string> {
  const names = new Set<string>();
  let current: unknown = thrown;
  while (typeof current === "object" && current !== null && names.size < 16) {
    const { name, inner, cause } = current as { name?: unknown; inner?: unknown; cause?: unknown };
    if (typeof name === "string") names.add(name);
    current = inner ?? cause;
  }
  return names;
}
