import type { Projection } from "../../src/model/index.js";
import type { NexusApi } from "../nexus.js";
import type { FoundBelief } from "./collect.js";
import { type Coordinates, readBelief } from "./coordinates.js";

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
    const again = await readBelief(nexus, "ledger", coordinates, {
      pattern: "?b BELIEF (id: :id)",
      parameters: { id: projection.proposition_id },
      at: projection.basis.valid_at,
    });
    return again?.kind === "belief"
      ? { ...found, projection: explainedBy(projection, [again.projection]) }
      : found;
  }
  const { slot } = found;
  if (slot.subject === null || (slot.explanation && slot.candidate_projections.every(hasLedger)))
    return found;
  const again = await readBelief(nexus, "ledger", coordinates, {
    pattern: "?b BELIEF SLOT (:subject, :predicate)",
    parameters: { subject: { id: slot.subject.id }, predicate: slot.predicate_ref },
    at: slot.basis.valid_at,
  });
  if (again?.kind !== "slot") return found;
  const { explanation, candidate_projections } = again.slot;
  return {
    ...found,
    slot: {
      ...slot,
      ...(explanation && again.slot.status === slot.status ? { explanation } : {}),
      candidate_projections: slot.candidate_projections.map((each) =>
        explainedBy(each, candidate_projections),
      ),
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
