import { useComputed } from "@preact/signals";
import { parseParameters } from "../run/parameters.js";
import type { Runner } from "../run/runner.js";

/** The values bound into the command's `:placeholders`, as JSON. They are data: nothing is spliced into the text. */
export function Parameters({ runner }: { readonly runner: Runner }) {
  const parsed = useComputed(() => parseParameters(runner.parameters.value));
  const problem = parsed.value.ok ? null : parsed.value.problem;
  return (
    <div class="parameters">
      <label for="parameters">Parameters (JSON)</label>
      <textarea
        id="parameters"
        value={runner.parameters.value}
        placeholder="{}"
        spellcheck={false}
        autocomplete="off"
        aria-invalid={problem !== null}
        aria-describedby="parameters-problem"
        onInput={(event) => {
          runner.parameters.value = event.currentTarget.value;
        }}
        onKeyDown={(event) => {
          if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
          event.preventDefault();
          void runner.run();
        }}
      />
      <p id="parameters-problem" class={problem ? "problem" : undefined} aria-live="polite">
        {problem}
      </p>
    </div>
  );
}
