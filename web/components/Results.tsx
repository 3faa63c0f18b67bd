import { useSignal } from "@preact/signals";
import type { Warning } from "../../src/model/index.js";
import { placeOf, rangeOfError } from "../editor/error-range.js";
import { findExpressions } from "../editor/find-expressions.js";
import { tableOf } from "../results/table.js";
import { effectInWords, type Outcome, sequenceOf } from "../run/outcome.js";
import type { Runner } from "../run/runner.js";
import { ErrorNotice } from "./ErrorNotice.js";
import { RawJson } from "./RawJson.js";
import { ResultTable } from "./ResultTable.js";
import { Tabs } from "./Tabs.js";

const VIEWS = [
  { id: "table", label: "Table" },
  { id: "json", label: "JSON" },
] as const;
type View = (typeof VIEWS)[number]["id"];

interface ResultsProps {
  readonly runner: Runner;
  /** The memory's newest sequence, to tell when an answer has been overtaken. */
  readonly head: number | null;
  readonly onGoTo: (from: number) => void;
}

/** What came of the last run: its effect, warnings, and the result as a table or as JSON. */
export function Results({ runner, head, onGoTo }: ResultsProps) {
  const view = useSignal<View>("table");
  const outcome = runner.outcome.value;
  return (
    <section class="results" aria-labelledby="results-heading">
      <div class="panel-head">
        <h2 id="results-heading">Result</h2>
        <span class="soft small">{outcome && summaryOf(outcome)}</span>
        <Tabs
          label="Show the result as"
          tabs={VIEWS}
          chosen={view.value}
          onChoose={(id) => (view.value = id)}
        />
      </div>
      <div
        class="scroll"
        role="tabpanel"
        id={`panel-${view.value}`}
        aria-labelledby={`tab-${view.value}`}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region needs keyboard focus
        tabIndex={0}
      >
        {!outcome && (
          <p class="soft">Nothing has been run yet. Ctrl+Enter or ⌘+Enter in the editor runs the command.</p>
        )}
        {outcome && <Overtaken outcome={outcome} head={head} />}
        {outcome &&
          warningsOf(outcome).map((warning) => <WarningNotice key={warning.message} warning={warning} />)}
        {outcome && view.value === "table" && <TableView outcome={outcome} runner={runner} onGoTo={onGoTo} />}
        {outcome && view.value === "json" && outcome.response && <RawJson response={outcome.response} />}
        {outcome && view.value === "json" && !outcome.response && <p>The engine sent no response.</p>}
      </div>
    </section>
  );
}

interface TableViewProps {
  readonly outcome: Outcome;
  readonly runner: Runner;
  readonly onGoTo: (from: number) => void;
}

function TableView({ outcome, runner, onGoTo }: TableViewProps) {
  if (outcome.kind === "refused") {
    // The place is one in the text that was run; once that was edited it would point somewhere else.
    const isSameText = runner.command.value === outcome.command;
    const range = isSameText ? rangeOfError(outcome.error.details, outcome.command) : null;
    return (
      <ErrorNotice
        error={outcome.error}
        place={range && placeOf(range.from, outcome.command)}
        onGoTo={() => range && onGoTo(range.from)}
      />
    );
  }
  const table = tableOf(outcome.result, findExpressions(outcome.command));
  return (
    <>
      {table && <ResultTable table={table} />}
      {outcome.nextCursor !== null && (
        <button type="button" onClick={() => void runner.more()}>
          More rows
        </button>
      )}
    </>
  );
}

function Overtaken({ outcome, head }: { readonly outcome: Outcome; readonly head: number | null }) {
  const seq = sequenceOf(outcome);
  if (seq === null || head === null || seq >= head) return null;
  return (
    <p class="stale">
      This is from sequence {seq}. The memory has since moved to {head}: run the command again to see it as it
      is now.
    </p>
  );
}

function WarningNotice({ warning }: { readonly warning: Warning }) {
  return (
    <p class="warning">
      <strong class="mono">{warning.code}</strong> {warning.message}
    </p>
  );
}

function warningsOf({ response }: Outcome): readonly Warning[] {
  return [...(response?.warnings ?? []), ...(response?.results[0]?.warnings ?? [])];
}

function summaryOf(outcome: Outcome): string {
  if (outcome.kind === "refused") return "Refused. Nothing was changed.";
  const effect = effectInWords(outcome);
  if (effect) return effect;
  const seq = sequenceOf(outcome);
  const rows = Array.isArray(outcome.result)
    ? `${outcome.result.length} ${outcome.result.length === 1 ? "row" : "rows"}`
    : "Answered";
  return seq === null ? rows : `${rows}, read at sequence ${seq}`;
}
