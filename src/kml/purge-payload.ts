import type { PurgePayloadCommand } from "../lang/index.js";
import { isPayloadPurged, kipError, withoutPayload } from "../model/index.js";
import { aKind } from "./describe.js";
import type { MutationPlan } from "./plan.js";
import { requireNoHold } from "./purge.js";
import { selectTargets } from "./select.js";

/**
 * Plans a PURGE PAYLOAD (§60.6): the bytes of the Evidence go; its identity, lifecycle, digest, media type, times,
 * references and citations stay. A payload that is purged already is left as it is.
 * @throws `ConstraintViolation` for an element that is no Evidence, `LegalHoldConflict` when it is held; whatever selection
 * throws.
 */
export function planPayloadPurge(plan: MutationPlan, command: PurgePayloadCommand): void {
  for (const { id } of selectTargets(plan, command, "PURGE PAYLOAD", "exact")) {
    const element = plan.element(id);
    if (element === undefined) continue;
    if (element.kind !== "evidence") {
      throw kipError("ConstraintViolation", `${id} is ${aKind(element.kind)} and has no payload`, {
        hint: 'Only Evidence has a payload to purge. PURGE :id CONFIRM "PURGE" erases an element of any kind.',
        details: { id, expected: "Evidence", found: element.kind },
      });
    }
    if (isPayloadPurged(element)) continue;
    requireNoHold(plan, element);
    plan.put(withoutPayload(element));
  }
}
