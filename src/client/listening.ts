import { kipError } from "../model/index.js";

/**
 * A listener as it may be called from elsewhere: what it throws is its page's to hear of, as of any event listener, and
 * neither the caller's nor the end of what it listens to.
 * @throws `TypeMismatch` for what cannot be called.
 */
export function listening<T>(listener: (told: T) => unknown, call: string): (told: T) => void {
  if (typeof listener !== "function") {
    throw kipError("TypeMismatch", `${call} needs a function to call`, {
      hint:
        call === "subscribe"
          ? "Call subscribe(command, parameters, callback); parameters may be {}."
          : `Call ${call}(listener).`,
    });
  }
  return (told) => {
    try {
      listener(told);
    } catch (thrown) {
      reportError(thrown);
    }
  };
}
