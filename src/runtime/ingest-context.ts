import {
  type Digest,
  digestOf,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  type KipError,
  kipError,
  type RequestEnvelope,
  readTimestamp,
  requirePortableJson,
  type Timestamp,
} from "../model/index.js";
import type { PreparedOperation } from "./operation.js";
import { extensions } from "./request-envelope.js";

/** One observation that came with a request (§71.1). */
export interface IngestEntry {
  /** The parameter name under which the request's commands cite it. */
  readonly key: string;
  readonly evidenceClass: string;
  /** What was observed; undefined where it is behind the handle of an artifact that is no longer staged. */
  readonly payload: JsonValue | undefined;
  /** The handle the content was named by, or null where it came along. */
  readonly artifact: string | null;
  readonly contentDigest: Digest;
  readonly mediaType: string | null;
  readonly observedAt: Timestamp | null;
  /** An element reference, `{id}` or `{type, key}`; resolved where the Evidence is minted. */
  readonly sourceActor: JsonObject | null;
  readonly clientKey: string | null;
  readonly facets: Readonly<Record<string, JsonObject>>;
}

/** Finds the content a staged artifact's handle stands for, or undefined for a handle this Nexus did not give out. */
export type ArtifactLookup = (handle: string) => { readonly payload: JsonValue } | undefined;

/** The digests of content by the handles that earlier requests named it by. */
export type KnownArtifacts = Readonly<Record<string, Digest>>;

/** The most observations one request may carry. */
export const MAX_INGEST_ENTRIES = 256;

const ENTRY_MEMBERS = [
  "key",
  "evidence_class",
  "payload",
  "payload_artifact",
  "media_type",
  "observed_at",
  "source_actor",
  "client_key",
  "facets",
  "extensions",
];
const PARAMETER_NAME = /^[A-Za-z_][A-Za-z0-9_]*$/;

/**
 * Reads a request's ingestion context (§71.1); empty without one. Content that was staged as an artifact takes the place
 * of its handle (§85); `known` are handles whose content is gone and which are still good to recognise a resend by.
 * @throws `InvalidRequestEnvelope` for a wrong shape and for a key that is also a parameter, `ConstraintViolation` or
 * `TypeMismatch` for an `observed_at` that is no timestamp (§6.5), `ArtifactUnavailable` for an unknown handle,
 * `UnsupportedCapability` for a critical extension, `ResourceExhausted` past the limit.
 */
export function readIngest(
  { ingest, parameters, operations }: RequestEnvelope,
  artifactOf: ArtifactLookup,
  known: KnownArtifacts = {},
): readonly IngestEntry[] {
  if (ingest === undefined) return [];
  const { evidence } = membersOf(ingest, "ingest", ["evidence", "extensions"]);
  if (!Array.isArray(evidence) || evidence.length === 0) {
    throw malformed("ingest.evidence", "an array of at least one observation");
  }
  if (evidence.length > MAX_INGEST_ENTRIES) {
    throw kipError("ResourceExhausted", `a request may carry at most ${MAX_INGEST_ENTRIES} observations`, {
      hint: "Send the rest in further requests.",
      details: { limit: MAX_INGEST_ENTRIES, found: evidence.length },
    });
  }
  const taken = new Set(
    [parameters, ...operations.map((operation) => operation.parameters)].flatMap((each) =>
      Object.keys(each ?? {}),
    ),
  );
  return evidence.map((value: unknown, index) => {
    const entry = readEntry(value, `ingest.evidence[${index}]`, artifactOf, known);
    if (taken.has(entry.key)) {
      throw kipError(
        "InvalidRequestEnvelope",
        `the name ${JSON.stringify(entry.key)} stands for two things`,
        {
          hint: "Give every observation a key of its own, which is the name of no parameter either.",
          details: { field: `ingest.evidence[${index}].key`, key: entry.key },
        },
      );
    }
    taken.add(entry.key);
    return entry;
  });
}

function readEntry(
  value: unknown,
  where: string,
  artifactOf: ArtifactLookup,
  known: KnownArtifacts,
): IngestEntry {
  const entry = membersOf(value, where, ENTRY_MEMBERS);
  const { key, observed_at, source_actor, facets = {} } = entry;
  if (typeof key !== "string" || !PARAMETER_NAME.test(key)) {
    throw malformed(`${where}.key`, "a parameter name: letters, digits and underscores");
  }
  if (source_actor !== undefined && !isJsonObject(source_actor)) {
    throw malformed(`${where}.source_actor`, 'a reference, {"id": …} or {"type": …, "key": …}');
  }
  if (!isJsonObject(facets) || !Object.values(facets).every(isJsonObject)) {
    throw malformed(`${where}.facets`, "an object with an object of values for each Facet");
  }
  return {
    key,
    evidenceClass: textOf(entry.evidence_class, `${where}.evidence_class`, 256),
    ...contentOf(entry, where, artifactOf, known),
    mediaType: entry.media_type === undefined ? null : textOf(entry.media_type, `${where}.media_type`, 256),
    observedAt:
      observed_at === undefined ? null : readTimestamp(observed_at as JsonValue, `${where}.observed_at`),
    sourceActor: source_actor ?? null,
    clientKey: entry.client_key === undefined ? null : textOf(entry.client_key, `${where}.client_key`, 1024),
    facets: facets as Readonly<Record<string, JsonObject>>,
  };
}

function contentOf(
  { payload, payload_artifact: handle }: JsonObject,
  where: string,
  artifactOf: ArtifactLookup,
  known: KnownArtifacts,
): Pick<IngestEntry, "payload" | "artifact" | "contentDigest"> {
  if ((payload === undefined) === (handle === undefined)) {
    throw malformed(where, "an object with exactly one of payload and payload_artifact");
  }
  if (payload !== undefined) return { payload, artifact: null, contentDigest: digestOf(payload) };
  const artifact = textOf(handle, `${where}.payload_artifact`, 8192);
  const staged = artifactOf(artifact);
  if (staged) return { payload: staged.payload, artifact, contentDigest: digestOf(staged.payload) };
  const contentDigest = Object.hasOwn(known, artifact) ? known[artifact] : undefined;
  if (contentDigest === undefined) throw artifactUnavailable(`${where}.payload_artifact`);
  return { payload: undefined, artifact, contentDigest };
}

/** The error for content that is no longer staged under the handle an observation names (§85). */
export function artifactUnavailable(field: string): KipError {
  return kipError("ArtifactUnavailable", "no staged artifact has this handle", {
    hint: "Stage the content again with stageArtifact and send the new handle: staged content lasts until the page that staged it closes.",
    details: { field },
  });
}

/**
 * What observations say, for telling a request from another: content by its digest, however it came. So a resend means
 * the same with content that was staged again, or is no longer there.
 */
export function meaningOfIngest(entries: readonly IngestEntry[]): readonly JsonValue[] {
  return entries.map(({ payload: _, artifact: __, facets, ...entry }) => ({ ...entry, facets }));
}

/** Which operations of a request are transactions that mint what it ingests: KML other than a standalone DEFINE (§71.1). */
export function mints({ command, stateChanging }: PreparedOperation): boolean {
  return stateChanging && !command.type.startsWith("Define");
}

/**
 * Holds a request's observations against its operations, before any of them runs (§71.1). `operations` are those that
 * could be read; `transactions` is in how many of them something would be minted.
 * @throws `InvalidRequestEnvelope` when nothing would mint them, and when several transactions would and an entry has no
 * `client_key` to be recognised by.
 */
export function requireMintable(entries: readonly IngestEntry[], transactions: number): void {
  if (entries.length === 0) return;
  if (transactions === 0) {
    throw kipError("InvalidRequestEnvelope", "the request observes something and writes nothing", {
      hint: "Add the command that uses the observation, such as an ASSERT that cites it as evidence, or CREATE EVIDENCE. Reads and DEFINE record nothing.",
      details: { field: "ingest" },
    });
  }
  const keyless = entries.find(({ clientKey }) => clientKey === null);
  if (transactions > 1 && keyless) {
    throw kipError(
      "InvalidRequestEnvelope",
      `${transactions} transactions would each record ${JSON.stringify(keyless.key)}`,
      {
        hint: 'Give every observation a client_key, by which the transactions know it as one, or use the mode "atomic".',
        details: { field: "ingest", key: keyless.key },
      },
    );
  }
}

function membersOf(value: unknown, where: string, allowed: readonly string[]): JsonObject {
  if (!isJsonObject(value)) throw malformed(where, "an object");
  for (const member of Object.keys(value)) {
    if (allowed.includes(member)) continue;
    throw kipError("InvalidRequestEnvelope", `${where} has no member ${JSON.stringify(member)}`, {
      hint: `Leave it out. The members are ${allowed.join(", ")}.`,
      details: { member },
    });
  }
  requirePortableJson(value, where);
  if (value.extensions !== undefined) extensions(value.extensions, `${where}.extensions`);
  return value;
}

function textOf(value: unknown, where: string, longest: number): string {
  if (typeof value === "string" && value.length > 0 && value.length <= longest) return value;
  throw malformed(where, `a string of 1 to ${longest} characters`);
}

function malformed(where: string, expected: string): Error {
  return kipError("InvalidRequestEnvelope", `${where} must be ${expected}`, {
    hint: `Send ${where} as ${expected}.`,
    details: { field: where, expected },
  });
}
