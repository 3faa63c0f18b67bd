import type { JsonObject, JsonValue, Projection } from "../../src/model/index.js";
import type { NexusApi } from "../nexus.js";
import { type FoundBelief, isProjection, isSlotProjection } from "./collect.js";
import { type Coordinates, clausesOf, parametersOf } from "./coordinates.js";

/**
 * The same belief with its ledger: where it was asked for without one, it is asked for again at its own coordinates.
 * Only the explanation is taken over. Left as it is where that cannot be read.
 */
export async function withLedger(
  nexus: NexusApi,
  found: FoundBelief,
  coordinates: Coordinates,
): Promise<FoundBelief> {
  if (found.kind === "belief") {
    const { projection } = found;
    if (hasLedger(projection) || projection.proposition_id === null) return found;
    const [again] = await read(nexus, "?b BELIEF (id: :id)", projection.basis.valid_at, coordinates, {
      id: projection.proposition_id,
    });
    return again !== undefined && isProjection(again)
      ? { ...found, projection: explainedBy(projection, [again]) }
      : found;
  }
  const { slot } = found;
  if (slot.subject === null || slot.candidate_projections.every(hasLedger)) return found;
  const [again] = await read(
    nexus,
    "?b BELIEF SLOT (:subject, :predicate)",
    slot.basis.valid_at,
    coordinates,
    {
      subject: { id: slot.subject.id },
      predicate: slot.predicate_ref,
    },
  );
  if (again === undefined || !isSlotProjection(again)) return found;
  const candidates = again.candidate_projections;
  return {
    ...found,
    slot: {
      ...slot,
      candidate_projections: slot.candidate_projections.map((each) => explainedBy(each, candidates)),
    },
  };
}

/** The ledger of the same statement, where it comes to the same verdict: something may have been erased since. */
function explainedBy(projection: Projection, candidates: readonly Projection[]): Projection {
  const { proposition_id, status } = projection;
  const same = candidates.find((each) => each.proposition_id === proposition_id && each.status === status);
  return same?.explanation ? { ...projection, explanation: same.explanation } : projection;
}

function hasLedger({ explanation }: Projection): boolean {
  return Array.isArray(explanation?.entries);
}

async function read(
  nexus: NexusApi,
  pattern: string,
  at: string,
  coordinates: Coordinates,
  parameters: JsonObject,
): Promise<readonly JsonValue[]> {
  const { results } = await nexus.executeKipReadonly({
    command: `FIND(?b) WHERE { ${pattern} } ${clausesOf("ledger", coordinates)}`,
    parameters: { ...parametersOf(coordinates, at), ...parameters },
  });
  const result = results[0]?.result;
  return Array.isArray(result) ? result : [];
}
