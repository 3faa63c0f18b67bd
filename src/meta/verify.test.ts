import { describe, expect, it } from "vitest";
import {
  asSpaceId,
  type CommitRecord,
  commitTxId,
  digestOf,
  type JsonObject,
  type Receipt,
  type Timestamp,
} from "../model/index.js";
import { builtInPackages, generalPackage, SchemaEnvironment } from "../schema/index.js";
import { MAX_ARTIFACT_LENGTH, readArtifact } from "./artifact.js";
import { errorOf } from "./memory.fixture.js";
import { type ReceiptRecord, verifyPackage, verifyReceipt } from "./verify.js";

const space = asSpaceId("kip:space:test");
const shared = {
  ...{ tx_id: commitTxId(space, 4), space_id: space, space_seq: 4, snapshot_seq: 3 },
  committed_at: "2026-10-01T00:00:00.000Z" as Timestamp,
  ...{ transaction_class: "cognitive", schema_environment_version: 1, change_summary: { create: 1 } },
  ...{ request_digest: digestOf(1), semantic_plan_digest: digestOf(2), result_digest: digestOf(3) },
};
const record: CommitRecord = { ...shared, origin_principal: "principal:owner" };

function sealed(content: JsonObject): Receipt {
  return { ...content, receipt_digest: digestOf(content) } as unknown as Receipt;
}

const origin = { principal_id: "principal:owner", actor_binding_id: null, delegation_digest: null };
const issued = sealed({ ...shared, status: "committed", origin });
const held: ReceiptRecord = { status: "held", issued, record };

const verify = (receipt: object, known: ReceiptRecord = held) => verifyReceipt(receipt as JsonObject, known);

describe("VERIFY RECEIPT", () => {
  it("finds the receipt that was issued valid, proofs and member order aside", () => {
    const reordered = Object.fromEntries(Object.entries(issued).reverse());
    expect(verify({ ...reordered, proofs: [{ by: "someone" }] })).toMatchObject({
      ...{ target: "RECEIPT", valid: true, commit_record: "match" },
      receipt_digest: issued.receipt_digest,
    });
  });

  it.each(Object.keys(shared))("notices that %s was altered", (member) => {
    const altered = { ...issued, [member]: "other" };
    expect(errorOf(() => verify(altered))).toMatchObject({
      code: "DigestMismatch",
      details: { check: "receipt_digest" },
    });
    const { receipt_digest: _, ...content } = altered;
    expect(errorOf(() => verify(sealed(content as unknown as JsonObject)))).toMatchObject({
      code: "DigestMismatch",
      details: { check: "commit_record", members: [member] },
    });
  });

  it("says of a receipt of elsewhere only that it is intact", () => {
    expect(verify(issued, { status: "not_held" })).toMatchObject({ valid: true, commit_record: "not_held" });
  });

  it("takes no receipt that moves a transaction into another Space for intact", () => {
    const { receipt_digest: _, ...content } = { ...issued, tx_id: "kip:space:a#1", space_id: "kip:space:b" };
    const forged = sealed({ ...content, space_seq: 1 } as unknown as JsonObject);
    expect(errorOf(() => verify(forged, { status: "not_held" }))).toMatchObject({
      code: "DigestMismatch",
      details: { check: "tx_id", members: ["space_id"] },
    });
  });

  it.each([[7], [[issued]], ["{no json"], [{}], [{ tx_id: "x" }]])("takes %j for no receipt", (value) => {
    expect(errorOf(() => verify(readArtifact(value as never, "receipt")))?.code).toBe("ArtifactParseError");
  });

  it("looks nothing up under a handle, whatever it looks like, and reads no more than it can", () => {
    for (const handle of ["artifact:1", "/etc/passwd", "https://example.org/receipt.json"]) {
      expect(errorOf(() => readArtifact(handle, "receipt"))?.code).toBe("ArtifactUnavailable");
    }
    const large = `{"text":"${"x".repeat(MAX_ARTIFACT_LENGTH)}"}`;
    expect(errorOf(() => readArtifact(large, "receipt"))?.code).toBe("ArtifactTooLarge");
  });

  it("takes the text of a receipt too", () => {
    expect(verify(readArtifact(JSON.stringify(issued), "receipt"))).toMatchObject({ valid: true });
  });
});

describe("VERIFY SCHEMA PACKAGE", () => {
  const environment = SchemaEnvironment.core.activate(builtInPackages());
  const { artifact } = generalPackage();

  it("finds the installed artifact valid, and compares it with what is installed", () => {
    expect(verifyPackage(artifact, environment)).toMatchObject({
      ...{ valid: true, package_ref: "kip://domains/general@1.0.0", installed: "match", digest_stated: true },
    });
    expect(verifyPackage(artifact, SchemaEnvironment.core)).toMatchObject({ installed: "not_installed" });
  });

  it("notices an altered artifact, with its old digest and without any", () => {
    const altered: JsonObject = { ...artifact, model_hints: { use: "differently" } };
    expect(errorOf(() => verifyPackage(altered, SchemaEnvironment.core))).toMatchObject({
      code: "DigestMismatch",
      details: { check: "content_digest" },
    });
    const { integrity: _, ...bare } = altered;
    expect(errorOf(() => verifyPackage(bare, environment))).toMatchObject({
      code: "DigestMismatch",
      details: { check: "installed" },
    });
    expect(verifyPackage(bare, SchemaEnvironment.core)).toMatchObject({ valid: true, digest_stated: false });
  });

  it.each([[{}], [{ format: "KIP-Capsule" }], [{ format: "KIP-Schema-Package", manifest: {} }]])(
    "takes %j for no package",
    (value) => {
      expect(errorOf(() => verifyPackage(value as JsonObject, environment))?.code).toBe("ArtifactParseError");
    },
  );
});
