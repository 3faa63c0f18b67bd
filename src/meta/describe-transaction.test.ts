import { describe, expect, it } from "vitest";
import {
  asSpaceId,
  type ChangeEnvelope,
  type CommitRecord,
  commitTxId,
  digestOf,
  elementId,
  type Receipt,
  type Timestamp,
} from "../model/index.js";
import { describeTransaction, unknownTransaction } from "./describe-transaction.js";
import { errorOf, memoryOf } from "./memory.fixture.js";

const view = memoryOf('CREATE CONCEPT ?p { TYPE "Person" NAME "Ann" }');
const space = asSpaceId(view.spaceId);
const shared = {
  ...{ tx_id: commitTxId(space, 1), space_id: space, space_seq: 1 },
  committed_at: "2026-10-01T00:00:00.000Z" as Timestamp,
  ...{ transaction_class: "cognitive", schema_environment_version: 1 },
};

const of = (name: string, readsAudit = false) => ({ principal: `principal:${name}`, readsAudit });

const committed = (...ordinals: readonly number[]) => {
  const record = { ...shared, snapshot_seq: 0, origin_principal: "principal:writer" } as CommitRecord;
  const envelope: ChangeEnvelope = {
    ...{ kip: "2.0", ...shared },
    changes: ordinals.map((at) => ({
      ...{ op: "create", kind: "concept", id: elementId("concept", at), new_version: 1 },
    })),
  };
  return { status: "committed", record, envelope } as const;
};

describe("a described transaction", () => {
  it("is its envelope with the snapshot it began from, as far as its reader may see it", () => {
    expect(describeTransaction(view, committed(1, 99), of("reader"))).toMatchObject({
      ...{ kip: "2.0", space_seq: 1, snapshot_seq: 0, status: "committed" },
      changes: [{ id: "C-1" }],
    });
  });

  it("of which nothing may be seen is unknown, but not to who committed it", () => {
    const asReader = errorOf(() => describeTransaction(view, committed(99), of("reader")));
    const never = errorOf(() => {
      throw unknownTransaction({ tx_id: shared.tx_id });
    });
    expect(asReader).toEqual(never);
    for (const knowing of [of("writer"), of("auditor", true)]) {
      expect(describeTransaction(view, committed(99), knowing)).toMatchObject({
        ...{ status: "committed", changes: [] },
      });
    }
  });

  it("without an effect has no sequence and no changes, and is known to who asked for it", () => {
    const origin = { principal_id: "principal:writer", actor_binding_id: null, delegation_digest: null };
    const { space_seq: _, ...issued } = {
      ...{ ...shared, snapshot_seq: 1, status: "no_effect", request_digest: digestOf(1), origin },
    };
    const transaction = { status: "no_effect", receipt: issued as unknown as Receipt } as const;
    const described = describeTransaction(view, transaction, of("writer"));
    expect(described).toMatchObject({ status: "no_effect", snapshot_seq: 1, changes: [] });
    expect(described).not.toHaveProperty("space_seq");
    expect(describeTransaction(view, transaction, of("auditor", true))).toEqual(described);
    expect(errorOf(() => describeTransaction(view, transaction, of("reader")))).toMatchObject({
      code: "TransactionUnknown",
    });
  });
});
