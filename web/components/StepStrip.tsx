import { STORIES } from "../examples/index.js";
import type { Player } from "../examples/player.js";
import type { Story } from "../examples/story.js";
import { sentences } from "../sentences.js";

/** What the current step of an example shows, and the way to the next one. */
export function StepStrip({ player }: { readonly player: Player }) {
  const place = player.place.value;
  const story = STORIES.find(({ id }) => id === place?.story);
  const step = story && place ? story.steps[place.step] : undefined;
  if (!story || !place || !step) {
    return (
      <div class="step-strip">
        <p>
          <strong>A memory that lives in this browser.</strong> Type KIP below, or start with an example.
          Everything you commit stays here, on this machine, and survives a reload.
        </p>
      </div>
    );
  }
  const next = nextPlace(story, place.step);
  return (
    <div class="step-strip">
      <p>
        <strong>
          {place.step + 1} of {story.steps.length}. {sentences(step.title)}
        </strong>{" "}
        {step.explanation}
      </p>
      <button type="button" onClick={() => void player.play(next.story, next.step)}>
        {next.story === story ? "Next step" : "Next example"}
      </button>
    </div>
  );
}

/** After the last step comes the next story, and after the last story the first: the button never goes away. */
function nextPlace(story: Story, step: number): { readonly story: Story; readonly step: number } {
  if (step + 1 < story.steps.length) return { story, step: step + 1 };
  return { story: STORIES[(STORIES.indexOf(story) + 1) % STORIES.length] ?? story, step: 0 };
}
