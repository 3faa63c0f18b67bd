import type { EditorView } from "@codemirror/view";
import { effect } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { createEditor, goTo, replaceText } from "../editor/create-editor.js";
import { showEngineError } from "../editor/engine-error.js";
import { rangeOfError } from "../editor/error-range.js";
import { regexProblem } from "../editor/regex-problem.js";
import type { Session } from "../memory/session.js";
import type { Outcome } from "../run/outcome.js";
import { parseParameters } from "../run/parameters.js";
import type { Runner } from "../run/runner.js";
import { sentences } from "../sentences.js";

interface EditorProps {
  readonly runner: Runner;
  /** The memory whose schema the editor completes and explains with. */
  readonly session: Session;
  /** Receives the function that moves the cursor to an offset. */
  readonly onReady: (goToOffset: (from: number) => void) => void;
}

/** The KIP editor: it holds the runner's command, runs it, and shows the engine's errors where they are. */
export function Editor({ runner, session, onReady }: EditorProps) {
  const host = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!host.current) return;
    const view = createEditor(host.current, runner.command.peek(), {
      onChange: (text) => {
        runner.command.value = text;
      },
      onRun: () => void runner.run(),
      language: {
        schema: () => session.schema.peek(),
        parameters: () => {
          const parsed = parseParameters(runner.parameters.peek());
          return parsed.ok ? Object.keys(parsed.value) : [];
        },
        regexProblem: (pattern) => {
          const state = session.state.peek();
          return state.status === "open" ? regexProblem(state.nexus, pattern) : Promise.reject(NOT_OPEN);
        },
      },
    });
    onReady((from) => goTo(view, from));
    const stopText = effect(() => replaceText(view, runner.command.value));
    const stopErrors = effect(() => markError(view, runner.outcome.value));
    return () => {
      stopText();
      stopErrors();
      view.destroy();
    };
  }, [runner, session, onReady]);
  return <div class="editor" ref={host} />;
}

const NOT_OPEN = new Error("The memory is not open.");

function markError(view: EditorView, outcome: Outcome | null): void {
  if (outcome?.kind !== "refused" || view.state.doc.toString() !== outcome.command) {
    showEngineError(view, null);
    return;
  }
  const { code, message, hint, details } = outcome.error;
  const range = rangeOfError(details, outcome.command);
  showEngineError(
    view,
    range && { ...range, severity: "error", source: code, message: sentences(message, hint) },
  );
}
