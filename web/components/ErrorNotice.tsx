import type { RunError } from "../run/outcome.js";

interface ErrorNoticeProps {
  readonly error: RunError;
  /** Where in the editor's text the error is; null when it names no place. */
  readonly place: { readonly line: number; readonly column: number } | null;
  readonly onGoTo: () => void;
}

/** Why a command was refused: the registry's code, what is wrong, and what to do next. */
export function ErrorNotice({ error, place, onGoTo }: ErrorNoticeProps) {
  return (
    <section class="error-notice" aria-label="Error">
      <p class="code mono">{error.code}</p>
      <p>{error.message}</p>
      {error.hint && <p class="soft">{error.hint}</p>}
      {place && (
        <button type="button" onClick={onGoTo}>
          Go to line {place.line}, column {place.column}
        </button>
      )}
    </section>
  );
}
