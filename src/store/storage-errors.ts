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
  if (names.has("VersionError")) return newerDatabase(thrown);
  if (names.has("DatabaseClosedError")) return lostConnection("unknown", thrown);
  if (names.has("UnknownError")) {
    return kipError("InternalError", "the browser could not read or write its storage", {
      hint: "Its disk may be failing, or another process of the browser still holds its storage. Reload the page; if that does not help, restart the browser. Before sending a write again, look its outcome up by its idempotency key.",
      cause: thrown,
    });
  }
  return kipError("InternalError", "the browser could not complete a storage operation", { cause: thrown });
}

/** The error of a memory that a newer engine has written to: an older one would not know what it must keep intact. */
export function newerDatabase(cause?: unknown): KipError {
  return kipError("UnsupportedCapability", "this memory was written by a newer version of the engine", {
    hint: "Reload the page to get the newer engine, and close other tabs that still show the old one. The memory is left as it is.",
    ...(cause === undefined ? {} : { cause }),
  });
}

/** Why a tab lost its connection to the memory, as far as it knows. */
export type ConnectionLoss = "upgraded" | "deleted" | "taken" | "unknown";

const LOSSES: Readonly<Record<ConnectionLoss, readonly [message: string, hint: string]>> = {
  upgraded: [
    "another tab upgraded this memory to a newer version of the engine",
    "Reload this page to get the newer engine too; nothing acknowledged is lost.",
  ],
  deleted: [
    "another tab deleted this memory",
    "Nothing of it is left. Open it again with openNexus to begin with an empty one.",
  ],
  taken: [
    "the browser took this memory away",
    "Site data may have been cleared, or the disk may have failed. Reload the page to see what is still there.",
  ],
  unknown: [
    "this tab's connection to the memory is closed",
    "Another tab upgraded or deleted the memory, or this one was closed. Reload the page; nothing acknowledged is lost.",
  ],
};

/** The error of every call after the connection was lost. */
export function lostConnection(loss: ConnectionLoss, cause?: unknown): KipError {
  const [message, hint] = LOSSES[loss];
  return kipError("InternalError", message, { hint, ...(cause === undefined ? {} : { cause }) });
}

/** Does storage work; whatever it throws is thrown as what it means to a caller. */
export async function guarded<T>(work: () => PromiseLike<T>): Promise<T> {
  try {
    return await work();
  } catch (thrown) {
    throw storageError(thrown);
  }
}

/** The names of an error and of the errors it wraps. */
export function errorNames(thrown: unknown): ReadonlySet<string> {
  const names = new Set<string>();
  let current: unknown = thrown;
  while (typeof current === "object" && current !== null && names.size < 16) {
    const { name, inner, cause } = current as { name?: unknown; inner?: unknown; cause?: unknown };
    if (typeof name === "string") names.add(name);
    current = inner ?? cause;
  }
  return names;
}
