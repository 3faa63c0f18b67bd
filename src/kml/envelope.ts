import type {
  ElementEnvelope,
  ElementId,
  ElementKind,
  GovernanceState,
  Retention,
  SystemState,
} from "../model/index.js";
import type { MutationContext } from "./outcome.js";
import type { MutationPlan } from "./plan.js";

/** What Governance says of an element nobody has classified: describing, and no more (§31). */
const UNCLASSIFIED: GovernanceState = { authority_class: "descriptive" };

/** The storage hook of an element nobody has decided about (§19.1). */
export const STANDARD_RETENTION: Retention = {
  retention_class: "standard",
  expires_at: null,
  legal_hold: false,
};

/** The parts every new element starts with (§6.2). */
export function newEnvelope<K extends ElementKind>(
  plan: MutationPlan,
  id: ElementId,
  kind: K,
): ElementEnvelope<K> {
  return {
    id,
    kind,
    space_id: plan.before.spaceId,
    governance: UNCLASSIFIED,
    retention: STANDARD_RETENTION,
    facets: {},
    _system: newSystemState(plan.context),
  };
}

/** The `_system` of an element that the running transaction creates (§6.3, §35.5). */
export function newSystemState({ now, txId, nextSeq, origin }: MutationContext): SystemState {
  return {
    version: 1,
    plane_versions: {},
    created_at: now,
    updated_at: now,
    created_tx: txId,
    updated_tx: txId,
    state: "active",
    origin,
    space_seq: nextSeq,
  };
}
