import type { Timestamp } from "../../src/model/index.js";
import type { BeliefMaterial } from "../belief/material.js";
import { lookOf, type SlotTimeline, type Stretch, stretchAt } from "../belief/timeline.js";
import { answerInWords } from "../belief/timeline-in-words.js";
import { dayOf } from "../dates.js";

interface TimelineProps {
  readonly timeline: SlotTimeline;
  readonly material: BeliefMaterial;
  /** The world time the belief is of. */
  readonly at: Timestamp;
}

const DAY_MS = 86_400_000;

/**
 * What the slot's answer was, stretch by stretch of world time: one strip, drawn by length, with everything uncertain
 * hatched. What the strip says stands in words below it, so that nothing rests on colour or sight.
 */
export function Timeline({ timeline, material, at }: TimelineProps) {
  const { stretches, isCutBefore, isCutAfter } = timeline;
  if (stretches.length === 0) return null;
  const asked = stretchAt(timeline, at);
  return (
    <section aria-labelledby="timeline-heading" class="timeline">
      <h3 id="timeline-heading">Over time</h3>
      <div class="strip" aria-hidden="true">
        {stretches.map((stretch, index) => (
          <span
            key={stretch.from}
            data-look={lookOf(stretch)}
            data-asked={index === asked ? "" : undefined}
            style={{ flexGrow: widthOf(stretch) }}
          />
        ))}
      </div>
      {isCutBefore && <p class="soft small">Earlier changes are not shown.</p>}
      <ol>
        {stretches.map((stretch, index) => (
          <li key={stretch.from} data-look={lookOf(stretch)}>
            <span class="swatch" aria-hidden="true" />
            <span class="small">
              <strong>{answerInWords(stretch, material)}</strong> <Span stretch={stretch} />
              {index === asked && <span class="soft"> (the time asked for)</span>}
            </span>
          </li>
        ))}
      </ol>
      {isCutAfter && <p class="soft small">Later changes are not shown.</p>}
    </section>
  );
}

function Span({ stretch: { from, until } }: { readonly stretch: Stretch }) {
  if (from === null && until === null) return <>at any time</>;
  if (from === null) return <>before {until && <time dateTime={until}>{dayOf(until)}</time>}</>;
  return (
    <>
      <time dateTime={from}>{dayOf(from)}</time>
      {until === null ? " on" : " to "}
      {until !== null && <time dateTime={until}>{dayOf(until)}</time>}
    </>
  );
}

/** A day and a decade both stay visible: the width grows with the logarithm of the days. */
function widthOf({ from, until }: Stretch): number {
  if (from === null || until === null) return 2;
  const days = (Date.parse(until) - Date.parse(from)) / DAY_MS;
  return 1 + Math.log10(1 + Math.max(0, days));
}
