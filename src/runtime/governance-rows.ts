import type { GovernanceRecord, WriteAuthorization } from "../govern/index.js";
import type { ControlChange, JsonObject } from "../model/index.js";
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
