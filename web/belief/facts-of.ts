import {
  isJsonObject,
  type JsonObject,
  type JsonValue,
  type Projection,
  type SlotProjection,
} from "../../src/model/index.js";
import type { BeliefFacts, SetAside } from "./facts.js";
import type { BeliefMaterial } from "./material.js";
import { objectOf, statementOf, valueInWords } from "./names.js";
import { voicesOf } from "./voices.js";

/**
 * Joins a projection with the elements it refers to. Whatever could not be read appears by its id. `accepted` is the
 * value, where a slot tells it beside the projection.
 */
export function factsOf(
  projection: Projection,
  material: BeliefMaterial,
  accepted: JsonValue | null = null,
): BeliefFacts {
  const { precedence, explanation, support, opposition, proposition_id } = projection;
  const statement = proposition_id ? statementOf(proposition_id, material) : null;
  return {
    status: projection.status,
    leading: projection.leading,
    statement,
    value: statement?.object ?? valueNamed(proposition_id, accepted, material),
    ...voicesOf(projection, material),
    sources: { support: support.root_groups.length, opposition: opposition.root_groups.length },
    uncertaintyReasons: projection.uncertainty.reasons,
    conflictReasons: projection.conflict_reasons,
    rivals: rivalsOf(projection, material),
    rule: precedence?.rule ?? null,
    decidedBy: typeof explanation?.rule === "string" ? explanation.rule : null,
    outrankedBy: precedence?.outranked_by ? objectOf(precedence.outranked_by, material) : null,
    setAside: setAsideOf(explanation),
    validAt: projection.basis.valid_at,
  };
}

function valueNamed(id: string | null, accepted: JsonValue | null, material: BeliefMaterial): string {
  if (accepted !== null) return valueInWords(accepted, material);
  return id === null ? "an unnamed value" : objectOf(id, material);
}

/** The values of a slot's candidates, where it tells them: it lists the accepted ones in their order (§47.3). */
export function acceptedValueOf({ accepted_values, candidate_projections }: SlotProjection) {
  const accepted = candidate_projections.filter(({ status }) => status === "accepted");
  return (projection: Projection): JsonValue | null => accepted_values[accepted.indexOf(projection)] ?? null;
}

function rivalsOf(projection: Projection, material: BeliefMaterial): readonly string[] {
  const ids = new Set<string>([
    ...projection.conflict_refs,
    ...(projection.precedence?.prevailed_over ?? []),
  ]);
  if (projection.proposition_id) ids.delete(projection.proposition_id);
  return [...ids].map((id) => objectOf(id, material));
}

/** The claims an explanation leaves out, counted by reason. A projection without an explanation names none. */
function setAsideOf(explanation: JsonObject | undefined): readonly SetAside[] {
  const excluded = explanation?.excluded;
  if (!isJsonObject(excluded)) return [];
  return Object.entries(excluded).flatMap(([reason, claims]) =>
    typeof claims === "number" ? [{ reason, claims }] : [],
  );
}
