import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { type AskedTuple, askedSlot, askedTuple, conceptsOf } from "../belief/asked.js";
import { basisOf, collectBeliefs, type FoundBelief, projectionsOf } from "../belief/collect.js";
import { type Coordinates, coordinatesOf } from "../belief/coordinates.js";
import { type BeliefMaterial, loadMaterial, NO_MATERIAL } from "../belief/material.js";
import { NO_TIMELINE, type SlotTimeline, type TimelineOf, timelineOf } from "../belief/timeline.js";
import { withLedger } from "../belief/with-ledger.js";
import type { NexusApi } from "../nexus.js";
import type { Outcome } from "../run/outcome.js";
import { BeliefView } from "./BeliefView.js";
import { SlotView } from "./SlotView.js";

interface BeliefPanelProps {
  readonly nexus: NexusApi | null;
  readonly outcome: Outcome | null;
}

/** A belief together with the elements it names. */
interface Shown {
  readonly asked: AskedTuple | null;
  readonly beliefs: readonly FoundBelief[];
  readonly index: number;
  readonly found: FoundBelief | null;
  readonly material: BeliefMaterial;
  readonly timeline: SlotTimeline;
}

const NOTHING: Shown = {
  asked: null,
  beliefs: [],
  index: 0,
  found: null,
  material: NO_MATERIAL,
  timeline: NO_TIMELINE,
};

/** The beliefs of the last answer, one at a time. */
export function BeliefPanel({ nexus, outcome }: BeliefPanelProps) {
  const shown = useSignal(NOTHING);
  const isReading = useSignal(false);
  // Reads overlap where somebody pages fast; only the one begun last may be shown.
  const newest = useRef(0);

  useEffect(() => {
    const beliefs = outcome?.kind === "answered" ? collectBeliefs(outcome.result) : [];
    show(0, beliefs);
  }, [nexus, outcome]);

  /** Draws a belief once its names are known, so that nothing flickers from ids to names. */
  function show(index: number, beliefs: readonly FoundBelief[]): void {
    newest.current += 1;
    const mine = newest.current;
    const found = beliefs[index];
    isReading.value = Boolean(found && nexus);
    if (!found || !nexus) {
      shown.value = NOTHING;
      return;
    }
    const { command, parameters } = outcome?.kind === "answered" ? outcome : NO_COMMAND;
    const asked = askedTuple(command, parameters);
    const coordinates = coordinatesOf(basisOf(found), command, parameters);
    void prepared(nexus, found, asked, coordinates).then((ready) => {
      if (newest.current !== mine) return;
      shown.value = { asked, beliefs, index, ...ready };
      isReading.value = false;
    });
  }

  const { asked, beliefs, index, found, material, timeline } = shown.value;
  return (
    <section class="card" aria-labelledby="belief-heading" aria-busy={isReading.value}>
      <div class="panel-head">
        <h2 id="belief-heading">Belief</h2>
        {beliefs.length > 1 && (
          <Pager index={index} count={beliefs.length} onGo={(next) => show(next, beliefs)} />
        )}
      </div>
      <div class="body">
        {!found && isReading.value && <p class="soft">Reading who said what…</p>}
        {!found && !isReading.value && (
          <p class="soft">
            When an answer holds a <code>BELIEF</code> or a <code>BELIEF SLOT</code>, this card shows what the
            memory believes, on whose word, and why.
          </p>
        )}
        {found?.kind === "belief" && (
          <BeliefView projection={found.projection} material={material} asked={asked} timeline={timeline} />
        )}
        {found?.kind === "slot" && <SlotView slot={found.slot} material={material} timeline={timeline} />}
      </div>
    </section>
  );
}

const NO_COMMAND = { command: "", parameters: {} };

/** A belief with its ledger, its slot's history, and the names of all they refer to, as far as they can be read. */
async function prepared(
  nexus: NexusApi,
  given: FoundBelief,
  asked: AskedTuple | null,
  coordinates: Coordinates,
): Promise<Pick<Shown, "found" | "material" | "timeline">> {
  const [found, timeline] = await Promise.all([
    withLedger(nexus, given, coordinates).catch(() => given),
    slotOf(nexus, given, asked)
      .then((slot) =>
        slot === null ? NO_TIMELINE : timelineOf(nexus, slot, coordinates, basisOf(given).valid_at),
      )
      .catch(() => NO_TIMELINE),
  ]);
  const material = await loadMaterial(nexus, projectionsOf(found), {
    concepts: [...subjectOf(found), ...conceptsOf(asked), ...basisOf(found).context_refs],
    propositions: timeline.stretches.flatMap(({ uncertain, contested, accepted }) => [
      ...uncertain,
      ...contested,
      ...accepted,
    ]),
  }).catch(() => NO_MATERIAL);
  return { found, material, timeline };
}

/** The slot a belief is of: its own, or that of the statement it is about; null where nothing names one. */
async function slotOf(
  nexus: NexusApi,
  found: FoundBelief,
  asked: AskedTuple | null,
): Promise<TimelineOf | null> {
  if (found.kind === "slot") {
    const { subject, predicate_ref } = found.slot;
    return subject && { subject: subject.id, predicateRef: predicate_ref };
  }
  const { proposition_id } = found.projection;
  if (proposition_id === null) return askedSlot(asked);
  const { propositions } = await loadMaterial(nexus, [], { propositions: [proposition_id] });
  const stored = propositions.get(proposition_id);
  return stored ? { subject: stored.subject.id, predicateRef: stored.predicate_ref } : askedSlot(asked);
}

function subjectOf(found: FoundBelief): readonly string[] {
  return found.kind === "slot" && found.slot.subject ? [found.slot.subject.id] : [];
}

interface PagerProps {
  readonly index: number;
  readonly count: number;
  readonly onGo: (index: number) => void;
}

function Pager({ index, count, onGo }: PagerProps) {
  return (
    <span class="pager">
      <button type="button" aria-label="Previous belief" onClick={() => onGo((index + count - 1) % count)}>
        ‹
      </button>
      {index + 1} of {count}
      <button type="button" aria-label="Next belief" onClick={() => onGo((index + 1) % count)}>
        ›
      </button>
    </span>
  );
}
