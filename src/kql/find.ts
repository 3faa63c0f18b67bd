import { type EpistemicRequest, readEpistemicSettings } from "../belief/index.js";
import type { FindCommand, Scalar, SourceRange } from "../lang/index.js";
import { type JsonObject, type JsonValue, kipError, readTimestamp, type Warning } from "../model/index.js";
import type { SpaceView } from "../state/index.js";
import { Beliefs } from "./beliefs.js";
import { compileBlock } from "./block.js";
import type { FindContext, FindOutcome, FindPosition } from "./context.js";
import { compileOutputs, compileSortKeys } from "./outputs.js";
import { Parameters, wholeNumber } from "./parameters.js";
import { cellsOf, inOrder, rowsOf } from "./rows.js";
import { Run } from "./run.js";
import { Scope } from "./scope.js";
import { searchContext } from "./search-context.js";
import { readLimit } from "./search-pattern.js";
import { distinct, unbound } from "./solution.js";
import { Symbols } from "./symbols.js";
import { within } from "./within.js";

/**
 * Evaluates a FIND over one view and returns one page of its rows (§42–§50). The same view, command, parameters and
 * `now` always give the same rows in the same order, so pages of any size join to the unpaged answer (§44.8).
 * @throws `ReferenceError` for an unbound parameter, `SchemaSymbolNotFound` and `SchemaSymbolAmbiguous` for symbols,
 * `InvalidSyntax` for what only parameters could make wrong, `ProjectionTargetUnbound` and `ProjectionTargetUnbounded`
 * (§46.3), `NotFoundOrNotVisible` and `ConstraintViolation` for contexts, `TypeMismatch` for aggregates over unsuitable
 * values (§44.6), `ResourceExhausted` beyond the limits, `ResultLimitExceeded` for a page beyond them.
 */
export function evaluateFind(view: SpaceView, command: FindCommand, context: FindContext): FindOutcome {
  const { position } = context;
  if (command.cursor !== null && !position)
    throw new TypeError("read the CURSOR clause before evaluating it");
  requireSnapshot(view, position);
  const now = position?.now ?? context.now;
  const parameters = new Parameters(context.parameters);
  const symbols = new Symbols(view.environment);
  const beliefs = new Beliefs(view, readEpistemicRequest(command, parameters, { ...context, now }, view.seq));
  const uses = { belief: false, search: false };
  const limit = command.limit === null ? null : readLimit(parameters.scalar(command.limit), command.limit);
  const scope = Scope.root();
  const computed = beliefs.computedMembers(now);
  const remarks: Warning[] = [];
  const place = { scope, parameters, symbols, computed, remarks };
  const block = compileBlock(command.where.clauses, scope, {
    view,
    parameters,
    symbols,
    computed,
    beliefs,
    search: context.search,
    uses,
    remarks,
  });
  const outputs = compileOutputs(command, place);
  const sortKeys = compileSortKeys(command, place);

  within(command.epistemic ?? command, () => beliefs.requireContexts(uses.belief, context.contextsIn));
  if (uses.search) requireIndexed(view, context);
  const run = new Run(view, computed, context.limits);
  const columns = [...scope.variables.values()];
  const found = block.solve([{ bindings: unbound(scope.size), origin: 0 }], run, 0);
  const solutions = distinct(found, columns).map(({ bindings }) => bindings);
  const rows = inOrder(rowsOf(view, solutions, outputs, sortKeys, columns), sortKeys);

  const offset = position?.offset ?? 0;
  const end = offset + (limit ?? run.limits.maxRows);
  const shown = rows.slice(offset, end);
  if (shown.length > run.limits.maxPage) throw tooManyRows(shown.length, run.limits.maxPage);
  // What is shown may be what is dear to compute, so it is computed before anything is said of it.
  const page = shown.map((row) => cellsOf(row, computed));
  return {
    rows: page,
    total: rows.length,
    // A page without rows leads nowhere: LIMIT 0 asks for none.
    next:
      end < rows.length && end > offset
        ? {
            seq: view.seq,
            head: position?.head ?? context.head ?? view.seq,
            environment: view.environment.version,
            now,
            offset: end,
          }
        : null,
    capped: limit === null && end < rows.length,
    basis: beliefs.basis,
    nextInvalidAt: beliefs.nextInvalidAt,
    fades: computed.fades,
    usesBelief: uses.belief,
    usesSearch: uses.search,
    search: uses.search && context.search ? searchContext(view, context.search.seq) : null,
    plan: run.steps,
    remarks,
  };
}

/**
 * The projection request of a query (§49), validated even where nothing is projected: all but its contexts, which are
 * resolved once it is known whether a belief is asked for.
 */
function readEpistemicRequest(
  command: FindCommand,
  parameters: Parameters,
  context: FindContext,
  seq: number,
): EpistemicRequest {
  const { forTime, epistemic } = command;
  const settings = epistemic === null ? null : parameters.json(epistemic);
  const { purpose, risk, controls, policies } = context;
  const validAt =
    forTime === null
      ? context.now
      : within(forTime, () => readTimestamp(parameters.scalar(forTime), "FOR TIME"));
  return within(epistemic ?? command, () =>
    readEpistemicSettings(settings as JsonObject | null, {
      validAt,
      seq,
      ...(purpose === undefined ? {} : { purpose }),
      ...(risk === undefined ? {} : { risk }),
      ...(controls === undefined ? {} : { controls }),
      ...(policies === undefined ? {} : { policies }),
    }),
  );
}

/** A traversal stays on the snapshot it began with (§44.8). */
function requireSnapshot(view: SpaceView, position: FindPosition | undefined): void {
  if (position === undefined || position.seq === view.seq) return;
  throw kipError("CursorExpired", `the cursor reads sequence ${position.seq}, which is not kept`, {
    hint: "Send the query again without a cursor to read the present from the start.",
    details: { family: "kql", reason: "expired", snapshot_seq: position.seq },
  });
}

/** A page is one answer held in memory and sent at once. */
function tooManyRows(rows: number, limit: number) {
  return kipError("ResultLimitExceeded", `this page would have ${rows} rows, and ${limit} is the most`, {
    hint: `Ask for at most ${limit} rows with LIMIT and continue with next_cursor, or count with COUNT.`,
    details: { rows, limit },
  });
}

/** The past is not indexed: searching it would answer with the present (§66.1). */
function requireIndexed(view: SpaceView, { search, position }: FindContext): void {
  if (search === undefined || search.seq === view.seq) return;
  const details = { snapshot_seq: view.seq, index_seq: search.seq };
  if (position === undefined) {
    throw kipError("HistoricalSearchUnavailable", "SEARCH finds only in the present", { details });
  }
  throw kipError("CursorExpired", "the memory has moved on since this search began", {
    hint: "Send the query again without a cursor: a search reads the present only.",
    details: { family: "kql", reason: "expired", ...details },
  });
}

/**
 * The sequence an AS OF SEQ clause names, or null without one (§48.1). Whether it can be read is the runtime's to say.
 * @throws `TypeMismatch` for what is no sequence, `ReferenceError` for an unbound parameter.
 */
export function readAsOf(clause: Scalar | null, parameters: JsonObject): number | null {
  if (clause === null) return null;
  return readSequence("AS OF SEQ", new Parameters(parameters).scalar(clause), clause);
}

/** A sequence of the Space (§5.4). @throws `TypeMismatch` for what is no non-negative safe integer. */
export function readSequence(where: string, value: JsonValue, at: SourceRange): number {
  return wholeNumber(
    where,
    value,
    at,
    "Sequences are whole numbers from 0 on; every response names the one it read as snapshot_seq.",
  );
}
