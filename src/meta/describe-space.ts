import { type JsonObject, type JsonValue, kipError, type Timestamp } from "../model/index.js";
import type { SpaceView } from "../state/index.js";

/** What is known of a Space besides its elements. */
export interface SpaceFacts {
  /** When the newest commit was made; null before the first. */
  readonly lastCommitAt: Timestamp | null;
}

/** One row of LIST SPACES, and the beginning of DESCRIBE SPACE (§63.3). */
export function spaceRow(view: SpaceView): JsonObject {
  return { id: view.spaceId, status: "open", space_seq: view.seq };
}

/** What `DESCRIBE SPACE` answers (§63.3): where the Space stands, and where its past can be read from. */
export function describeSpace(view: SpaceView, { lastCommitAt }: SpaceFacts): JsonObject {
  return {
    ...spaceRow(view),
    last_commit_at: lastCommitAt,
    schema_environment: {
      version: view.environment.version,
      lock_digest: view.environment.lockDigest,
    },
    identity_version: view.identityVersion,
    self: selfOf(view),
    history: { from_seq: 0, note: "The whole past is kept, apart from what was purged." },
  };
}

/** The Space's `$self` as far as the caller sees it (§5.6). */
export function selfOf(view: SpaceView): JsonValue {
  const self = view.selfId === null ? undefined : view.element(view.selfId);
  if (self?.kind !== "concept") return null;
  return { id: self.id, ...(self.name === undefined ? {} : { name: self.name }) };
}

/** The error for a Space that is not served here, or not to this caller (§30.4). */
export function noSuchSpace(named: string, view: SpaceView) {
  return kipError("NotFoundOrNotVisible", `this endpoint serves no Space ${JSON.stringify(named)}`, {
    hint: `Leave the Space out, or name ${JSON.stringify(view.spaceId)}.`,
  });
}
