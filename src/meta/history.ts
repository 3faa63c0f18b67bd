import { type CursorKey, type CursorScope, commandDigest, decodeCursor, encodeCursor } from "../kql/index.js";
import type {
  ChangesAfterSeqCommand,
  ChangesSinceCommand,
  HistoryElementCommand,
  HistorySpaceCommand,
  Scalar,
} from "../lang/index.js";
import {
  asElementId,
  type ChangeEntry,
  type ChangeEnvelope,
  type ControlChange,
  type ElementId,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  kipError,
} from "../model/index.js";
import type { SpaceView } from "../state/index.js";
import { Operands } from "./operands.js";

/** The statements that read transitions (§68). */
export type HistoryCommand =
  | HistoryElementCommand
  | HistorySpaceCommand
  | ChangesSinceCommand
  | ChangesAfterSeqCommand;

/** Which transitions a statement asks for, with its operands read. */
export interface HistoryRequest {
  readonly family: "history" | "changes";
  /** The element whose chronology is asked for; null for the whole Space. */
  readonly element: ElementId | null;
  /** Transitions with a greater sequence than this one … */
  readonly after: number;
  /** … up to and including this one. */
  readonly through: number;
  /** The most transitions of one page. */
  readonly limit: number;
  /** Whether the limit is this engine's own, so that cutting the page is a caveat (§44.8). */
  readonly isCapped: boolean;
}

/** How many transitions a page has when the statement names no LIMIT. */
export const HISTORY_ROWS = 200;

/** What a page of transitions depends on besides its request. */
export interface HistoryContext {
  readonly parameters: JsonObject;
  /** With what continuations are made and read (§88.4). */
  readonly cursorKey: CursorKey;
  /** An opaque name for what the caller is authorized to see (§21.12). */
  readonly authorizationView: string;
}

/**
 * Reads what a HISTORY or CHANGES statement asks for (§68). A HISTORY stays on the snapshot it began with; CHANGES goes
 * on to whatever has been committed since.
 * @throws `NotFoundOrNotVisible` for the history of an element that is not in the view, the cursor errors of §87.7,
 * `TypeMismatch` for operands, `ReferenceError` for an unbound parameter.
 */
export function readHistoryRequest(
  view: SpaceView,
  command: HistoryCommand,
  context: HistoryContext,
): HistoryRequest {
  const operands = new Operands(context.parameters);
  const limit = operands.limit(command.limit);
  const page = { limit: limit ?? HISTORY_ROWS, isCapped: limit === null };
  switch (command.type) {
    case "ChangesSince": {
      const after = readChangesCursor(context, operands.value(command.cursor), view);
      return { family: "changes", element: null, after, through: view.seq, ...page };
    }
    case "ChangesAfterSeq": {
      // What is not committed yet has been delivered to nobody: whoever asks past the head is at the head (§36.1).
      const after = Math.min(operands.sequence(command.seq, "AFTER SEQ"), view.seq);
      return { family: "changes", element: null, after, through: view.seq, ...page };
    }
    case "HistoryElement": {
      const element = asElementId(operands.text(command.element, "HISTORY ELEMENT"));
      if (view.element(element) === undefined) throw noSuchElement(element);
      return { family: "history", element, ...rangeOf(view, command, context, operands), ...page };
    }
    case "HistorySpace":
      return { family: "history", element: null, ...rangeOf(view, command, context, operands), ...page };
  }
}

/** One page of transitions. */
export interface HistoryPage {
  readonly rows: readonly JsonValue[];
  readonly nextCursor: string | null;
  /** Whether this engine's own cap cut the page (§44.8). */
  readonly capped: boolean;
  /** Everything the caller may see up to this sequence has been delivered (§36.1). */
  readonly throughSeq: number;
}

/**
 * The page a request gets from the transitions that were found for it: those the caller may see, in sequence order, one
 * more than `limit` where there are more. Envelopes of CHANGES say how far they cover the stream.
 */
export function historyPage(
  view: SpaceView,
  command: HistoryCommand,
  request: HistoryRequest,
  found: readonly ChangeEnvelope[],
  context: HistoryContext,
): HistoryPage {
  const { family, limit, through } = request;
  const shown = found.slice(0, limit);
  const more = found.length > limit;
  const last = shown.at(-1)?.space_seq ?? request.after;
  const throughSeq = more ? last : through;
  const capped = more && request.isCapped;
  if (family === "history") {
    const next: JsonObject = { after: last, through };
    const nextCursor =
      more && shown.length > 0
        ? encodeCursor(context.cursorKey, scopeOf(view, command, context), next)
        : null;
    return { rows: shown.map(asRow), nextCursor, capped, throughSeq };
  }
  return {
    rows: shown.map((envelope, at) => ({
      ...asRow(envelope),
      coverage: {
        through_seq: at === shown.length - 1 ? throughSeq : envelope.space_seq,
        authorization_view: context.authorizationView,
        complete: true,
      },
    })),
    // A stream has no end: whoever is level with it gets the place to ask from later.
    nextCursor: encodeCursor(context.cursorKey, changesScope(view), { after: throughSeq }),
    capped,
    throughSeq,
  };
}

/**
 * An envelope as the caller may see it (§36.1): without entries about elements that are not in the view, and narrowed to
 * one element where only its chronology is asked for. Null when nothing is left, so that a transition of hidden elements
 * was never there (§30.4).
 */
export function visibleEnvelope(
  view: SpaceView,
  envelope: ChangeEnvelope,
  element: ElementId | null = null,
): ChangeEnvelope | null {
  const changes = envelope.changes
    .filter(({ id }) => (element === null || id === element) && view.element(id) !== undefined)
    .map((entry) => withVisibleRefs(view, entry));
  const control = element === null ? visibleControl(view, envelope, changes.length > 0) : [];
  if (changes.length === 0 && control.length === 0) return null;
  const { control_changes: _, ...narrowed } = envelope;
  return { ...narrowed, ...(control.length > 0 ? { control_changes: control } : {}), changes };
}

/**
 * The changes of protected state a reader may know of: what everybody works under, and what is told by a change that is
 * visible anyway. That somebody's authority changed is for whoever may read the audit (§36.1).
 */
function visibleControl(
  { showsControlChanges = true }: SpaceView,
  { control_changes = [] }: ChangeEnvelope,
  isTold: boolean,
): readonly ControlChange[] {
  if (showsControlChanges) return control_changes;
  return control_changes.filter(({ kind }) => {
    if (kind === "schema" || kind === "trust") return true;
    return isTold && (kind === "identity" || kind === "recording");
  });
}

/** A reference to an element that is not in the view would tell that it exists. */
function withVisibleRefs(view: SpaceView, entry: ChangeEntry): ChangeEntry {
  if (entry.refs === undefined) return entry;
  const refs = Object.fromEntries(
    Object.entries(entry.refs).filter(
      ([name, id]) => name === "predicate_ref" || view.element(asElementId(id)) !== undefined,
    ),
  );
  return { ...entry, refs };
}

/** The error of a range whose beginning is no longer held (§87.7). */
export function historyGap({ family, after }: HistoryRequest, missing: number) {
  if (family === "changes") {
    return kipError("CursorExpired", `the transition ${missing} is no longer held, so the stream has a gap`, {
      hint: "Go on from a sequence whose state you have recorded yourself, and read the present state of what lies between.",
      details: { family, reason: "expired", after_seq: after, missing_seq: missing },
    });
  }
  return kipError("HistoricalSnapshotUnavailable", `the transition ${missing} is no longer held`, {
    hint: `Ask for a range that begins after it, with FROM SEQ ${missing + 1} or later.`,
    details: { missing_seq: missing },
  });
}

function rangeOf(
  view: SpaceView,
  command: HistoryElementCommand | HistorySpaceCommand,
  context: HistoryContext,
  operands: Operands,
): Pick<HistoryRequest, "after" | "through"> {
  const read = (node: Scalar | null, where: string): number | null =>
    node === null ? null : operands.sequence(node, where);
  const from = read(command.fromSeq, "FROM SEQ") ?? 1;
  const to = read(command.toSeq, "TO SEQ") ?? view.seq;
  if (command.cursor === null) {
    return { after: Math.min(Math.max(from, 1) - 1, view.seq), through: Math.min(to, view.seq) };
  }
  const token = operands.value(command.cursor);
  const { after, through } = decodeCursor(context.cursorKey, scopeOf(view, command, context), token);
  if (typeof after === "number" && typeof through === "number") return { after, through };
  throw malformed("history");
}

function readChangesCursor(context: HistoryContext, token: JsonValue, view: SpaceView): number {
  const position = decodeCursor(context.cursorKey, changesScope(view), token);
  const { after } = isJsonObject(position) ? position : {};
  if (typeof after === "number") return after;
  throw malformed("changes");
}

function scopeOf(view: SpaceView, command: HistoryCommand, { parameters }: HistoryContext): CursorScope {
  const query = commandDigest(command, parameters);
  return { family: "history", spaceId: view.spaceId, query, counts: "sequences" };
}

/** The place in a stream is the same whichever statement it came from. */
function changesScope(view: SpaceView): CursorScope {
  return { family: "changes", spaceId: view.spaceId, query: "changes", counts: "sequences" };
}

function malformed(family: string) {
  return kipError("CursorInvalid", "this cursor holds no position", {
    details: { family, reason: "malformed" },
  });
}

function noSuchElement(id: ElementId) {
  return kipError("NotFoundOrNotVisible", `there is no element ${JSON.stringify(id)} here`, {
    hint: "SEARCH or FIND the element first, and use the id that returns.",
    details: { id },
  });
}

function asRow(envelope: ChangeEnvelope): JsonObject {
  return envelope as unknown as JsonObject;
}
