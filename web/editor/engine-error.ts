import { forceLinting, type Diagnostic as LintDiagnostic, linter, lintGutter } from "@codemirror/lint";
import { type Extension, StateEffect, StateField } from "@codemirror/state";
import type { EditorView } from "@codemirror/view";
import { parse } from "../../src/lang/index.js";

/** The engine's answer about the text in the editor. It is dropped with the first edit, for it is about another text. */
const setEngineError = StateEffect.define<LintDiagnostic | null>();

const engineError = StateField.define<LintDiagnostic | null>({
  create: () => null,
  update(current, transaction) {
    for (const effect of transaction.effects) if (effect.is(setEngineError)) return effect.value;
    return transaction.docChanged ? null : current;
  },
});

/** Shows in the editor what the engine found wrong, beside what the language finds while typing. */
export function showEngineError(view: EditorView, error: LintDiagnostic | null): void {
  view.dispatch({ effects: setEngineError.of(error) });
  forceLinting(view);
}

/** Shows what the engine answered about the text, beside what the language finds while it is typed. */
export function errorsInPlace(): Extension {
  return [
    engineError,
    lintGutter(),
    linter(
      (view) => {
        const fromEngine = view.state.field(engineError);
        if (fromEngine === null) return [];
        // The engine reads with the same grammar: what it could not read is marked already.
        return parse(view.state.doc.toString()).command === null ? [] : [fromEngine];
      },
      {
        delay: 0,
        needsRefresh: (update) => update.startState.field(engineError) !== update.state.field(engineError),
      },
    ),
  ];
}
