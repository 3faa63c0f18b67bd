import type { Projection, SlotProjection } from "../../src/model/index.js";
import type { BeliefFacts } from "../belief/facts.js";
import { acceptedValueOf, factsOf } from "../belief/facts-of.js";
import { beliefInWords, few } from "../belief/in-words.js";
import type { BeliefMaterial } from "../belief/material.js";
import { localName, nameOf, valueInWords } from "../belief/names.js";
import { READING_ORDER, slotInWords } from "../belief/slot-in-words.js";
import type { SlotTimeline } from "../belief/timeline.js";
import { Basis } from "./Basis.js";
import { Verdict } from "./BeliefView.js";
import { LedgerJson } from "./LedgerJson.js";
import { StatusBadge } from "./StatusBadge.js";
import { Timeline } from "./Timeline.js";
import { Voices } from "./Voices.js";

interface SlotViewProps {
  readonly slot: SlotProjection;
  readonly material: BeliefMaterial;
  readonly timeline: SlotTimeline;
}

/** One value of the slot. */
interface Candidate {
  readonly projection: Projection;
  readonly facts: BeliefFacts;
}

/** More candidates than this are folded, the last ones in reading order. */
const MOST_OPEN = 8;

/** The belief about a whole slot: what is accepted, over time, and every candidate with its own verdict and voices. */
export function SlotView({ slot, material, timeline }: SlotViewProps) {
  const acceptedValue = acceptedValueOf(slot);
  const candidates = slot.candidate_projections
    .map((projection) => ({ projection, facts: factsOf(projection, material, acceptedValue(projection)) }))
    .sort((left, right) => placeOf(left) - placeOf(right));
  const accepted = slot.accepted_values.map((value) => valueInWords(value, material));
  const isClosedWorld = slot.explanation?.closed_world === true;
  const facts = candidates.map((each) => each.facts);
  const folded = candidates.slice(MOST_OPEN);
  return (
    <>
      <h3 class="statement">
        {slot.subject ? nameOf(slot.subject.id, material) : "Something"}{" "}
        <span class="predicate">{localName(slot.predicate_ref)}</span>{" "}
        {accepted.length > 0 ? few(accepted) : "?"}
      </h3>
      <p class="verdict">
        <StatusBadge status={slot.status} />
        <span class="soft small">the whole slot</span>
      </p>
      <p class="words">{slotInWords({ status: slot.status, accepted, isClosedWorld, candidates: facts })}</p>
      <Timeline timeline={timeline} material={material} at={slot.basis.valid_at} />
      {candidates.slice(0, MOST_OPEN).map((candidate, index) => (
        <CandidateCard key={keyOf(candidate, index)} candidate={candidate} />
      ))}
      {folded.length > 0 && (
        <details class="folded">
          <summary>{folded.length === 1 ? "1 more value" : `${folded.length} more values`}</summary>
          {folded.map((candidate, index) => (
            <CandidateCard key={keyOf(candidate, index)} candidate={candidate} />
          ))}
        </details>
      )}
      <Basis basis={slot.basis} material={material} />
    </>
  );
}

/** A value with its own account: in a slot the candidates carry the ledger (§47.3). */
function CandidateCard({ candidate: { projection, facts } }: { readonly candidate: Candidate }) {
  return (
    <article class="candidate">
      <h3>{facts.value}</h3>
      <Verdict facts={facts} />
      <p>{beliefInWords(facts)}</p>
      <Voices facts={facts} />
      {projection.explanation && <LedgerJson explanation={projection.explanation} />}
    </article>
  );
}

function placeOf({ facts }: Candidate): number {
  return READING_ORDER.indexOf(facts.status);
}

function keyOf({ projection }: Candidate, index: number): string | number {
  return projection.proposition_id ?? index;
}
