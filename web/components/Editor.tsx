import type { EditorView } from "@codemirror/view";
import { effect, type ReadonlySignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import type { SchemaOutline } from "../../src/client/index.js";
import { createEditor, goTo, replaceText } from "../editor/create-editor.js";
import { showEngineError } from "../editor/engine-error.js";
import { rangeOfError } from "../editor/error-range.js";
import type { Outcome } from "../run/outcome.js";
import { parseParameters } from "../run/parameters.js";
import type { Runner } from "../run/runner.js";
import { sentences } from "../sentences.js";

interface EditorProps {
  readonly runner: Runner;
  /** The schema to complete and explain with; null while no memory is open. */
  readonly schema: ReadonlySignal<SchemaOutline | null>;
  /** Receives the function that moves the cursor to an offset. */
  readonly onReady: (goToOffset: (from: number) => void) => void;
}

/** The KIP editor: it holds the runner's command, runs it, and shows the engine's errors where they are. */
export function Editor({ runner, schema, onReady }: EditorProps) {
  const host = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!host.current) return;
    const view = createEditor(host.current, runner.command.peek(), {
      onChange: (text) => {
        runner.command.value = text;
      },
      onRun: () => void runner.run(),
      language: {
        schema: () => schema.peek(),
        parameters: () => {
          const parsed = parseParameters(runner.parameters.peek());
          return parsed.ok ? Object.keys(parsed.value) : [];
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
  }, [runner, schema, onReady]);
  return <div class="editor" ref={host} />;
}

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
