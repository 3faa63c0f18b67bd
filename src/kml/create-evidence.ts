import type { CreateEvidenceCommand } from "../lang/index.js";
import {
  type Digest,
  digestOf,
  digestOfText,
  type ElementId,
  type Evidence,
  type EvidencePayload,
  isJsonObject,
  type JsonValue,
  kipError,
  readTimestamp,
} from "../model/index.js";
import type { Declaration } from "./declaration.js";
import { newEnvelope } from "./envelope.js";
import { evaluateValue } from "./evaluate.js";
import { missingField, readFieldNodes, readStatedDigest } from "./fields.js";
import type { MutationPlan } from "./plan.js";
import { applyRecordActions, isSetFields } from "./records.js";
import { requireNonEmptyText } from "./values.js";

/**
 * The Evidence a CREATE EVIDENCE asks for (§15, §56.1). `observed_at` defaults to the transaction's time, and the
 * digest of an inline payload is computed.
 * @throws `ConstraintViolation` for a missing or malformed field, `DigestMismatch` when the stated `sha256` is not the
 * payload's, `TypeMismatch` for a value of another type; whatever references throw.
 */
export function buildEvidence(
  plan: MutationPlan,
  id: ElementId,
  command: CreateEvidenceCommand,
  declaration: Declaration,
): Evidence {
  const scope = plan.scopeOf(null);
  const nodes = readFieldNodes("evidence", command.actions.filter(isSetFields));
  const read = <T>(name: string, reader: (value: JsonValue, where: string) => T): T | undefined => {
    const node = nodes.get(name);
    if (!node) return undefined;
    const value = evaluateValue(node, scope);
    declaration.say(`fields.${name}`, name === "payload" ? observedIn(value) : value);
    return reader(value, name);
  };
  const evidence_class = read("evidence_class", requireNonEmptyText);
  if (evidence_class === undefined) {
    throw missingField("evidence", "evidence_class", 'Add evidence_class, for example "user_statement".');
  }
  const payload = read("payload", readPayload);
  if (payload === undefined) {
    throw missingField("evidence", "payload", "Add payload: what was observed, as text or JSON.");
  }
  const stated = read("content_digest", readStatedDigest);
  const media_type = read("media_type", requireNonEmptyText);
  const observed_at = read("observed_at", readTimestamp);
  const evidence: Evidence = {
    ...newEnvelope(plan, id, "evidence"),
    evidence_class,
    payload,
    content_digest: digestOfPayload(payload, stated),
    ...(media_type === undefined ? {} : { media_type }),
    observed_at: observed_at ?? plan.context.now,
    source: [],
    generated_by: null,
    lifecycle: { status: "active", corrects: [], corrected_by: [] },
  };
  return applyRecordActions(plan, evidence, command.actions, scope, declaration);
}

/** What a payload says was observed, however it is written: a resend may write it the other way. */
function observedIn(value: JsonValue): JsonValue {
  const payload = readPayload(value);
  return "mode" in payload && payload.mode === "inline" ? payload.inline : value;
}

/**
 * What is observed becomes the inline payload as it is. Only an object of exactly the stored form of a payload
 * (§15.3), `{mode: "inline", inline}` or `{mode: "external", content_ref}`, is read as that form.
 */
function readPayload(value: JsonValue): EvidencePayload {
  if (isJsonObject(value) && Object.keys(value).length === 2) {
    if (value.mode === "inline" && value.inline !== undefined)
      return { mode: "inline", inline: value.inline };
    if (value.mode === "external" && value.content_ref !== undefined) {
      return { mode: "external", content_ref: requireNonEmptyText(value.content_ref, "payload.content_ref") };
    }
  }
  return { mode: "inline", inline: value };
}

/**
 * The digest of a payload: of a text's bytes, of any other value's canonical JSON (§37.7). A stated digest of another
 * algorithm is kept, since only its author can check it; the conformance suite pins that.
 */
function digestOfPayload(payload: EvidencePayload, stated: string | undefined): Digest {
  if (!("mode" in payload) || payload.mode === "external") {
    if (stated !== undefined) return stated as Digest;
    throw kipError("ConstraintViolation", "an external payload needs its content_digest", {
      hint: 'Add content_digest: "sha256:…" of the bytes content_ref names, or send the payload inline.',
      details: { field: "content_digest" },
    });
  }
  const { inline } = payload;
  const computed = typeof inline === "string" ? digestOfText(inline) : digestOf(inline);
  if (stated === undefined || stated === computed) return computed;
  if (!stated.startsWith("sha256:")) return stated as Digest;
  throw kipError("DigestMismatch", "content_digest is not the digest of the payload", {
    hint: "Leave content_digest out: the engine computes it. If it came with the source, the payload was altered.",
    details: { field: "content_digest", stated, computed },
  });
}
