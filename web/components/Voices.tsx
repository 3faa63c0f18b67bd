import type { Exhibit, Voice } from "../belief/facts.js";
import { intervalInWords, minuteOf } from "../dates.js";

interface VoicesProps {
  readonly side: "support" | "opposition";
  readonly voices: readonly Voice[];
}

/** One side of a belief: each claim with its actor, its times, and the evidence it cites. */
export function Voices({ side, voices }: VoicesProps) {
  return (
    <div class={`side ${side}`}>
      <h4>{side === "support" ? `Supports (${voices.length})` : `Opposes (${voices.length})`}</h4>
      {voices.length === 0 ? (
        <p class="soft small">Nobody.</p>
      ) : (
        <ul>
          {voices.map((voice) => (
            <VoiceItem key={voice.assertionId} voice={voice} />
          ))}
        </ul>
      )}
    </div>
  );
}

function VoiceItem({ voice }: { readonly voice: Voice }) {
  return (
    <li class="voice">
      <p>
        <strong>{voice.actor}</strong>
        <span class="soft">
          , {voice.mode}
          {voice.isSubject && " first-hand"}
        </span>
        {voice.confidence !== null && <span class="soft">, confidence {voice.confidence}</span>}
      </p>
      {voice.assertedAt !== null && (
        <p class="when">
          Said <time dateTime={voice.assertedAt}>{minuteOf(voice.assertedAt)}</time>;{" "}
          {intervalInWords(voice.validTime, voice.assertedAt, voice.endedAt)}
        </p>
      )}
      {voice.exhibits.map((exhibit) => (
        <ExhibitFigure key={exhibit.id} exhibit={exhibit} />
      ))}
    </li>
  );
}

function ExhibitFigure({ exhibit }: { readonly exhibit: Exhibit }) {
  const { evidenceClass, observedAt, role, text, id } = exhibit;
  return (
    <figure class="exhibit">
      {text === null ? (
        <p class="soft small">The content of {id} is not available.</p>
      ) : (
        // Long evidence scrolls by itself, so the keyboard must reach it.
        <blockquote tabIndex={text.length > 400 ? 0 : undefined}>{text}</blockquote>
      )}
      <figcaption>
        {role === "support" ? "" : `${role}, `}
        {evidenceClass.replaceAll("_", " ")}
        {observedAt !== null && (
          <>
            {", observed "}
            <time dateTime={observedAt}>{minuteOf(observedAt)}</time>
          </>
        )}
      </figcaption>
    </figure>
  );
}
