import type { ActionBriefing } from "../nexus.js";

/** How much a briefing looked at. What was not looked at is named, and nothing may be done automatically on it. */
export function CoverageView({ coverage }: Pick<ActionBriefing, "coverage">) {
  const channels = Object.entries(coverage.channels);
  const incomplete = channels.filter(([, { completed, truncated }]) => !completed || truncated).length;
  return (
    <div class="section">
      <h3>Coverage</h3>
      <p class="small">
        <code>action_eligible</code>: <strong>{coverage.action_eligible ? "yes" : "no"}</strong>.{" "}
        {coverage.action_eligible
          ? "Everything required was looked at."
          : `Do not act on this automatically: ${incomplete} of ${channels.length} channels are incomplete.`}
      </p>
      <ul class="channels" aria-label="Channels">
        {channels.map(([name, channel]) => (
          <Channel key={name} name={name} completed={channel.completed} truncated={channel.truncated} />
        ))}
      </ul>
      {coverage.unverified_preconditions.length > 0 && (
        <>
          <p class="small">Not verified:</p>
          <ul class="small">
            {coverage.unverified_preconditions.map((precondition) => (
              <li key={precondition}>{precondition}</li>
            ))}
          </ul>
        </>
      )}
    </div>
  );
}

interface ChannelProps {
  readonly name: string;
  readonly completed: boolean;
  readonly truncated: boolean;
}

function Channel({ name, completed, truncated }: ChannelProps) {
  const isComplete = completed && !truncated;
  const word = isComplete ? "complete" : truncated ? "cut short" : "incomplete";
  return (
    <li>
      <span class={isComplete ? "complete" : "incomplete"} aria-hidden="true">
        {isComplete ? "●" : "○"}
      </span>
      <span>
        {name}: <span class={isComplete ? "complete" : "incomplete"}>{word}</span>
      </span>
    </li>
  );
}
