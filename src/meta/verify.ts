import {
  type CommitRecord,
  digestOf,
  isJsonObject,
  type JsonObject,
  kipError,
  type Receipt,
  sameJson,
} from "../model/index.js";
import {
  artifactDigest,
  DIGEST_PROFILE,
  PACKAGE_FORMAT,
  packageRef,
  type SchemaEnvironment,
} from "../schema/index.js";
import { notAnArtifact, requiredText } from "./artifact.js";

/** What this runtime holds about the transaction a Receipt names. */
export type ReceiptRecord =
  /** The Receipt names a transaction of another Space, or one that has no Commit Record. */
  | { readonly status: "not_held" }
  /** The Receipt as it was issued here, with the Commit Record of its transaction where there is one. */
  | { readonly status: "held"; readonly issued: Receipt; readonly record: CommitRecord | null };

const RECEIPT = "receipt";

/**
 * What `VERIFY RECEIPT` answers (§69.1): that the Receipt's digest is the digest of its contents, and whether it is the
 * one this runtime issued for the transaction it names. It establishes neither trust nor the truth of anything inside.
 * @throws `ArtifactParseError` for what is no Receipt, `DigestMismatch` when a digest or the Commit Record disagrees.
 */
export function verifyReceipt(receipt: JsonObject, held: ReceiptRecord): JsonObject {
  const stated = requiredText(receipt, "receipt_digest", RECEIPT);
  const { receipt_digest: _digest, proofs: _proofs, ...content } = receipt;
  const actual = digestOf(content);
  if (actual !== stated) {
    throw kipError("DigestMismatch", "the receipt's digest is not the digest of its contents", {
      hint: "The receipt was altered after it was issued. DESCRIBE TRANSACTION tells what was committed.",
      details: { artifact: RECEIPT, check: "receipt_digest", stated, actual },
    });
  }
  if (held.status === "held") requireIssued(content, held);
  else requireOwnSpace(content);
  return {
    target: "RECEIPT",
    valid: true,
    receipt_digest: actual,
    digest_profile: DIGEST_PROFILE,
    tx_id: content.tx_id ?? null,
    commit_record: held.status === "held" ? (held.record ? "match" : "none") : "not_held",
    signature: "none",
    meaning: "What was committed, not that it is true.",
  };
}

/**
 * A transaction that committed is named after its Space and sequence, whoever issued the Receipt: one whose names
 * contradict each other was issued by nobody.
 */
function requireOwnSpace({ tx_id, space_id, space_seq }: JsonObject): void {
  if (typeof tx_id !== "string" || typeof space_id !== "string") return;
  const cut = tx_id.lastIndexOf("#");
  if (cut === -1 || !/^[1-9][0-9]*$/.test(tx_id.slice(cut + 1))) return;
  const members = [
    ...(tx_id.slice(0, cut) === space_id ? [] : ["space_id"]),
    ...(space_seq === undefined || Number(tx_id.slice(cut + 1)) === space_seq ? [] : ["space_seq"]),
  ];
  if (members.length === 0) return;
  throw kipError("DigestMismatch", "the receipt names a transaction of another Space than its own", {
    hint: "It was issued by nobody in this form. Verify the receipt as the runtime returned it.",
    details: { artifact: RECEIPT, check: "tx_id", members },
  });
}

/** The receipt of a transaction of this Space must say of it what the Commit Record says. */
function requireIssued(
  content: JsonObject,
  { issued, record }: Extract<ReceiptRecord, { status: "held" }>,
): void {
  const { receipt_digest: _digest, ...known } = issued as unknown as JsonObject;
  const facts: JsonObject = record ? { ...known, ...sharedFacts(record) } : known;
  const differing = Object.keys(facts).filter(
    (name) => !sameJson(content[name] ?? null, facts[name] ?? null),
  );
  if (differing.length === 0) return;
  throw kipError(
    "DigestMismatch",
    "the receipt does not say what the commit record of its transaction says",
    {
      hint: "It was not issued here in this form. DESCRIBE TRANSACTION tells what was committed.",
      details: { artifact: RECEIPT, check: "commit_record", members: differing },
    },
  );
}

/** What a Receipt repeats of the Commit Record (§33). */
function sharedFacts(record: CommitRecord): JsonObject {
  const { origin_principal: _, ...shared } = record;
  return shared as unknown as JsonObject;
}

/** The transaction a Receipt names. @throws `ArtifactParseError` for a Receipt without one. */
export function transactionOf(receipt: JsonObject): { readonly txId: string; readonly spaceId: string } {
  return {
    txId: requiredText(receipt, "tx_id", RECEIPT),
    spaceId: requiredText(receipt, "space_id", RECEIPT),
  };
}

const PACKAGE = "schema package";

/**
 * What `VERIFY SCHEMA PACKAGE` answers (§69.1): that the artifact's content has the digest it states, and is the one
 * installed under the same reference where one is. Whether its definitions are legal is for VALIDATE to say.
 * @throws `ArtifactParseError` for what is no package artifact, `DigestMismatch` when a digest disagrees.
 */
export function verifyPackage(artifact: JsonObject, environment: SchemaEnvironment): JsonObject {
  const ref = packageReference(artifact);
  const actual = artifactDigest(artifact);
  const { integrity } = artifact;
  const stated = isJsonObject(integrity) ? integrity.content_digest : undefined;
  if (stated !== undefined && stated !== actual) {
    throw kipError("DigestMismatch", `the content of ${ref} is not what its digest names`, {
      hint: "The artifact was altered after it was published. Fetch it again from where it came from.",
      details: { artifact: PACKAGE, package_ref: ref, check: "content_digest", stated, actual },
    });
  }
  const installed = environment.packages.find(({ package: item }) => item.packageRef === ref)?.package;
  if (installed && installed.contentDigest !== actual) {
    throw kipError("DigestMismatch", `${ref} is installed here with other content`, {
      hint: "A package version never changes: one of the two is not the published one.",
      details: {
        ...{ artifact: PACKAGE, package_ref: ref, check: "installed" },
        ...{ actual, installed: installed.contentDigest },
      },
    });
  }
  return {
    target: "SCHEMA PACKAGE",
    valid: true,
    package_ref: ref,
    content_digest: actual,
    digest_profile: DIGEST_PROFILE,
    digest_stated: stated !== undefined,
    installed: installed ? "match" : "not_installed",
    signature: "none",
  };
}

function packageReference(artifact: JsonObject): string {
  if (artifact.format !== PACKAGE_FORMAT) throw notAnArtifact(PACKAGE, `its format is not ${PACKAGE_FORMAT}`);
  const { manifest } = artifact;
  if (!isJsonObject(manifest)) throw notAnArtifact(PACKAGE, "it has no manifest");
  return packageRef(
    requiredText(manifest, "package_id", PACKAGE),
    requiredText(manifest, "version", PACKAGE),
  );
}
