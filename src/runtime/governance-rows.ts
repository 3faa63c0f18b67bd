import type { AuditRecord, GovernanceRecord, Permission, WriteAuthorization } from "../govern/index.js";
import type { ControlChange, JsonObject, Timestamp } from "../model/index.js";
import type { GovernanceRow } from "../store/index.js";

/** The control change of a commit that also changes what Governance has decided (§36.1). */
export function authorizationChange(
  { records }: Pick<WriteAuthorization, "records">,
  seq: number,
): readonly ControlChange[] {
  return records.length === 0 ? [] : [{ kind: "authorization", version: String(seq) }];
}

/** The rows that records of Governance are kept in. `seq` is that of their commit, 0 for records that are part of none. */
export function governanceRows(
  { records }: { readonly records: readonly GovernanceRecord[] },
  space: string,
  seq: number,
): readonly GovernanceRow[] {
  return records.map((record) => ({
    space,
    kind: record.kind,
    id: record.id,
    seq,
    record: record as unknown as JsonObject,
  }));
}

/**
 * What is done rarely, cannot be undone, concerns somebody else's claims, or changes what everybody works under: each act
 * of it is a line of the audit.
 */
const HIGH_IMPACT: readonly Permission[] = [
  "purge",
  "merge_identity",
  "manage_legal_hold",
  "repair_recording",
  "import",
  "propose_schema",
];

/** The audit line of a commit that made use of a high-impact permission; none for any other. */
export function auditOfWrites(
  settled: Pick<WriteAuthorization, "exercised">,
  line: () => Pick<AuditRecord, "id" | "at" | "principal" | "act" | "about" | "space_seq">,
): readonly AuditRecord[] {
  const permissions = settled.exercised.filter((permission) => HIGH_IMPACT.includes(permission));
  if (permissions.length === 0) return [];
  return [{ ...line(), kind: "audit", outcome: "done", permissions, code: null }];
}

let lines = 0;

/** The id of an audit line: ids of later lines are greater. */
export function auditId(at: Timestamp): string {
  lines += 1;
  return `${at}~${String(lines % 1_000_000).padStart(6, "0")}~${crypto.randomUUID().slice(0, 8)}`;
}
