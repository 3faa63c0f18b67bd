import type { KmlCommand } from "../lang/index.js";
import { kipError } from "../model/index.js";
import type { StateOverlay } from "../state/index.js";
import type { MutationContext, MutationOutcome } from "./outcome.js";

/**
 * Executes one KML command over a transaction's tentative state (§51–§60) and returns what it did. A command that
 * fails writes nothing: neither the overlay nor what lies beneath it changes (§53).
 * @throws `KipError` with the registry's code (§87) for whatever the specification refuses.
 */
export function executeMutation(
  _overlay: StateOverlay,
  _command: KmlCommand,
  _context: MutationContext,
): MutationOutcome {
  throw kipError("UnsupportedCapability", "KML is not executed yet", {
    hint: "Read with FIND for now; writing arrives with the next build.",
  });
}
