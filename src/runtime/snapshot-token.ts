import { type CursorKey, type CursorScope, decodeCursor, encodeCursor } from "../kql/index.js";
import { asKipError, kipError, type RequestEnvelope } from "../model/index.js";
import type { SpaceView } from "../state/index.js";
import type { PreparedOperation } from "./operation.js";

/** The readable coordinate a snapshot token stands for (§78). */
export interface SnapshotCoordinate {
  readonly seq: number;
  readonly environment: number;
}

const scopeOf = (spaceId: string): CursorScope => ({
  family: "snapshot",
  spaceId,
  query: "",
  counts: "sequences",
});

/** A token is of a state, not of a Principal: whoever uses it sees what it may see now (§78). */
const keyOf = (secret: string): CursorKey => ({ secret, holder: "", view: "" });

/**
 * The token of the coordinate a view shows (§78). It grants nothing: what its holder may see is decided when it is used.
 */
export function snapshotToken({ spaceId, seq, environment }: SpaceView, secret: string): string {
  const { version } = environment;
  // Every response carries one, and between two commits it is always the same.
  const stands =
    newest.seq === seq &&
    newest.version === version &&
    newest.spaceId === spaceId &&
    newest.secret === secret;
  if (!stands) {
    const token = encodeCursor(keyOf(secret), scopeOf(spaceId), { seq, environment: version });
    newest = { seq, version, spaceId, secret, token };
  }
  return newest.token;
}

let newest = { seq: -1, version: -1, spaceId: "", secret: "", token: "" };

/**
 * The coordinate that `read.snapshot_token` binds a request's operations to, or null without one.
 * @throws `InvalidRequestEnvelope` for a token this memory did not issue for this Space.
 */
export function readSnapshotToken(
  { read }: RequestEnvelope,
  spaceId: string,
  secret: string,
): SnapshotCoordinate | null {
  const token = read?.snapshot_token;
  if (token === undefined) return null;
  try {
    const { seq, environment } = decodeCursor(keyOf(secret), scopeOf(spaceId), token);
    return { seq: Number(seq), environment: Number(environment) };
  } catch (thrown) {
    throw kipError("InvalidRequestEnvelope", "read.snapshot_token is no token of this Space", {
      hint: "Send a snapshot_token from the snapshot of an earlier response to this Space, unchanged, or leave read out to read the present.",
      details: { field: "read.snapshot_token", reason: asKipError(thrown).code },
    });
  }
}

/**
 * Holds an operation against the snapshot its request is bound to.
 * @throws `InvalidRequestEnvelope` for a write, which is never about the past, and for a command that names another
 * coordinate itself.
 */
export function requireReadable(
  { command, stateChanging }: PreparedOperation,
  bound: SnapshotCoordinate | null,
): void {
  if (bound === null) return;
  if (stateChanging) {
    throw kipError("InvalidRequestEnvelope", "a snapshot_token binds reads, and this operation writes", {
      hint: "Send the write in a request without read.snapshot_token; use preconditions.space_seq when it must meet that state.",
      details: { field: "read.snapshot_token" },
    });
  }
  if ("asOf" in command && command.asOf !== null) {
    throw kipError(
      "InvalidRequestEnvelope",
      "the command names a coordinate and so does read.snapshot_token",
      {
        hint: "Leave out either AS OF SEQ or read.snapshot_token.",
        details: { field: "read.snapshot_token" },
      },
    );
  }
}
