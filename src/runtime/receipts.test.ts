import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { type Schema, Validator } from "@cfworker/json-schema";
import { describe, expect, it } from "vitest";
import { asSpaceId, type ChangeEntry, type ControlChange, digestOf, type Timestamp } from "../model/index.js";
import {
  commitArtifacts,
  type FinishedPlan,
  noEffectReceipt,
  noEffectTxId,
  planDigestVerifies,
  receiptDigestVerifies,
} from "./receipts.js";

const schemas = fileURLToPath(new URL("../../../shared/spec/schemas/", import.meta.url));
const isThere = existsSync(schemas);
if (!isThere) console.log("skipped: no ../shared");

/** The published schema of a wire shape, or of one of its parts. */
function validatorOf(name: string, part?: string): Validator {
  const read = (file: string) => JSON.parse(readFileSync(`${schemas}${file}`, "utf8")) as Schema;
  const whole = read(`${name}.schema.json`);
  const root = part === undefined ? whole : ({ $ref: `#/$defs/${part}`, $defs: whole.$defs } as Schema);
  const validator = new Validator(root, "2020-12");
  for (const other of ["kip-common", "kip-projection"]) validator.addSchema(read(`${other}.schema.json`));
  return validator;
}

const KINDS = ["trust", "policy", "schema", "identity", "authorization", "recording"] as const;

const plan: FinishedPlan = {
  space: asSpaceId("kip:space:test"),
  snapshotSeq: 7,
  environmentVersion: 2,
  principal: "principal:owner",
  requestDigest: digestOf("request"),
  changes: [{ op: "create", kind: "evidence", id: "E-1", new_version: 1 } as ChangeEntry],
  controlChanges: KINDS.map((kind): ControlChange => ({ kind, version: "8" })),
  transactionClass: "recording_repair",
  result: [null],
};
const { envelope, receipt, record } = commitArtifacts(plan, "2026-10-01T00:00:00.000Z" as Timestamp);
const idle = noEffectReceipt(plan, noEffectTxId(plan.space, plan.snapshotSeq));

describe("A receipt", () => {
  it("verifies as it is, and with nothing of it changed", () => {
    expect([receiptDigestVerifies(receipt), receiptDigestVerifies(idle)]).toEqual([true, true]);
    for (const member of Object.keys(receipt).filter((name) => name !== "receipt_digest")) {
      expect(receiptDigestVerifies({ ...receipt, [member]: "other" }), member).toBe(false);
    }
  });

  it("names the plan that its change envelope tells", () => {
    expect(planDigestVerifies(receipt, envelope)).toBe(true);
    expect(planDigestVerifies(receipt, { ...envelope, changes: [] })).toBe(false);
    expect(planDigestVerifies(receipt, { ...envelope, control_changes: [] })).toBe(false);
  });

  it("agrees with the commit record it is a projection of", () => {
    const { origin_principal, ...shared } = record;
    expect(receipt).toMatchObject({ ...shared, origin: { principal_id: origin_principal } });
  });

  it("without effect has an id of its own, and no sequence", () => {
    expect(idle).not.toHaveProperty("space_seq");
    expect(noEffectTxId(plan.space, 7)).not.toBe(noEffectTxId(plan.space, 7));
  });
});

describe.skipIf(!isThere)("What a commit tells", () => {
  it.each([
    ["kip-change-envelope", undefined, envelope],
    ["kip-response", "Receipt", receipt],
    ["kip-response", "Receipt", idle],
  ])("has the published shape: %s %s", (name, part, told) => {
    const { valid, errors } = validatorOf(name, part).validate(told);
    expect({ valid, errors }).toEqual({ valid: true, errors: [] });
  });
});
