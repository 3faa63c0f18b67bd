import type { Projector } from "../belief/index.js";
import type { ElementId, JsonValue, Projection, Timestamp } from "../model/index.js";
import { isElementRef, isJsonObject } from "../model/index.js";
import { canonicalObject, type SpaceView } from "../state/index.js";
import type { BriefingContest, BriefingKnowledge } from "./briefing.js";
import type { GroundedSlot } from "./ground.js";
import { labelOf, predicateLabel, statementOf } from "./statements.js";

/** What reading the grounded slots came to. */
export interface BeliefReading {
  readonly knowledge: readonly BriefingKnowledge[];
  readonly contested: readonly BriefingContest[];
  /** Sentences for what is on record but neither accepted nor contested: it is not silently dropped. */
  readonly undecided: readonly string[];
  /** Sentences for what is claimed only within some context, which this request did not name (§25.3). */
  readonly elsewhere: readonly string[];
  /** The next instant at which any of these beliefs can change by itself. */
  readonly nextInvalidAt: Timestamp | null;
}

/**
 * Reads what is believed in each slot (Recall policy §9, §11): accepted candidates become knowledge, contested ones
 * stay side by side, the rest is named without being promoted.
 */
export function readBeliefs(
  view: SpaceView,
  projector: Projector,
  slots: readonly GroundedSlot[],
): BeliefReading {
  const knowledge: BriefingKnowledge[] = [];
  const contested: BriefingContest[] = [];
  const undecided: string[] = [];
  const elsewhere: string[] = [];
  let nextInvalidAt: Timestamp | null = null;
  for (const { subject, predicateRef } of slots) {
    const slot = projector.slot(subject, predicateRef);
    const next = slot.basis.next_invalid_at;
    if (next !== null && (nextInvalidAt === null || next < nextInvalidAt)) nextInvalidAt = next;
    const candidates = slot.candidate_projections.flatMap((belief) => candidateOf(view, belief));
    knowledge.push(...candidates.filter(({ belief }) => belief.status === "accepted"));
    const disputed = candidates.filter(({ belief }) => belief.status === "contested");
    if (disputed.length > 0) contested.push(contestOf(view, subject, predicateRef, disputed));
    undecided.push(
      ...candidates
        .filter(({ belief }) => belief.status === "uncertain" || belief.status === "rejected")
        .map(({ statement }) => statement),
    );
    elsewhere.push(
      ...candidates.filter(({ belief }) => holdsElsewhere(belief)).map(({ statement }) => statement),
    );
  }
  return { knowledge, contested, undecided, elsewhere, nextInvalidAt };
}

/** Whether nothing counts here although someone claims it in a context of its own. */
function holdsElsewhere({ status, explanation }: Projection): boolean {
  const excluded = explanation?.excluded;
  return status === "insufficient" && isJsonObject(excluded) && excluded.context_mismatch !== undefined;
}

function candidateOf(view: SpaceView, belief: Projection): readonly BriefingKnowledge[] {
  const proposition = belief.proposition_id === null ? undefined : view.element(belief.proposition_id);
  // Of what may be projected and not read there is no sentence to give.
  if (proposition?.kind !== "proposition" || proposition.governance.withheld) return [];
  const object: JsonValue = toJson(canonicalObject(view, proposition.object));
  const subject = proposition.subject.id;
  return [
    {
      subject: { id: subject, name: nameOf(view, subject) },
      predicate_ref: proposition.predicate_ref,
      object,
      object_name: isElementRef(object) ? nameOf(view, object.id) : null,
      belief,
      statement: statementOf(view, subject, proposition.predicate_ref, object, belief),
    },
  ];
}

function contestOf(
  view: SpaceView,
  subject: ElementId,
  predicateRef: string,
  candidates: readonly BriefingKnowledge[],
): BriefingContest {
  const sides = candidates.map(({ statement }) => statement).join(" ");
  return {
    subject: { id: subject, name: nameOf(view, subject) },
    predicate_ref: predicateRef,
    candidates,
    statement: `Contested, so assume none of it: ${labelOf(view, subject)}, ${predicateLabel(predicateRef)}. ${sides}`,
  };
}

function nameOf(view: SpaceView, id: ElementId): string | null {
  const element = view.element(id);
  return element?.kind === "concept" ? (element.name ?? null) : null;
}

function toJson(object: ReturnType<typeof canonicalObject>): JsonValue {
  return isElementRef(object) ? { id: object.id } : object;
}
