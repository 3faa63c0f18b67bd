import type { Stretch } from "../belief/timeline.js";
import { dayOf } from "../dates.js";

interface TimelineProps {
  readonly stretches: readonly Stretch[];
  /** A value in words. */
  readonly inWords: (value: Stretch["values"][number]) => string;
}

const DAY_MS = 86_400_000;

/**
 * What the slot's answer was, stretch by stretch of world time. The bars are drawn by length; what they say is also in
 * words, so that nothing rests on colour or sight.
 */
export function Timeline({ stretches, inWords }: TimelineProps) {
  if (stretches.length === 0) return null;
  return (
    <section aria-labelledby="timeline-heading" class="timeline">
      <h3 id="timeline-heading">Over time</h3>
      <ol>
        {stretches.map((stretch) => (
          <li key={stretch.from} data-status={stretch.status} style={{ flexGrow: widthOf(stretch) }}>
            <span class="bar" aria-hidden="true" />
            <span class="small">
              <strong>{answerOf(stretch, inWords)}</strong>{" "}
              <time dateTime={stretch.from}>{dayOf(stretch.from)}</time>
              {stretch.until === null ? " on" : " to "}
              {stretch.until !== null && <time dateTime={stretch.until}>{dayOf(stretch.until)}</time>}
            </span>
          </li>
        ))}
      </ol>
    </section>
  );
}

function answerOf({ status, values }: Stretch, inWords: TimelineProps["inWords"]): string {
  return status === "accepted" ? values.map(inWords).join(", ") : status;
}

/** A day and a decade both stay visible: the width grows with the logarithm of the days. */
function widthOf({ from, until }: Stretch): number {
  if (until === null) return 3;
  const days = (Date.parse(until) - Date.parse(from)) / DAY_MS;
  return 1 + Math.log10(1 + Math.max(0, days));
}
