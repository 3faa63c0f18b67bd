import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  asKipError,
  digestOfText,
  type ErrorCode,
  type JsonObject,
  type KipErrorShape,
  kipError,
  REGISTRY,
  type RequestEnvelope,
  type ResponseEnvelope,
} from "../model/index.js";
import { openRuntime } from "./nexus.fixture.js";
import { NexusRuntime } from "./nexus-runtime.js";

/** What is sent to get an error: a command, with whatever stands around it. */
interface Request {
  readonly command: string;
  readonly parameters?: JsonObject;
  readonly envelope?: Partial<RequestEnvelope>;
  readonly readonly?: true;
}

const one = (command: string, parameters: JsonObject = {}): Request => ({ command, parameters });
const find = 'FIND(?c.id) WHERE { ?c CONCEPT {type: "Person"} }';
const person = 'CREATE CONCEPT ?c { TYPE "Person" NAME "x" }';

/** The digest of a payload that is held elsewhere. */
const ELSEWHERE_HELD = digestOfText("held elsewhere");

/** A request for each code, in the memory that `setUp` leaves. */
const PRODUCERS: Partial<
  Record<ErrorCode, Request | ((runtime: NexusRuntime) => Promise<ResponseEnvelope>)>
> = {
  InvalidSyntax: one("FIND("),
  InvalidIdentifier: one('DEFINE PREDICATE "no name" {description: "x"}'),
  InvalidRequestEnvelope: { command: find, envelope: { operations: [] } },
  UnsupportedProtocolVersion: { command: find, envelope: { kip: "1.0" as "2.0" } },
  UnsupportedCapability: { command: find, envelope: { requires: { telepathy: true } } },
  UnsupportedIsolation: {
    command: find,
    envelope: { execution: { mode: "independent", isolation: "read_uncommitted" } },
  },
  LanguageMismatch: { command: person, envelope: { operations: [{ command: person, language: "KQL" }] } },
  ReadonlyViolation: { command: person, readonly: true },
  DuplicateLocalHandle: one(`MUTATE { ${person} ${person} }`),
  DuplicateMutationTarget: one(
    'MUTATE { UPDATE "C-1" SET FIELDS {name: "x"} UPDATE "C-1" SET FIELDS {name: "y"} }',
  ),
  SchemaSymbolNotFound: one('CREATE CONCEPT ?c { TYPE "Persn" NAME "x" }'),
  SchemaSymbolAmbiguous: one('CREATE CONCEPT ?c { TYPE "Gadget" NAME "x" }'),
  SchemaSymbolConflict: one('DEFINE CONCEPT TYPE "Person" {description: "another"}'),
  SchemaFieldNotFound: one('UPDATE "C-1" SET FIELDS {color: "red"}'),
  SchemaPackageUnavailable: one('DESCRIBE PACKAGE "kip://nobody/knows@1.0.0"'),
  SchemaEnvironmentChanged: {
    command: find,
    envelope: { preconditions: { schema_environment_version: 99 } },
  },
  TypeMismatch: one(`${find} LIMIT :n`, { n: "three" }),
  ConstraintViolation: one(`${find} FOR TIME :at`, { at: "2026-01-01" }),
  NotFoundOrNotVisible: one('UPDATE "C-999" SET FIELDS {name: "x"}'),
  ReferenceError: one(`${find} LIMIT :n`),
  StructuralReferenceInvalid: one(
    'CREATE ACTIVITY ?x { SET FIELDS {activity_class: "inference"} SET STRUCTURAL { ("associated_actors", "E-1") } }',
  ),
  IdentitySelectorRequired: one('UPSERT CONCEPT ?p { MATCH {type: "Person"} SET FIELDS {name: "x"} }'),
  NameIdentityForbidden: one('ASSERT (:who, "knows", "C-2") {by: "C-1", mode: "stated"}', {
    who: { name: "Ann" },
  }),
  IdentityConflict: one('UPSERT CONCEPT ?p { MATCH {key: "shared"} SET FIELDS {name: "x"} }'),
  ClientKeyConflict: one('CREATE CONCEPT ?c { TYPE "Person" NAME "other" CLIENT KEY "spent" }'),
  IdentityMergeConflict: one('MERGE CONCEPT "C-1" INTO "C-3"'),
  ImmutableField: one('UPDATE "C-1" SET FIELDS {key: "other"}'),
  EpistemicRevisionRequired: one('UPDATE "A-1" SET ATTRIBUTES {note: "x"}'),
  EvidenceCorrectionRequired: one('UPDATE "E-1" SET FIELDS {payload: "x"}'),
  InvalidLifecycleTransition: async () => {
    const runtime = await openRuntime();
    const claim = 'ASSERT ("C-1", "timezone", "Europe/Oslo") {by: "C-1", mode: "stated"}';
    await runtime.executeKip({ command: 'CREATE CONCEPT ?c {TYPE "Person" NAME "Ann"}' });
    await runtime.executeKip({ command: claim });
    await runtime.executeKip({ command: `${claim} SUPERSEDING "A-1"` });
    return runtime.executeKip({ command: 'TRANSITION "A-1" TO "retracted"' });
  },
  SupersessionMismatch: one('ASSERT ("C-1", "knows", "C-4") {by: "C-2", mode: "stated"} SUPERSEDING "A-1"'),
  EvidenceCorrectionConflict: one('TRANSITION "E-2" TO "corrected" BY "E-1"'),
  ActivityTerminal: one('UPDATE "X-1" SET FIELDS {activity_class: "import"}'),
  ProjectionTargetUnbound: one(
    'FIND(?b) WHERE { ?c {id: "C-1"} OPTIONAL { ?p (?c, "prefers", ?o) } ?b BELIEF (?p) }',
  ),
  ProjectionTargetUnbounded: one('FIND(?b) WHERE { ?b BELIEF SLOT (?s, "knows") }'),
  ProjectionPolicyUnavailable: one(`${find} WITH EPISTEMIC {policy: "kip:mine"}`),
  ProtectedSystemField: one('UPDATE "C-1" SET FIELDS {version: 9}'),
  ProtectedGovernanceField: one('UPDATE "C-1" SET FIELDS {canonical_id: "urn:someone"}'),
  ProtectedSchemaState: one('UPDATE "C-1" SET FIELDS {schema_ref: "kip://x@1.0.0/Person"}'),
  Unauthenticated: async (runtime) => {
    const endpoint = await runtime.endpoint({ principal: "principal:gone" });
    await (await runtime.governance()).change({ op: "suspend_principal", id: "principal:gone" });
    return endpoint.executeKip({ command: find });
  },
  NotAuthorized: (runtime) => as(runtime, "instrument", 'UPDATE "C-1" SET FIELDS {name: "x"}'),
  RetractionNotAuthorized: (runtime) => as(runtime, "instrument", 'TRANSITION "A-1" TO "retracted"'),
  ProjectionNotAuthorized: (runtime) =>
    as(runtime, "instrument", 'FIND(?b) WHERE { ?b BELIEF SLOT ("C-1", "knows") }'),
  ActorBindingRequired: one('ASSERT ("C-4", "knows", "C-2") {by: "C-4", mode: "stated"}'),
  RequiresApproval: (runtime) => as(runtime, "agent", 'TRANSITION "C-3" TO "archived"'),
  OutcomeUnknown: async () => {
    const name = crypto.randomUUID();
    const runtime = await NexusRuntime.open({ name });
    try {
      const { store } = await runtime.readingSession();
      const lost = () => Promise.reject(kipError("InternalError", "the connection was lost"));
      Object.assign(store, { commit: lost, commitAt: lost });
      return await runtime.executeKip({ command: person });
    } finally {
      runtime.close();
      await NexusRuntime.delete(name);
    }
  },
  LegalHoldConflict: one('PURGE "C-4" CONFIRM "PURGE"'),
  PurgeDenied: one('PURGE "C-1" CONFIRM "PURGE"'),
  VersionConflict: one('UPDATE "C-1" SET FIELDS {name: "x"} EXPECT VERSION 99'),
  PreconditionFailed: { command: find, envelope: { preconditions: { space_seq: 9999 } } },
  IdempotencyConflict: {
    command: person,
    envelope: { execution: { mode: "independent", idempotency_key: "spent" } },
  },
  TransactionUnknown: one('DESCRIBE TRANSACTION "kip:space:default#9999"'),
  TransactionTooLarge: async (runtime) => {
    const created = Array.from(
      { length: 5001 },
      (_, at) => `CREATE CONCEPT ?c${at} {TYPE "Person" NAME "n"}`,
    );
    const operations = Array.from({ length: 2 }, () => ({ command: `MUTATE { ${created.join(" ")} }` }));
    return runtime.request({ kip: "2.0", execution: { mode: "atomic" }, operations });
  },
  HistoricalSnapshotUnavailable: one(`${find} AS OF SEQ 9999`),
  CursorInvalid: one(`${find} CURSOR "made up"`),
  CursorMismatch: async (runtime) => continued(runtime, `${find} LIMIT 1`, `${find} ORDER BY ?c.id LIMIT 1`),
  CursorTypeMismatch: async (runtime) => continued(runtime, "LIST TYPES LIMIT 1", `${find} LIMIT 1`),
  CursorExpired: async (runtime) => {
    const search = 'SEARCH CONCEPT "t" LIMIT 1';
    return continued(runtime, search, search, () => runtime.executeKip({ command: person }));
  },
  SearchModeUnsupported: one('SEARCH CONCEPT "Ann" MODE :mode', { mode: "telepathic" }),
  SearchIndexUnavailable: {
    command: "",
    envelope: {
      execution: { mode: "atomic" },
      operations: [{ command: person }, { command: 'SEARCH CONCEPT "Ann"' }],
    },
  },
  ArtifactUnavailable: one("VERIFY RECEIPT :artifact", { artifact: "artifact:1" }),
  ArtifactTooLarge: one("VERIFY RECEIPT :artifact", { artifact: `{${" ".repeat(8_000_000)}}` }),
  ArtifactParseError: one("VERIFY RECEIPT :artifact", { artifact: "{" }),
  DigestMismatch: one("VERIFY RECEIPT :artifact", {
    artifact: { tx_id: "kip:space:default#1", space_id: "kip:space:default", receipt_digest: "sha256:0" },
  }),
  BlobUnavailable: (runtime) =>
    thrown(
      runtime.repairRecording({
        ...{ source_ref: "E-4", source_digest: ELSEWHERE_HELD, source_locator: "" },
        ...{ invalidated_refs: ["A-2"], replacement_refs: [], reason: "extraction_error" },
        expected_versions: { "A-2": 1 },
      }),
    ),
  HistoricalSchemaUnavailable: async () => {
    const name = crypto.randomUUID();
    const runtime = await NexusRuntime.open({ name });
    try {
      await runtime.executeKip({ command: person });
      await runtime.activatePackages([gadgets("one")]);
      await runtime.executeKip({ command: person });
      await forgetPackages(`kip-nexus:${name}`);
      return await runtime.executeKip({ command: `${find} AS OF SEQ 1` });
    } finally {
      runtime.close();
      await NexusRuntime.delete(name);
    }
  },
  ResourceExhausted: one(`FIND(?x) WHERE ${"{".repeat(200)}`),
  ResultLimitExceeded: one(
    'FIND(?a.id, ?b.id) WHERE { ?a CONCEPT {type: "Topic"} ?b CONCEPT {type: "Topic"} } LIMIT 200000',
  ),
  ExecutionTimeout: {
    command: "",
    envelope: {
      execution: { mode: "sequence", on_error: "continue" },
      options: { deadline_ms: 1 },
      operations: [
        { command: 'FIND(COUNT(?a)) WHERE { ?a CONCEPT {type: "Topic"} ?b CONCEPT {type: "Topic"} }' },
        { command: find },
      ],
    },
  },
};

/** The codes no request gets here, and why. */
const ELSEWHERE: Partial<Record<ErrorCode, string>> = {
  HistoricalSearchUnavailable: "every sequence that can be read can be searched",
  CapsuleValidationFailed: "there are no capsules: every statement about one is UnsupportedCapability",
  ImportPreviewConflict: "there are no capsules",
  ProofInvalid: "receipts and packages are not signed: signed_receipts is not advertised",
  SignerUnknown: "nothing is signed here",
  RateLimited: "a memory in one's own browser counts no requests",
  RequiresStrongerAuthentication:
    "a connection is authenticated by the host that opened it, once and for all",
  InternalError: "a defect; src/client/open-nexus.browser.test.ts gets it from a closed Nexus",
  SerializationConflict:
    "Web Locks keep writers apart; only where they are missing can another tab keep winning",
};

/** Sends `first`, then `second` with the cursor that the first returned. */
async function continued(
  runtime: NexusRuntime,
  first: string,
  second: string,
  meanwhile: () => Promise<unknown> = async () => undefined,
): Promise<ResponseEnvelope> {
  const page = await runtime.executeKipReadonly({ command: first });
  await meanwhile();
  const cursor = page.results[0]?.next_cursor ?? null;
  return runtime.executeKipReadonly({ command: `${second} CURSOR :cursor`, parameters: { cursor } });
}

/** Sends a command as a Principal of the preset. */
async function as(runtime: NexusRuntime, principal: string, command: string): Promise<ResponseEnvelope> {
  return (await runtime.endpoint({ principal })).executeKip({ command });
}

/** What a host operation failed with, as a response would have it. */
async function thrown(work: Promise<unknown>): Promise<ResponseEnvelope> {
  const error = await work.then(
    () => undefined,
    (failure: unknown) => asKipError(failure).toShape(),
  );
  return { kip: "2.0", status: "failed", results: [], ...(error ? { error } : {}) };
}

/** Loses every package artifact a database holds. */
function forgetPackages(database: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open(database);
    opening.onerror = () => reject(opening.error);
    opening.onsuccess = () => {
      const transaction = opening.result.transaction("packages", "readwrite");
      transaction.objectStore("packages").clear();
      transaction.oncomplete = () => {
        opening.result.close();
        resolve();
      };
    };
  });
}

const gadgets = (path: string) => ({
  format: "KIP-Schema-Package",
  manifest: { package_id: `kip://test/${path}`, version: "1.0.0" },
  definitions: { concept_types: { Gadget: { kind: "ConceptType", description: "A gadget." } } },
});

/** C-1 Ann knows C-2 Bob by A-1 on E-1; C-3 is a Topic; E-2 is corrected by E-3; X-1 is over; C-4 is held and $self. */
async function setUp(runtime: NexusRuntime): Promise<void> {
  await runtime.activatePackages([gadgets("one"), gadgets("two")]);
  const topics = Array.from({ length: 320 }, (_, at) => `CREATE CONCEPT ?t${at} {TYPE "Topic" NAME "t"}`);
  const commands = [
    'MUTATE { CREATE CONCEPT ?a {TYPE "Person" NAME "Ann" SET FIELDS {key: "ann", canonical_id: "urn:ann"}} CREATE CONCEPT ?b {TYPE "Person" NAME "Bob" SET FIELDS {key: "shared"}} CREATE CONCEPT ?c {TYPE "Topic" NAME "Tea" SET FIELDS {key: "shared"}} CREATE CONCEPT ?d {TYPE "Person" NAME "Held"} CREATE EVIDENCE ?e {SET FIELDS {evidence_class: "user_statement", payload: "I know Bob"}} ASSERT (?a, "knows", ?b) {by: ?a, mode: "stated", evidence: ?e} }',
    'MUTATE { CREATE EVIDENCE ?old {SET FIELDS {evidence_class: "document", payload: "a"}} CREATE EVIDENCE ?new {SET FIELDS {evidence_class: "document", payload: "b"}} TRANSITION ?old TO "corrected" BY ?new }',
    'CREATE ACTIVITY ?x {SET FIELDS {activity_class: "inference", status: "completed"}}',
    `MUTATE { CREATE EVIDENCE ?e {SET FIELDS {evidence_class: "message", payload: {mode: "external", content_ref: "blob:1"}, content_digest: "${ELSEWHERE_HELD}"}} ASSERT ?a ("C-2", "knows", "C-1") {by: "C-2", mode: "stated", evidence: ?e} }`,
    'SET RETENTION "C-4" {legal_hold: true}',
    'CREATE CONCEPT ?c { TYPE "Person" NAME "first" CLIENT KEY "spent" }',
    `MUTATE { ${topics.join(" ")} }`,
  ];
  for (const command of commands) {
    const response = await runtime.executeKip({ command });
    expect(response.results[0]?.error ?? response.error, command.slice(0, 80)).toBeUndefined();
  }
  const governance = await runtime.governance();
  for (const change of [
    { op: "add_principal", id: "principal:gone", label: "gone" },
    { op: "designate_self", concept: "C-4" },
    { op: "set_policy", approvals: [{ permissions: ["archive"] }] },
  ]) {
    await governance.change(change);
  }
  await runtime.request({
    kip: "2.0",
    execution: { mode: "independent", idempotency_key: "spent" },
    operations: [{ command: 'CREATE CONCEPT ?c { TYPE "Person" NAME "y" }' }],
  });
}

function errorOf(response: ResponseEnvelope): KipErrorShape | undefined {
  return response.error ?? response.results.find(({ error }) => error)?.error;
}

describe("every error code", () => {
  const name = crypto.randomUUID();
  let runtime: NexusRuntime;

  beforeAll(async () => {
    runtime = await NexusRuntime.open({ name });
    await setUp(runtime);
  });

  afterAll(async () => {
    runtime.close();
    await NexusRuntime.delete(name);
  });

  it("is produced here, or it is said why it cannot be", () => {
    const told = [...Object.keys(PRODUCERS), ...Object.keys(ELSEWHERE)];
    expect(told.sort()).toEqual(Object.keys(REGISTRY).sort());
  });

  it.each(Object.entries(PRODUCERS))("%s comes with what a model needs to go on", async (code, producer) => {
    const response = typeof producer === "function" ? await producer(runtime) : await send(runtime, producer);
    const error = errorOf(response);
    expect(error).toMatchObject({
      code,
      category: REGISTRY[code as ErrorCode].category,
      retry: { class: REGISTRY[code as ErrorCode].retry },
      message: expect.stringMatching(/\S/),
      hint: expect.stringMatching(/\S.{9,}/),
    });
  });
});

function send(runtime: NexusRuntime, { command, parameters = {}, envelope, readonly }: Request) {
  if (readonly) return runtime.executeKipReadonly({ command, parameters });
  return runtime.request({ kip: "2.0", operations: [{ command, parameters }], ...envelope });
}
