import { type Diagnostic, setDiagnosticsEffect } from "@codemirror/lint";
import type { Extension, Text } from "@codemirror/state";
import { EditorView, ViewPlugin, type ViewUpdate } from "@codemirror/view";

/** How long typing rests before problems are read out: with every key they would talk over the typing. */
const REST_MS = 1000;

/**
 * Tells screen readers what is wrong when typing rests, and when nothing is any more. The text stays in a status region
 * of the editor, so it can be read again; what CodeMirror announces itself is gone after a moment.
 */
export function announceProblems(): Extension {
  return [
    EditorView.baseTheme({
      ".cm-kip-status": {
        position: "absolute",
        width: "1px",
        height: "1px",
        overflow: "hidden",
        clipPath: "inset(50%)",
        whiteSpace: "nowrap",
      },
    }),
    ViewPlugin.fromClass(ProblemStatus),
  ];
}

class ProblemStatus {
  readonly #view: EditorView;
  readonly #region = document.createElement("div");
  #problems: readonly Diagnostic[] = [];
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(view: EditorView) {
    this.#view = view;
    this.#region.className = "cm-kip-status";
    this.#region.setAttribute("role", "status");
    view.dom.append(this.#region);
  }

  update({ transactions, docChanged }: ViewUpdate): void {
    const effects = transactions.flatMap((transaction) => transaction.effects);
    const found = effects.filter((effect) => effect.is(setDiagnosticsEffect)).at(-1);
    if (found) this.#problems = found.value;
    if (!found && !docChanged) return;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#say(inWords(this.#problems, this.#view.state.doc)), REST_MS);
  }

  destroy(): void {
    clearTimeout(this.#timer);
    this.#region.remove();
  }

  /** Only a text that changes is read out, and nothing is worth saying while nothing was ever wrong. */
  #say(text: string): void {
    const said = this.#region.textContent;
    if (text !== said && (text !== NONE || said !== "")) this.#region.textContent = text;
  }
}

const NONE = "No problems.";

/** The first problem in full, and how many there are. */
function inWords(problems: readonly Diagnostic[], doc: Text): string {
  const [first] = [...problems].sort((left, right) => left.from - right.from);
  if (first === undefined) return NONE;
  const count = problems.length === 1 ? "1 problem" : `${problems.length} problems`;
  return `${count}. Line ${doc.lineAt(Math.min(first.from, doc.length)).number}: ${first.message}`;
}
