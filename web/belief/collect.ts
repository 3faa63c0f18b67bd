import {
  isJsonObject,
  type JsonValue,
  type Projection,
  type ProjectionBasis,
  type SlotProjection,
} from "../../src/model/index.js";

/** A belief found in a result: of one statement, or of a whole slot. */
export type FoundBelief =
  | { readonly kind: "belief"; readonly projection: Projection }
  | { readonly kind: "slot"; readonly slot: SlotProjection };

/** The beliefs in a FIND result, in reading order. Projections are told by the members every one of them has (§27.2). */
export function collectBeliefs(result: JsonValue): readonly FoundBelief[] {
  if (!Array.isArray(result)) return [];
  return result.flatMap((row: JsonValue) => (Array.isArray(row) ? row.flatMap(beliefIn) : beliefIn(row)));
}

function beliefIn(value: JsonValue): readonly FoundBelief[] {
  if (isProjection(value)) return [{ kind: "belief", projection: value }];
  if (isSlotProjection(value)) return [{ kind: "slot", slot: value }];
  return [];
}

/** Whether a value is the projection of one statement. */
export function isProjection(value: JsonValue): value is JsonValue & Projection {
  return (
    isJsonObject(value) &&
    "candidate_status" in value &&
    "slot_status" in value &&
    "support" in value &&
    "basis" in value
  );
}

/** Whether a value is the projection of a slot. */
export function isSlotProjection(value: JsonValue): value is JsonValue & SlotProjection {
  return (
    isJsonObject(value) && "accepted_values" in value && "candidate_projections" in value && "basis" in value
  );
}

/** The projections of statements inside a found belief: itself, or its candidates. */
export function projectionsOf(found: FoundBelief): readonly Projection[] {
  return found.kind === "belief" ? [found.projection] : found.slot.candidate_projections;
}

/** The coordinates a found belief was computed at (§21.12). */
export function basisOf(found: FoundBelief): ProjectionBasis {
  return found.kind === "slot" ? found.slot.basis : found.projection.basis;
}
