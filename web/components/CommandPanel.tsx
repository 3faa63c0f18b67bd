import type { Session } from "../memory/session.js";
import type { Runner } from "../run/runner.js";
import { Editor } from "./Editor.js";
import { Parameters } from "./Parameters.js";

interface CommandPanelProps {
  readonly runner: Runner;
  readonly session: Session;
  /** False while the memory is not open. */
  readonly usable: boolean;
  readonly onReady: (goToOffset: (from: number) => void) => void;
}

/** The editor, its parameters, and the button that runs them. */
export function CommandPanel({ runner, session, usable, onReady }: CommandPanelProps) {
  const running = runner.running.value;
  return (
    <section class="command" aria-labelledby="command-heading">
      <div class="panel-head">
        <h2 id="command-heading">Command</h2>
        <span class="soft small">
          <kbd>Ctrl</kbd>/<kbd>⌘</kbd> + <kbd>Enter</kbd>
        </span>
        <button
          type="button"
          class="primary"
          disabled={!usable}
          aria-busy={running}
          onClick={() => void runner.run()}
        >
          Run
        </button>
      </div>
      <Editor runner={runner} session={session} onReady={onReady} />
      <Parameters runner={runner} />
    </section>
  );
}
