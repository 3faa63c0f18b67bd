import type { BeliefFacts, Exhibit, Voice } from "../belief/facts.js";
import { reasonInWords, ruleInWords } from "../belief/reasons.js";
import { intervalInWords, minuteOf } from "../dates.js";

interface VoicesProps {
  readonly facts: BeliefFacts;
}

/**
 * The ledger as a person reads it: the rule that decided, and each claim with its actor, its times, its standing, why
 * it counts or not, and the evidence it cites. A belief nobody is on record about has no claims to show.
 */
export function Voices({ facts }: VoicesProps) {
  const { support, opposition, aside, sources, decidedBy } = facts;
  const hasSides = support.length + opposition.length > 0;
  const others = ASIDE.map(({ title, has }) => ({ title, voices: aside.filter(has) }));
  return (
    <>
      {decidedBy !== null && <DecidedBy rule={decidedBy} />}
      {(hasSides || aside.length > 0) && (
        <div class="sides">
          {hasSides && (
            <>
              <Group side="support" title={titleOf("Supports", support, sources.support)} voices={support} />
              <Group
                side="opposition"
                title={titleOf("Opposes", opposition, sources.opposition)}
                voices={opposition}
              />
            </>
          )}
          {others.map(
            ({ title, voices }) =>
              voices.length > 0 && (
                <Group key={title} side="aside" title={`${title} (${voices.length})`} voices={voices} />
              ),
          )}
        </div>
      )}
    </>
  );
}

/** The claims that are on neither side, by what keeps them from it. */
const ASIDE: readonly { readonly title: string; readonly has: (voice: Voice) => boolean }[] = [
  {
    title: "Takes no side",
    has: ({ standing }) => standing !== null && standing !== "does not count",
  },
  { title: "Does not count", has: ({ standing }) => standing === "does not count" },
  { title: "Weighed, and withheld from you", has: ({ standing }) => standing === null },
];

/** The rule that decided, by its name and in words (§27.4). */
function DecidedBy({ rule }: { readonly rule: string }) {
  const words = ruleInWords(rule);
  return (
    <p class="small">
      <span class="soft">Decided by</span> <code>{rule}</code>
      {words !== null && <span class="soft">: {words}.</span>}
    </p>
  );
}

/** How many claims, and how many sources they come to: several claims from one are counted once (§23.4). */
function titleOf(word: string, voices: readonly Voice[], sources: number): string {
  if (voices.length < 2 || sources === 0) return `${word} (${voices.length})`;
  return `${word} (${voices.length}, from ${sources === 1 ? "one source" : `${sources} independent sources`})`;
}

interface GroupProps {
  readonly side: "support" | "opposition" | "aside";
  readonly title: string;
  readonly voices: readonly Voice[];
}

function Group({ side, title, voices }: GroupProps) {
  return (
    <div class={`side ${side}`}>
      <h4>{title}</h4>
      {voices.length === 0 ? (
        <p class="soft small">
          {side === "support" ? "Nothing counts for it." : "Nothing counts against it."}
        </p>
      ) : (
        <ul>
          {voices.map((voice) => (
            <VoiceItem key={voice.assertionId} voice={voice} isAside={side === "aside"} />
          ))}
        </ul>
      )}
    </div>
  );
}

function VoiceItem({ voice, isAside }: { readonly voice: Voice; readonly isAside: boolean }) {
  const { actor, mode, isSubject, confidence, assertedAt, validTime, ending, contexts, exhibits } = voice;
  return (
    <li class="voice" data-standing={voice.standing}>
      <p>
        <strong>{actor}</strong>
        <span class="soft">
          {isAside && voice.stance === "reject" && " denies it"}
          {isAside && voice.stance === "support" && " claims it"}
          {isAside && voice.stance === "uncertain" && " is unsure"}
          {mode !== null && `, ${mode}`}
          {isSubject && " first-hand"}
          {confidence !== null && `, confidence ${confidence}`}
        </span>
      </p>
      <StandingLine voice={voice} />
      {assertedAt === null ? (
        <p class="when">What it says is withheld from you.</p>
      ) : (
        <p class="when">
          Said <time dateTime={assertedAt}>{minuteOf(assertedAt)}</time>;{" "}
          {intervalInWords(validTime, assertedAt, ending)}
          {contexts.length > 0 && `; in the context ${contexts.join(" + ")}`}
        </p>
      )}
      {exhibits.map((exhibit) => (
        <ExhibitFigure key={exhibit.id} exhibit={exhibit} />
      ))}
    </li>
  );
}

/** What became of a claim, and why where it does not count in full; nothing where no ledger tells. */
function StandingLine({ voice: { standing, reason } }: { readonly voice: Voice }) {
  if (standing === null) return null;
  return (
    <p class="standing">
      <strong>{standing[0]?.toUpperCase() + standing.slice(1)}</strong>
      {reason !== null && `: it ${reasonInWords(reason)}`}
      {reason === null && standing === "counts" && ": it holds at that time"}
    </p>
  );
}

function ExhibitFigure({ exhibit }: { readonly exhibit: Exhibit }) {
  const { evidenceClass, observedAt, isCorrected, role, text, id } = exhibit;
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
        {isCorrected && "; corrected since"}
      </figcaption>
    </figure>
  );
}
