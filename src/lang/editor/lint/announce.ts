import { type Diagnostic, setDiagnosticsEffect } from "@codemirror/lint";
import type { Extension, Text } from "@codemirror/state";
import { EditorView, ViewPlugin, type ViewUpdate } from "@codemirror/view";

/** How long typing rests before problems are read out: with every key they would talk over the typing. */
const REST_MS = 1000;

/** Tells screen readers what is wrong when typing rests, and when nothing is any more. Says nothing twice. */
export function announceProblems(): Extension {
  return ViewPlugin.fromClass(
    class {
      #said = "";
      #problems: readonly Diagnostic[] = [];
      #timer: ReturnType<typeof setTimeout> | undefined;
      readonly #view: EditorView;

      constructor(view: EditorView) {
        this.#view = view;
      }

      update({ transactions, docChanged }: ViewUpdate): void {
        const effects = transactions.flatMap((transaction) => transaction.effects);
        const found = effects.filter((effect) => effect.is(setDiagnosticsEffect)).at(-1);
        if (found) this.#problems = found.value;
        if (!found && !docChanged) return;
        clearTimeout(this.#timer);
        this.#timer = setTimeout(() => this.#announce(), REST_MS);
      }

      destroy(): void {
        clearTimeout(this.#timer);
      }

      #announce(): void {
        const text = inWords(this.#problems, this.#view.state.doc);
        if (text === this.#said || (text === NONE && this.#said === "")) return;
        this.#said = text;
        this.#view.dispatch({ effects: EditorView.announce.of(text) });
      }
    },
  );
}

const NONE = "No problems.";

/** The first problem in full, and how many there are. */
export function inWords(problems: readonly Diagnostic[], doc: Text): string {
  const [first] = [...problems].sort((left, right) => left.from - right.from);
  if (first === undefined) return NONE;
  const count = problems.length === 1 ? "1 problem" : `${problems.length} problems`;
  return `${count}. Line ${doc.lineAt(Math.min(first.from, doc.length)).number}: ${first.message}`;
}
