import { isJsonObject, type JsonObject, type Projection } from "../../src/model/index.js";
import type { BeliefFacts, SetAside } from "./facts.js";
import type { BeliefMaterial } from "./material.js";
import { objectOf, statementOf } from "./names.js";
import { voicesOf } from "./voices.js";

/** Joins a projection with the elements it refers to. Whatever could not be read appears by its id. */
export function factsOf(projection: Projection, material: BeliefMaterial): BeliefFacts {
  const { precedence, explanation, support, opposition } = projection;
  return {
    status: projection.status,
    leading: projection.leading,
    statement: projection.proposition_id ? statementOf(projection.proposition_id, material) : null,
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
