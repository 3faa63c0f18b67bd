import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { type AskedTuple, askedTuple, conceptsOf } from "../belief/asked.js";
import { collectBeliefs, type FoundBelief, projectionsOf } from "../belief/collect.js";
import { type BeliefMaterial, loadMaterial, NO_MATERIAL } from "../belief/material.js";
import { type Stretch, timelineOf } from "../belief/timeline.js";
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
  readonly material: BeliefMaterial;
  readonly timeline: readonly Stretch[];
}

const NOTHING: Shown = { asked: null, beliefs: [], index: 0, material: NO_MATERIAL, timeline: [] };

/** The beliefs of the last answer, one at a time. */
export function BeliefPanel({ nexus, outcome }: BeliefPanelProps) {
  const shown = useSignal(NOTHING);

  useEffect(() => {
    const beliefs = outcome?.kind === "answered" ? collectBeliefs(outcome.result) : [];
    return show(0, beliefs);
  }, [nexus, outcome]);

  /** Draws a belief once its names are known, so that nothing flickers from ids to names. Returns how to cancel. */
  function show(index: number, beliefs: readonly FoundBelief[]): () => void {
    let cancelled = false;
    const found = beliefs[index];
    if (!found || !nexus) {
      shown.value = NOTHING;
      return () => {};
    }
    const asked = outcome?.kind === "answered" ? askedTuple(outcome.command, outcome.parameters) : null;
    Promise.all([
      loadMaterial(nexus, projectionsOf(found), [...subjectOf(found), ...conceptsOf(asked)]).catch(
        () => NO_MATERIAL,
      ),
      stretchesOf(nexus, found).catch(() => []),
    ]).then(([material, timeline]) => {
      if (!cancelled) shown.value = { asked, beliefs, index, material, timeline };
    });
    return () => {
      cancelled = true;
    };
  }

  const { asked, beliefs, index, material, timeline } = shown.value;
  const found = beliefs[index];
  return (
    <section class="card" aria-labelledby="belief-heading">
      <div class="panel-head">
        <h2 id="belief-heading">Belief</h2>
        {beliefs.length > 1 && (
          <Pager index={index} count={beliefs.length} onGo={(next) => void show(next, beliefs)} />
        )}
      </div>
      <div class="body">
        {!found && (
          <p class="soft">
            When an answer holds a <code>BELIEF</code> or a <code>BELIEF SLOT</code>, this card shows what the
            memory believes, on whose word, and why.
          </p>
        )}
        {found?.kind === "belief" && (
          <BeliefView projection={found.projection} material={material} asked={asked} />
        )}
        {found?.kind === "slot" && <SlotView slot={found.slot} material={material} timeline={timeline} />}
      </div>
    </section>
  );
}

/** A slot's history; a belief about one statement has its verdict alone. */
async function stretchesOf(nexus: NexusApi, found: FoundBelief): Promise<readonly Stretch[]> {
  if (found.kind !== "slot" || !found.slot.subject) return [];
  const { subject, predicate_ref, basis } = found.slot;
  return timelineOf(nexus, { subject: subject.id, predicateRef: predicate_ref, policy: basis.policy.id });
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
