import type { RunError } from "../run/outcome.js";

interface ErrorNoticeProps {
  readonly error: RunError;
  /** Moves the cursor to where the error is; absent when the error names no place. */
  readonly onGoTo: (() => void) | null;
}

/** Why a command was refused: the registry's code, what is wrong, and what to do next. */
export function ErrorNotice({ error, onGoTo }: ErrorNoticeProps) {
  const { line, column } = error.details;
  return (
    <section class="error-notice" aria-label="Error">
      <p class="code mono">{error.code}</p>
      <p>{error.message}</p>
      {error.hint && <p class="soft">{error.hint}</p>}
      {onGoTo && (
        <button type="button" onClick={onGoTo}>
          {typeof line === "number" ? `Go to line ${line}, column ${String(column)}` : "Show where"}
        </button>
      )}
    </section>
  );
}
