import { executeMutation, type MutationContext } from "../kml/index.js";
import { encodeFindCursor, evaluateFind, readAsOf, readFindCursor } from "../kql/index.js";
import { type FindCommand, isStateChanging, type Scalar, statementName } from "../lang/index.js";
import { describePrimer, readPrimerMode } from "../meta/index.js";
import {
  type ChangeEntry,
  type JsonObject,
  type JsonValue,
  kipError,
  type ProjectionBasis,
  type ResultContext,
  type SearchContext,
  type Timestamp,
  type Warning,
} from "../model/index.js";
import { evaluateSearch, type KeywordIndex } from "../search/index.js";
import { type SpaceView, StateOverlay } from "../state/index.js";
import { capabilities, describeCapabilities } from "./capabilities.js";
import { placed } from "./error-place.js";
import type { PreparedOperation } from "./operation.js";

/** What an evaluation may depend on besides the state it reads. */
export interface EvaluationContext {
  readonly now: Timestamp;
  readonly search: KeywordIndex;
  /** Authenticates cursors (§88.4). */
  readonly secret: string;
  readonly purpose: string | undefined;
  readonly risk: string | undefined;
  readonly principal: string;
}

/** What one operation answered, before it is known whether its transaction commits. */
export interface Evaluation {
  readonly result: JsonValue;
  readonly context: ResultContext;
  readonly warnings: readonly Warning[];
  readonly nextCursor: string | null;
}

/** What a state-changing operation did to its overlay. */
export interface MutationEvaluation extends Evaluation {
  /** The change entries of the whole transaction so far. */
  readonly changes: readonly ChangeEntry[];
}

/**
 * Answers a reading operation from one view, without awaiting anything: one evaluation sees one state.
 * @throws `UnsupportedCapability` naming the statement when its execution is not built.
 */
export function evaluateRead(
  view: SpaceView,
  operation: PreparedOperation,
  context: EvaluationContext,
): Evaluation {
  try {
    return answerRead(view, operation, context);
  } catch (thrown) {
    throw placed(thrown, operation.text);
  }
}

function answerRead(view: SpaceView, operation: PreparedOperation, context: EvaluationContext): Evaluation {
  const { command, parameters } = operation;
  switch (command.type) {
    case "Find":
      return evaluateFindOperation(view, command, operation, context);
    case "Search": {
      requireCurrentIndex(view, context.search);
      const { hits, search, nextCursor } = evaluateSearch(
        view,
        context.search,
        command,
        parameters,
        context.secret,
      );
      return answer(view, hits as unknown as JsonValue, { search }, nextCursor);
    }
    case "DescribePrimer": {
      const mode = readPrimerMode(boundValue(command.mode, parameters));
      const { principal } = context;
      return answer(view, describePrimer(view, mode, { principal, capabilities: capabilities() }));
    }
    case "DescribeCapabilities":
      return answer(view, describeCapabilities());
    default:
      throw notBuilt(statementName(command));
  }
}

function evaluateFindOperation(
  view: SpaceView,
  command: FindCommand,
  { parameters }: PreparedOperation,
  context: EvaluationContext,
): Evaluation {
  requirePresent(view, readAsOf(command.asOf, parameters));
  const position = readFindCursor(command, parameters, context.secret, view.spaceId);
  if (position && position.seq !== view.seq) {
    throw kipError("CursorExpired", "the memory has moved on since this traversal began", {
      hint: "Start again without the cursor; this version keeps only the present state for paging.",
      details: { family: "kql", reason: "expired" },
    });
  }
  const outcome = evaluateFind(view, command, {
    parameters,
    now: position?.now ?? context.now,
    search: context.search,
    ...(position ? { position } : {}),
    ...(context.purpose === undefined ? {} : { purpose: context.purpose }),
    ...(context.risk === undefined ? {} : { risk: context.risk }),
  });
  const nextCursor =
    outcome.next && encodeFindCursor(command, parameters, context.secret, view.spaceId, outcome.next);
  const evaluation = answer(view, outcome.rows, { basis: outcome.basis, search: outcome.search }, nextCursor);
  return outcome.capped
    ? { ...evaluation, warnings: [cappedRows(outcome.rows.length, outcome.total)] }
    : evaluation;
}

/** A page that this engine cut must not look like the whole answer (§44.8). */
function cappedRows(rows: number, total: number): Warning {
  return {
    code: "ResultCapped",
    message: `These are the first ${rows} of ${total} rows. Continue with next_cursor, or ask for fewer with LIMIT.`,
    details: { rows, total },
  };
}

/**
 * Runs a state-changing operation in its transaction's overlay.
 * @throws `KipError`; the overlay then has to be dropped.
 */
export function evaluateMutation(
  overlay: StateOverlay,
  operation: PreparedOperation,
  context: EvaluationContext,
  transaction: Pick<MutationContext, "txId" | "nextSeq" | "origin">,
): MutationEvaluation {
  const { command, parameters, opId } = operation;
  if (!isStateChanging(command)) throw new TypeError(`${statementName(command)} is no mutation`);
  try {
    const outcome = executeMutation(overlay, command, {
      ...transaction,
      parameters,
      now: context.now,
      ...(opId === undefined ? {} : { opId }),
    });
    return { ...answer(overlay, outcome.summary), changes: outcome.changes };
  } catch (thrown) {
    throw placed(thrown, operation.text);
  }
}

/** The past is not served yet, and must never be answered with the present (§48.1). */
function requirePresent(view: SpaceView, asOf: number | null): void {
  if (asOf === null || asOf === view.seq) return;
  const details = { requested_seq: asOf, current_seq: view.seq };
  if (asOf > view.seq) {
    throw kipError(
      "HistoricalSnapshotUnavailable",
      `the Space is at sequence ${view.seq}, not yet at ${asOf}`,
      {
        details,
      },
    );
  }
  throw kipError("UnsupportedCapability", "AS OF SEQ is not executed by this engine yet", {
    hint: "Leave AS OF SEQ out to read the present. FOR TIME still asks what held in the world at an earlier time.",
    details: { statement: "AS OF SEQ", ...details },
  });
}

/** The value of a literal or a bound parameter; undefined for an absent clause (§74). */
function boundValue(scalar: Scalar | null, parameters: JsonObject): JsonValue | undefined {
  if (scalar === null) return undefined;
  if (scalar.type === "Literal") return scalar.value;
  const value = Object.hasOwn(parameters, scalar.name) ? parameters[scalar.name] : undefined;
  if (value !== undefined) return value;
  throw kipError("ReferenceError", `the parameter :${scalar.name} is not bound`, {
    hint: `Add "${scalar.name}" to the request's parameters.`,
    details: { parameter: scalar.name },
  });
}

/** A search over tentative writes would present an older state as the transaction's own (§79). */
function requireCurrentIndex(view: SpaceView, search: KeywordIndex): void {
  if (view instanceof StateOverlay && view.written().length > 0) {
    throw kipError("SearchIndexUnavailable", "the search index does not hold this transaction's own writes", {
      hint: "Search before writing, in its own operation, or read the written elements by id with FIND.",
      details: { index_seq: search.seq },
    });
  }
}

function answer(
  view: SpaceView,
  result: JsonValue,
  extra: { readonly basis?: ProjectionBasis | null; readonly search?: SearchContext | null } = {},
  nextCursor: string | null = null,
): Evaluation {
  const { basis, search } = extra;
  return {
    result,
    context: {
      space_id: view.spaceId,
      snapshot_seq: view.seq,
      schema_environment_version: view.environment.version,
      ...(basis ? { basis, epistemic_policy: basis.policy, valid_at: basis.valid_at } : {}),
      ...(search ? { search } : {}),
    },
    warnings: [],
    nextCursor,
  };
}

function notBuilt(statement: string): Error {
  return kipError("UnsupportedCapability", `${statement} is not executed by this engine yet`, {
    hint: "The statement was understood and nothing was changed. Use FIND, SEARCH, DESCRIBE PRIMER and the KML statements DESCRIBE PRIMER lists.",
    details: { statement },
  });
}
