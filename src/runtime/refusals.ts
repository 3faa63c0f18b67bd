import { ApprovalNeeded, type ApprovalRecord, type AuditRecord, type Caller } from "../govern/index.js";
import {
  asKipError,
  type ErrorCode,
  type JsonObject,
  type KipError,
  kipError,
  type Timestamp,
  timestampAt,
} from "../model/index.js";
import { auditId, governanceRows } from "./governance-rows.js";
import type { SpaceSession } from "./session.js";

/** What was refused. */
export interface RefusedWork {
  readonly caller: Caller;
  /** The statements, by name. */
  readonly statements: readonly string[];
  /** Names the exact request, for approvals. */
  readonly requestDigest: string;
  /** Whether it was only tried out: then nobody is asked to decide on it (§69.4). */
  readonly isRehearsal?: boolean;
}

/** Refusals by authority that belong to other categories of errors (§87.4). */
const ALSO_REFUSALS: readonly ErrorCode[] = ["ProjectionNotAuthorized", "RetractionNotAuthorized"];

/**
 * What is reported of a failure. A refusal is written into the audit first, and what only waits for a second Principal's
 * decision is filed for one (§29.11).
 */
export async function reportedFailure(
  session: SpaceSession,
  thrown: unknown,
  work: RefusedWork,
): Promise<unknown> {
  const now = timestampAt(Date.now());
  if (thrown instanceof ApprovalNeeded) return fileApproval(session, thrown, work, now);
  const error = asKipError(thrown);
  if (error.category === "governance" || ALSO_REFUSALS.includes(error.code)) {
    await keep(session, refusalRecord(error, work, now));
  }
  return thrown;
}

async function fileApproval(
  session: SpaceSession,
  { permissions, targets }: ApprovalNeeded,
  work: RefusedWork,
  now: Timestamp,
): Promise<KipError> {
  const { caller, statements, requestDigest } = work;
  if (work.isRehearsal === true) {
    return kipError("RequiresApproval", "this would wait for another Principal's approval", {
      hint: "It was only tried out, so nobody was asked. Send it in earnest to ask.",
      details: { permissions },
    });
  }
  const last = session.control.lastApproval(caller.principal, requestDigest, targets);
  if (last?.status === "refused") {
    const error = kipError("NotAuthorized", "another Principal refused to approve this request", {
      hint: "Ask for something else, or talk to whoever decided.",
      details: { approval: last.id, permissions },
    });
    await keep(session, refusalRecord(error, work, now));
    return error;
  }
  const approval: ApprovalRecord =
    last?.status === "pending"
      ? last
      : {
          kind: "approval",
          id: `approval:${crypto.randomUUID()}`,
          principal: caller.principal,
          permissions,
          request_digest: requestDigest,
          statements,
          targets,
          status: "pending",
          requested_at: now,
          decided_by: null,
          decided_at: null,
        };
  const error = kipError("RequiresApproval", "this waits for another Principal's approval", {
    hint: "Nothing was written. Once a Principal that holds approve has approved it, send exactly this request again: it counts for the elements it selects now, as they are now.",
    details: { approval: approval.id, permissions },
  });
  session.control.await(approval);
  const { spaceId } = session.view;
  const records = [approval, { ...refusalRecord(error, work, now), outcome: "waiting" as const }];
  await session.store.governance.keep(governanceRows({ records }, spaceId, 0));
  return error;
}

function keep(session: SpaceSession, record: AuditRecord): Promise<void> {
  return session.store.governance.keep(governanceRows({ records: [record] }, session.view.spaceId, 0));
}

function refusalRecord(error: KipError, { caller, statements }: RefusedWork, at: Timestamp): AuditRecord {
  const { permissions, id } = error.details as JsonObject & { permissions?: AuditRecord["permissions"] };
  return {
    kind: "audit",
    id: auditId(at),
    at,
    principal: caller.principal,
    act: statements.join(", "),
    outcome: "denied",
    permissions: permissions ?? [],
    about: typeof id === "string" ? [id] : [],
    space_seq: null,
    code: error.code,
  };
}
