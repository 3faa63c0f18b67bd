import { STORIES } from "../examples/index.js";
import type { Player } from "../examples/player.js";

interface StoriesProps {
  readonly player: Player;
  /** False while the memory is not open. */
  readonly usable: boolean;
}

/** The worked examples: each opens into its steps, and each step loads and runs its command. */
export function Stories({ player, usable }: StoriesProps) {
  const place = player.place.value;
  return (
    <nav class="stories" aria-labelledby="stories-heading">
      <h2 id="stories-heading">Examples</h2>
      {STORIES.map((story) => (
        <details key={story.id} name="stories" open={place?.story === story.id}>
          <summary>{story.title}</summary>
          <p>{story.summary}</p>
          <ol>
            {story.steps.map((step, index) => (
              <li key={step.title}>
                <button
                  type="button"
                  disabled={!usable}
                  aria-current={place?.story === story.id && place.step === index ? "step" : undefined}
                  onClick={() => void player.play(story, index)}
                >
                  <span class="number">{index + 1}</span>
                  {step.title}
                </button>
              </li>
            ))}
          </ol>
        </details>
      ))}
    </nav>
  );
}
