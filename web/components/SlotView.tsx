import type { Projection, SlotProjection } from "../../src/model/index.js";
import { factsOf, localName, nameOf, valueInWords } from "../belief/facts-of.js";
import { beliefInWords } from "../belief/in-words.js";
import { ledgerOf } from "../belief/ledger.js";
import type { BeliefMaterial } from "../belief/material.js";
import { slotInWords } from "../belief/slot-in-words.js";
import type { Stretch } from "../belief/timeline.js";
import { Basis } from "./Basis.js";
import { Sides, Verdict } from "./BeliefView.js";
import { Ledger } from "./Ledger.js";
import { StatusBadge } from "./StatusBadge.js";
import { Timeline } from "./Timeline.js";

interface SlotViewProps {
  readonly slot: SlotProjection;
  readonly material: BeliefMaterial;
  readonly timeline: readonly Stretch[];
}

/** The belief about a whole slot: what is accepted, and every candidate with its own verdict and voices. */
export function SlotView({ slot, material, timeline }: SlotViewProps) {
  const candidates = slot.candidate_projections.map((projection) => factsOf(projection, material));
  const accepted = slot.accepted_values.map((value) => valueInWords(value, material));
  return (
    <>
      <h3 class="statement">
        {slot.subject ? nameOf(slot.subject.id, material) : "Something"}{" "}
        <span class="predicate">{localName(slot.predicate_ref)}</span>{" "}
        {accepted.length > 0 ? accepted.join(", ") : "?"}
      </h3>
      <p class="verdict">
        <StatusBadge status={slot.status} />
        <span class="soft small">the whole slot</span>
      </p>
      <p class="words">{slotInWords({ status: slot.status, accepted, candidates })}</p>
      {candidates.map((facts, index) => (
        <article class="candidate" key={slot.candidate_projections[index]?.proposition_id ?? index}>
          <h3>{facts.statement?.object ?? "An unnamed value"}</h3>
          <Verdict facts={facts} />
          <p>{beliefInWords(facts)}</p>
          <Sides facts={facts} />
          <CandidateLedger projection={slot.candidate_projections[index]} material={material} />
        </article>
      ))}
      <Timeline stretches={timeline} inWords={(value) => valueInWords(value, material)} />
      <Basis basis={slot.basis} />
      {slot.explanation && <Ledger explanation={slot.explanation} account={null} />}
    </>
  );
}

interface CandidateLedgerProps {
  readonly projection: Projection | undefined;
  readonly material: BeliefMaterial;
}

/** What each candidate's claims came to: in a slot the candidates carry the ledger (§47.3). */
function CandidateLedger({ projection, material }: CandidateLedgerProps) {
  if (!projection?.explanation) return null;
  return <Ledger explanation={projection.explanation} account={ledgerOf(projection, material)} />;
}
