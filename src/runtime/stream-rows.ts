import { DEFAULT_LIMITS, encodeFindCursor, type QueryLimits, readFindCursor } from "../kql/index.js";
import type { Command, StringNode } from "../lang/index.js";
import { type JsonValue, kipError, type StreamedOperation, type Warning } from "../model/index.js";
import type { Evaluation, EvaluationContext } from "./evaluation.js";
import { cappedRows } from "./evaluation.js";
import type { StreamFrames } from "./frames.js";
import type { Gate } from "./gate.js";
import type { PreparedOperation } from "./operation.js";
import type { Patience } from "./patience.js";

/** A read that was carried out, with what it was carried out behind. */
export interface FinishedRead {
  readonly evaluation: Evaluation;
  readonly gate: Gate;
  readonly context: Pick<EvaluationContext, "cursorKey" | "now" | "head">;
}

/** How a streamed read asks for its rows. */
export interface RowSource {
  /** Carries out a read as of now, as far as the caller may. */
  readonly read: (operation: PreparedOperation) => Promise<FinishedRead>;
  /** A gate of now for the command. @throws where the caller may not ask it any more. */
  readonly pass: (command: Command) => Gate;
  readonly patience: Patience;
}

/**
 * What a FIND of a stream may answer: all it may find. The page limits of a request are for answers that are sent at once.
 */
export const STREAM_LIMITS: Partial<QueryLimits> = {
  maxRows: DEFAULT_LIMITS.maxSolutions,
  maxPage: DEFAULT_LIMITS.maxSolutions,
};

/** How many rows of a FIND one frame holds. */
const ROWS_A_FRAME = 500;

/** Whether the answer of a command is sent as rows (§84): a collection that can be long. */
export function isStreamed({ type }: Command): boolean {
  return type === "Find" || isPaged(type);
}

/** Collections whose pages are read one after another, each of its own moment, under the Governance of that moment. */
function isPaged(type: Command["type"]): boolean {
  return type.startsWith("List") || type.startsWith("History") || type.startsWith("Changes");
}

/**
 * Sends the rows a read answers and returns what is to be said of it besides. A statement that names no LIMIT is answered
 * whole: a FIND from one evaluation, the others page by page. Whoever cancels, or whose deadline passes, keeps the rows
 * that were sent and gets the cursor that goes on after them.
 * @throws what the read throws; `CursorExpired` when what the caller may see changes on the way.
 */
export async function sendRows(
  operation: PreparedOperation,
  of: StreamedOperation,
  frames: StreamFrames,
  source: RowSource,
): Promise<Evaluation> {
  const first = await source.read(operation);
  const send = operation.command.type === "Find" ? sendFound : sendPages;
  return send(operation, first, { of, frames, source });
}

interface Sending {
  readonly of: StreamedOperation;
  readonly frames: StreamFrames;
  readonly source: RowSource;
}

async function sendFound(
  operation: PreparedOperation,
  { evaluation, gate, context }: FinishedRead,
  { of, frames, source }: Sending,
): Promise<Evaluation> {
  const rows = rowsOf(evaluation);
  const total = rows.length;
  let sent = 0;
  do {
    // The rows were found under what was in force then; what has become hidden since is not sent.
    if (source.pass(operation.command).viewName !== gate.viewName) throw sightChanged();
    await frames.rows(of, rows.slice(sent, sent + ROWS_A_FRAME));
    sent = Math.min(total, sent + ROWS_A_FRAME);
    if (sent < total) frames.progress(of, "delivering", { sent, total });
  } while (sent < total && !source.patience.isOver);
  if (sent === total) return evaluation;
  return {
    ...evaluation,
    nextCursor: cursorAfter(operation, evaluation, context, sent),
    ...cut(evaluation, sent),
  };
}

async function sendPages(
  operation: PreparedOperation,
  first: FinishedRead,
  { of, frames, source }: Sending,
): Promise<Evaluation> {
  let { evaluation } = first;
  let sent = 0;
  for (;;) {
    const rows = rowsOf(evaluation);
    await frames.rows(of, rows);
    sent += rows.length;
    if (evaluation.nextCursor === null || !isCapped(evaluation)) return evaluation;
    if (source.patience.isOver) return { ...evaluation, ...cut(evaluation, sent) };
    frames.progress(of, "delivering", { sent });
    ({ evaluation } = await source.read(continued(operation, evaluation.nextCursor)));
  }
}

function rowsOf({ result }: Evaluation): readonly JsonValue[] {
  if (Array.isArray(result)) return result as readonly JsonValue[];
  throw new TypeError("a collection answers rows");
}

/** The name of the caveat that this engine cut a page. */
const CAPPED = cappedRows(0, null).code;

/** Whether it was this engine that cut the page, and not a LIMIT. */
function isCapped({ warnings }: Evaluation): boolean {
  return warnings.some(({ code }) => code === CAPPED);
}

/** What to say of rows that are not all there are (§44.8). */
function cut({ warnings }: Evaluation, rows: number): { readonly warnings: readonly Warning[] } {
  const warning: Warning = {
    code: "StreamCut",
    message: `These are the first ${rows} rows: the stream was cancelled, or its deadline passed. Continue with next_cursor.`,
    details: { rows },
  };
  return { warnings: [...warnings.filter(({ code }) => code !== CAPPED), warning] };
}

/** The same statement from a cursor on. */
function continued(operation: PreparedOperation, token: string): PreparedOperation {
  const { command } = operation;
  const { from, to } = command;
  const cursor: StringNode = { type: "Literal", value: token, source: JSON.stringify(token), from, to };
  if (command.type === "ChangesAfterSeq") {
    return { ...operation, command: { type: "ChangesSince", cursor, limit: command.limit, from, to } };
  }
  return { ...operation, command: { ...command, cursor } as Command };
}

/** The cursor of a FIND after some of the rows that one evaluation found. */
function cursorAfter(
  { command, parameters }: PreparedOperation,
  { context: { space_id, snapshot_seq, schema_environment_version } }: Evaluation,
  { cursorKey, now, head }: FinishedRead["context"],
  rows: number,
): string {
  if (command.type !== "Find") throw new TypeError("only a FIND is found at once");
  const began = readFindCursor(command, parameters, cursorKey, space_id);
  return encodeFindCursor(command, parameters, cursorKey, space_id, {
    seq: snapshot_seq,
    head: began?.head ?? head,
    environment: schema_environment_version,
    now: began?.now ?? now,
    offset: (began?.offset ?? 0) + rows,
  });
}

function sightChanged() {
  return kipError("CursorExpired", "what may be seen here has changed while the rows were being sent", {
    hint: "Ask again: the answer is then that of what may be seen now.",
    details: { family: "kql", reason: "access_revoked" },
  });
}
