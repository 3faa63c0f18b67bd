import type { AuditRecord } from "../govern/index.js";
import { type CommitRecord, digestOf, type JsonObject } from "../model/index.js";
import type { SchemaEnvironment } from "../schema/index.js";
import type { SpaceView } from "../state/index.js";
import type { PackageRow } from "../store/index.js";
import { commitTimeAfter } from "./commit-time.js";
import { auditId, governanceRows } from "./governance-rows.js";
import { type HostAct, recorded, requireHostPermission } from "./host-acts.js";
import { commitArtifacts } from "./receipts.js";
import { activationOf, schemaChange } from "./schema-commit.js";
import type { SpaceSession } from "./session.js";

/** A change of a Space's Schema Environment that the host asked for (§20.8, §20.10). */
export interface EnvironmentChange {
  /** The host, as the Principal it acts for. */
  readonly principal: string;
  /** What was asked for, in names and digests: the receipt's request digest is over it (§33.2). */
  readonly request: JsonObject & { readonly operation: string };
  /** The next environment of a Space, or the present one when there is nothing to change. Throws what it refuses. */
  readonly next: (view: SpaceView) => SchemaEnvironment;
  /** The artifacts that the next environment needs and the store may not hold yet. */
  readonly artifacts: (next: SchemaEnvironment) => readonly PackageRow[];
}

/**
 * Puts another Schema Environment in force in a Space, as one control-plane commit with a sequence of its own, and
 * returns it (§20.10, §36.1). A Space that has no commit yet is still being set up: what it begins with is no event of
 * its history.
 *
 * It takes `manage_schema` (§20.10, §29), is a line of the audit, and so is its refusal. What the host chose at opening is
 * brought without being asked for: a memory that cannot be opened could not be put right.
 * @throws what `change.next` throws; `NotAuthorized` without `manage_schema`; nothing is changed then.
 * `SerializationConflict` and storage errors as any commit.
 */
export function changeEnvironment(
  session: SpaceSession,
  { principal, request, next, artifacts }: EnvironmentChange,
): Promise<SchemaEnvironment> {
  const requestDigest = digestOf(request);
  const act: HostAct = { principal, act: request.operation, permission: "manage_schema", requestDigest };
  const attempt = async (): Promise<SchemaEnvironment | null> => {
    const { basis, view } = session;
    if (request.operation !== OPENING) requireHostPermission(session, act);
    const environment = next(view);
    const activation = activationOf(view, environment, artifacts(environment));
    if (activation === null) return environment;
    if (view.seq === 0) return (await session.begin(activation, environment)) ? environment : null;
    const { record, envelope, receipt } = commitArtifacts(
      {
        space: view.spaceId,
        snapshotSeq: view.seq,
        environmentVersion: environment.version,
        principal,
        requestDigest,
        changes: [],
        controlChanges: schemaChange(view.environment, environment),
        result: [],
      },
      commitTimeAfter(session.lastCommitAt),
    );
    const pending = {
      row: {
        space: view.spaceId,
        seq: record.space_seq,
        counters: basis.counters,
        record,
        envelope,
        receipt,
        result: [],
      },
      written: { elements: [], clientKeys: [] },
      outcomes: [],
      environment: activation,
      erasures: [],
      governance: governanceRows({ records: [auditLine(act, record)] }, view.spaceId, record.space_seq),
    };
    return (await session.commit(basis, pending, environment)) ? environment : null;
  };
  return recorded(session, act, () => session.write(attempt));
}

/** The operation in which a Space gets what the host chose when it opened the Nexus. */
export const OPENING = "open";

function auditLine(
  { principal, act, permission }: HostAct,
  { committed_at, space_seq }: Pick<CommitRecord, "committed_at" | "space_seq">,
): AuditRecord {
  return {
    kind: "audit",
    id: auditId(committed_at),
    at: committed_at,
    principal,
    act,
    outcome: "done",
    permissions: [permission],
    about: ["schema_environment"],
    space_seq,
    code: null,
  };
}
