import {
  asElementId,
  type Concept,
  type ElementId,
  type IdentityDecision,
  isJsonObject,
  type JsonValue,
  kipError,
} from "../model/index.js";
import type { StateOverlay } from "../state/index.js";
import { aKind } from "./describe.js";
import { finish } from "./finish.js";
import { type IdentityReview, reviewOf } from "./identity-review.js";
import type { MutationContext, MutationOutcome } from "./outcome.js";
import { MutationPlan } from "./plan.js";
import { requireStandingTarget } from "./tombstones.js";
import { requireOwnIdentity } from "./validate.js";
import { requireCount, requireMember, requireNonEmptyText } from "./values.js";

/** What an identity repair asks for (§11.5). */
export interface IdentityRepair {
  readonly decision_id: string;
  readonly expected_identity_version: number;
  readonly action: "withdraw";
  /** The Evidence that says why: its id, or `{id}`. */
  readonly reason_evidence: string | { readonly id: string };
}

const MEMBERS = ["decision_id", "expected_identity_version", "action", "reason_evidence"];

/**
 * Withdraws a merge (§11.5): its source resolves to itself again from now on. Raw tuples and Assertions stay as they
 * are, and the decision is kept with its withdrawal. The outcome names the writes that were made while it stood. A
 * decision that is withdrawn already is left as it is.
 * @throws what the value readers throw for a malformed request; `NotFoundOrNotVisible` for a decision or Evidence that is
 * not there, `VersionConflict` when identities have been decided since, `TypeMismatch` when the reason is no Evidence,
 * `IdentityConflict` when the source's key or canonical identity has another holder now.
 */
export function repairIdentity(
  overlay: StateOverlay,
  request: JsonValue,
  context: MutationContext,
): MutationOutcome & { readonly decision: IdentityDecision; readonly review: IdentityReview } {
  const repair = readRepair(request);
  const plan = new MutationPlan(overlay, context);
  const decision = findDecision(plan, repair.decision_id);
  requireVersion(overlay, repair.expected_identity_version);
  const reason = requireReason(plan, repair.reason_evidence);
  if (decision.withdrawn) {
    return { ...finish(plan, overlay), decision, review: { unambiguous: [], needs_review: [] } };
  }
  const review = reviewOf(overlay, decision);
  const source = plan.element(decision.source);
  if (source?.kind !== "concept") throw new TypeError("the source of a decision is a Concept");
  plan.put(separated(source));
  requireOwnIdentity(plan, separated(source), null);
  const outcome = finish(plan, overlay);
  const withdrawn: IdentityDecision = {
    ...decision,
    withdrawn: {
      tx_id: context.txId,
      space_seq: context.nextSeq,
      at: context.now,
      principal_id: context.origin.principal_id,
      reason_evidence: reason,
      identity_version: overlay.identityVersion,
    },
  };
  overlay.decide(withdrawn);
  return {
    ...outcome,
    summary: {
      ...outcome.summary,
      decision_id: decision.decision_id,
      source: decision.source,
      target: decision.target,
      identity_version: overlay.identityVersion,
      unambiguous: review.unambiguous.length,
      needs_review: review.needs_review.length,
    },
    decision: withdrawn,
    review,
  };
}

/** The source as it resolves by itself. What is out of recall or purged stays so. */
function separated(source: Concept): Concept {
  const { state } = source._system;
  return {
    ...source,
    merged_into: null,
    _system: { ...source._system, state: state === "merged" ? "active" : state },
  };
}

function readRepair(
  request: JsonValue,
): Omit<IdentityRepair, "reason_evidence"> & { reason_evidence: ElementId } {
  if (!isJsonObject(request)) {
    throw kipError("TypeMismatch", "an identity repair is an object", {
      hint: `Send {${MEMBERS.join(", ")}}.`,
      details: { expected: "object" },
    });
  }
  const unknown = Object.keys(request).find((name) => !MEMBERS.includes(name));
  if (unknown !== undefined) {
    throw kipError("SchemaFieldNotFound", `an identity repair has no member ${JSON.stringify(unknown)}`, {
      hint: `Its members are ${MEMBERS.join(", ")}.`,
      details: { field: unknown, allowed: MEMBERS },
    });
  }
  const { reason_evidence: reason } = request;
  return {
    decision_id: requireNonEmptyText(request.decision_id, "decision_id"),
    expected_identity_version: requireCount(
      request.expected_identity_version ?? null,
      "expected_identity_version",
    ),
    action: requireMember(request.action, ["withdraw"] as const, "action"),
    reason_evidence: asElementId(
      requireNonEmptyText(isJsonObject(reason) ? reason.id : reason, "reason_evidence"),
    ),
  };
}

function findDecision(plan: MutationPlan, decisionId: string): IdentityDecision {
  const source = asElementId(decisionId.slice(decisionId.lastIndexOf("/") + 1));
  const found = plan.before.identityDecisions(source).find(({ decision_id }) => decision_id === decisionId);
  if (found) return found;
  throw kipError("NotFoundOrNotVisible", "this Space has made no such identity decision", {
    hint: "A merge answers with its decision_id; identityDecisions lists those of a Concept.",
    details: { decision_id: decisionId },
  });
}

function requireVersion(overlay: StateOverlay, expected: number): void {
  const actual = overlay.identityVersion;
  if (actual === expected) return;
  throw kipError("VersionConflict", `identities are at version ${actual}, not ${expected}`, {
    hint: "A merge or a repair came between. Look at what resolves to what now, and decide again.",
    details: { expected, actual, plane: "identity" },
  });
}

function requireReason(plan: MutationPlan, id: ElementId): ElementId {
  const evidence = plan.before.element(id);
  if (evidence === undefined) {
    throw kipError("NotFoundOrNotVisible", "reason_evidence refers to no element of this Space", {
      hint: "Record why the merge was wrong with CREATE EVIDENCE first, and name it.",
      details: { field: "reason_evidence", id },
    });
  }
  if (evidence.kind !== "evidence") {
    throw kipError("TypeMismatch", `reason_evidence is ${aKind(evidence.kind)}, not Evidence`, {
      hint: "Record why the merge was wrong with CREATE EVIDENCE first, and name it.",
      details: { field: "reason_evidence", id, found: evidence.kind },
    });
  }
  requireStandingTarget(plan, id);
  return id;
}
