import {
  type Element,
  type ElementId,
  type IdentityDecision,
  isPurged,
  type JsonObject,
  type JsonValue,
} from "../model/index.js";
import { canonicalId, type StateOverlay } from "../state/index.js";
import { changesOf } from "./changes.js";
import { isGeneratedHandle } from "./desugar.js";
import type { MutationOutcome } from "./outcome.js";
import type { MutationPlan } from "./plan.js";
import { captureVersions, sameContent, stamp } from "./stamp.js";
import { validatePlan } from "./validate.js";

/**
 * Checks the whole plan and writes it into the overlay, or writes nothing (§53). What ends as the transaction found it
 * is not a change, and keeps its version (§35.5).
 * @throws what `validatePlan` throws.
 */
export function finish(plan: MutationPlan, overlay: StateOverlay): MutationOutcome {
  validatePlan(plan);
  const written = stampAll(plan, overlay);
  overlay.advanceCounters(plan.ids.counters);
  for (const element of written.values()) overlay.put(element);
  for (const binding of plan.clientKeys) overlay.bindClientKey(binding);
  for (const decision of decisionsOf(plan, overlay)) overlay.decide(decision);
  return { summary: summarize(plan, written), changes: changesOf(overlay), effect: written.size > 0 };
}

/** The merges of the plan as decisions of the transaction (§11.5). */
function decisionsOf(plan: MutationPlan, overlay: StateOverlay): readonly IdentityDecision[] {
  const { origin, txId, now, nextSeq } = plan.context;
  return plan.identityOrders.map(({ decisionId, source, target }) => ({
    decision_id: decisionId,
    source,
    target,
    canonical_target: canonicalId(overlay, target),
    principal_id: origin.principal_id,
    tx_id: txId,
    decided_at: now,
    basis: { snapshot_seq: nextSeq - 1 },
    space_seq: nextSeq,
    identity_version: overlay.identityVersion,
    withdrawn: null,
  }));
}

function stampAll(plan: MutationPlan, overlay: StateOverlay): ReadonlyMap<ElementId, Element> {
  const written = new Map<ElementId, Element>();
  for (const draft of plan.drafts()) {
    const current = overlay.element(draft.id);
    if (current && sameContent(current, draft)) continue;
    const committed = overlay.base.element(draft.id);
    const restored = committed && sameContent(committed, draft);
    const references = plan.inputReferences(draft.id);
    written.set(draft.id, restored ? committed : stamp(draft, committed, plan, references));
  }
  const find = (id: ElementId) => written.get(id) ?? overlay.element(id);
  for (const element of [...overlay.written(), ...written.values()]) {
    const latest = written.get(element.id) ?? element;
    const captured = endsInThisTransaction(latest, overlay)
      ? captureVersions(latest, find, overlay.environment)
      : latest;
    if (captured !== latest && (written.has(latest.id) || outputsMoved(latest, written))) {
      written.set(latest.id, captured);
    }
  }
  return written;
}

/** Whether an Activity reached its terminal status in the running transaction: only then are its versions taken. */
function endsInThisTransaction(element: Element, overlay: StateOverlay): boolean {
  if (element.kind !== "activity") return false;
  const committed = overlay.base.element(element.id);
  return committed?.kind !== "activity" || committed.status !== element.status;
}

function outputsMoved(element: Element, written: ReadonlyMap<ElementId, Element>): boolean {
  return (
    element.kind === "activity" &&
    [...element.inputs, ...element.outputs].some(({ id }) => id !== element.id && written.has(id))
  );
}

/** What the command did, for the caller (§81.1): ids to go on with, and counts. */
function summarize(plan: MutationPlan, written: ReadonlyMap<ElementId, Element>): JsonObject {
  const created = [...written.keys()].filter((id) => plan.isNew(id));
  const purged = [...written.values()].filter(isPurged).map(({ id }) => id);
  const handles = plan.handles().filter(([name]) => !isGeneratedHandle(name));
  const resolved = plan.resolved();
  const summary: Record<string, JsonValue> = {
    handles: Object.fromEntries(handles),
    created: created.length,
    updated: written.size - created.length - purged.length,
  };
  if (purged.length > 0) summary.purged_ids = purged;
  const merges = plan.notes.map(({ merge }) => merge);
  if (merges.length > 0) summary.merges = merges;
  if (created.length > 0) summary.created_ids = created;
  if (resolved.length > 0) summary.resolved_ids = resolved;
  if (plan.selections.length > 0) {
    summary.matched = plan.selections.reduce((sum, { targets }) => sum + targets.length, 0);
  }
  return summary;
}
