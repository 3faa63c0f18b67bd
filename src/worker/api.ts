import type { SchemaOutline } from "../lang/index.js";
import type {
  ChangeEnvelope,
  JsonObject,
  JsonValue,
  RequestEnvelope,
  ResponseEnvelope,
  StreamFrame,
} from "../model/index.js";
import type { ActionBriefing, RecallRequest } from "../recall/index.js";
import type {
  EndpointOptions,
  ExecuteKipArguments,
  ExecuteKipReadonlyArguments,
  Explanation,
  IdentityRepair,
  IdentityRepairOutcome,
  IdentityStanding,
  LiveAnswer,
  LogVerification,
  NexusStatus,
  PackageIdentity,
  PolicyRegistration,
  PromotionResult,
  ProtectedOutcome,
  RecordingRepair,
  RepairOptions,
  ReplacementCommand,
  SchemaChangeResult,
  StagedArtifact,
} from "../runtime/index.js";
import type { Promotion } from "../schema/index.js";
import type { GovernanceApi } from "./governance-api.js";

/** How a host opens a Nexus. */
export interface OpenNexusOptions {
  /** Names the database: two tabs that open the same name share one memory. */
  readonly name: string;
  /** The Space requests address when they name none. Default `kip:space:default`. */
  readonly space?: string;
  /** Schema Packages to activate beside the built-in ones. An artifact that cannot be verified is refused (§20.5). */
  readonly packages?: readonly unknown[];
  /**
   * Which of the built-in packages to activate, by exact reference. Default: the Cognitive Memory Profile and the
   * general domain package.
   */
  readonly standardPackages?: readonly string[];
  /** The JSON Schema documents those packages pin. Nothing is fetched, so what a package pins must be here. */
  readonly schemas?: readonly unknown[];
  /**
   * Projection Policies to register in the Space beside the two standard ones, as `registerPolicy` does. What is
   * registered already costs nothing.
   */
  readonly policies?: readonly unknown[];
  /** `strict` (default) acknowledges a commit only once it is on disk; `relaxed` lets the browser decide. */
  readonly durability?: "strict" | "relaxed";
  /**
   * How long, in seconds, the outcome of a request with an idempotency key is kept for retries (§34.5). Default 30 days;
   * less than a day leaves a client that lost a response little time to ask again.
   */
  readonly idempotencyRetentionSeconds?: number;
}

/**
 * A connection to the Nexus that is bound to one Principal, one kind of access and one purpose: whatever comes through it
 * can do and see what that Principal may, and cannot say that it is somebody else (§28.2, §88.1).
 */
export interface EndpointApi
  extends Pick<
    NexusApi,
    | "executeKip"
    | "executeKipReadonly"
    | "request"
    | "stream"
    | "repairRecording"
    | "recall"
    | "onCommit"
    | "subscribe"
  > {
  /** Ends this connection, for good; the Nexus stays open. */
  close(): void;
}

/**
 * The engine as a page sees it. Failed requests answer with an error in the envelope; they do not throw. The page acts as
 * `owner`, to whom the memory belongs; `endpoint` is for everybody else.
 */
export interface NexusApi {
  /** The `execute_kip` tool: reads and writes. */
  executeKip(args: ExecuteKipArguments): Promise<ResponseEnvelope>;
  /** The `execute_kip_readonly` tool: refuses whatever would change state, judged from the parsed command (§76). */
  executeKipReadonly(args: ExecuteKipReadonlyArguments): Promise<ResponseEnvelope>;
  /** A full request envelope (§71), for hosts and test suites. */
  request(envelope: RequestEnvelope): Promise<ResponseEnvelope>;
  /**
   * A full request, answered in frames as the answer comes about (§84): `start`; `progress` and `warning` on the way;
   * `data` with rows, and with what each operation came to; at last `final`, or `error`. A FIND, LIST, HISTORY or CHANGES
   * that names no LIMIT is answered whole. Rows are sent no faster than they are read. `joinFrames` makes the response of
   * them. What a frame tells of a write is durable only where it holds a receipt; progress is none.
   *
   * Nothing is sent before the first frame is asked for. To stop reading cancels the request; so does the signal, after
   * which the last frame still says what came of it: nothing new is begun, what is being committed ends as it does. It
   * never throws before the first frame. A connection that is lost on the way throws `OutcomeUnknown`.
   */
  stream(
    envelope: RequestEnvelope,
    options?: { readonly signal?: AbortSignal },
  ): AsyncIterableIterator<StreamFrame>;
  /** What to know before acting: grounding, beliefs and what was not covered. @throws `KipError` on bad input. */
  recall(request: RecallRequest): Promise<ActionBriefing>;
  /**
   * Carries out a FIND and says how: its clauses in the order the engine chose, the index each read, and how many
   * solutions it expected and found. AS OF SEQ is honoured.
   * @throws `KipError`: `LanguageMismatch` for a command that is no FIND, and whatever the FIND itself fails with.
   */
  explain(command: string, parameters?: JsonObject): Promise<Explanation>;
  /** The schema in force: what an editor completes and explains. Ask again after packages were activated. */
  schema(): Promise<SchemaOutline>;
  /**
   * Verifies Schema Packages and keeps them in this Nexus without putting them in force, so that they can be activated
   * later by reference, in any order. `schemas` are the JSON Schema documents they pin; nothing is ever fetched.
   * @throws `KipError` naming the package that cannot be verified, or under whose reference another one is installed.
   */
  installPackages(
    packages: readonly unknown[],
    schemas?: readonly unknown[],
  ): Promise<readonly PackageIdentity[]>;
  /** Every package that can be put in force by its reference: built in, installed, or in force somewhere already. */
  installedPackages(): Promise<readonly PackageIdentity[]>;
  /**
   * Puts Schema Packages in force in the default Space, for every tab that has it open: artifacts, or exact references
   * of installed ones. Another version of a package in force becomes the one that is written; what was written with the
   * earlier version stays readable and is found under the same names (§20.14). No command can do this (§20.10).
   * @throws `KipError`: as `installPackages`; `SchemaPackageUnavailable` when a dependency is missing, `IdentityConflict`
   * when a rename would give two Concepts one key. Nothing is activated then.
   */
  activatePackages(packages: readonly unknown[], schemas?: readonly unknown[]): Promise<SchemaChangeResult>;
  /**
   * Takes packages out of force, by exact reference: what was written with them stays readable and takes no more writes.
   * @throws `KipError`: `SchemaPackageUnavailable` for one that is not in force, `ConstraintViolation` for one that an
   * active package rests on, and for the draft vocabulary. Nothing is changed then.
   */
  deactivatePackages(packageRefs: readonly string[]): Promise<SchemaChangeResult>;
  /**
   * Promotes draft symbols, which `DEFINE` made, to symbols of packages in force: both are one symbol from then on
   * (§20.16). All of them are promoted, or none; each only once.
   * @throws `KipError`: `ConstraintViolation` for a symbol that was promoted before and for a target of another kind,
   * `SchemaSymbolNotFound`, `SchemaSymbolAmbiguous`, `IdentityConflict` when two Concepts would have one key.
   */
  promoteDrafts(promotions: readonly Promotion[]): Promise<PromotionResult>;
  /**
   * Puts a Projection Policy in force in the default Space, as data: the structural policy with the modes that may count
   * and named rules, in order, that settle conflicts. It is kept with the memory, so every later opening and every tab
   * has it; `WITH EPISTEMIC {policy: id}` names it. Of several versions the one registered last counts, and a read AS OF
   * SEQ gets the version of its time; `id@version` names one exactly (§48.6). No command can do this.
   * @throws `KipError`: `ArtifactParseError` for another shape, `DigestMismatch`, `ConstraintViolation` naming an unknown
   * rule, or when the version is registered with other content. Nothing is changed then.
   */
  registerPolicy(artifact: unknown): Promise<PolicyRegistration>;
  /**
   * How identities stand: their version, and what was decided about one Concept, by id, withdrawn decisions included
   * (§11.5). A decision's `decision_id` and the version are what `repairIdentity` takes.
   */
  identityDecisions(concept: string): Promise<IdentityStanding>;
  /**
   * Withdraws a merge that was wrong (§11.5), for every tab: the source resolves to itself again, and nothing that was
   * recorded is moved. The answer names the writes that were made while it stood: those whose intent is on record, and
   * those that need review. A withdrawn decision stays withdrawn; asking again has no effect. No command can do this.
   * @throws `KipError`: `NotFoundOrNotVisible` for an unknown decision or Evidence, `VersionConflict` when identities
   * moved since `expected_identity_version`. Nothing is changed then.
   */
  repairIdentity(repair: IdentityRepair, options?: RepairOptions): Promise<IdentityRepairOutcome>;
  /**
   * Repairs a recording (§57.8): what was wrongly taken from a sound source is invalidated for every projection, while
   * its record, the source and the actor's history stay as they are. `replacement` is KML that records what the source
   * really holds, in the same transaction; `replacement_refs` may name its handles, such as `?right`. No command can do
   * this.
   * @throws `KipError`: `DigestMismatch`, `VersionConflict`, `ConstraintViolation`, `NotAuthorized` for somebody else's
   * recording, and what the replacement command throws. Nothing is changed then.
   */
  repairRecording(
    repair: RecordingRepair,
    options?: RepairOptions & { readonly replacement?: ReplacementCommand },
  ): Promise<ProtectedOutcome>;
  /**
   * Hands over large content, text or JSON, that a request then ingests by handle: `payload_artifact` in place of
   * `payload` (§71.1, §85). Nothing is remembered before that; staged content is gone when the Nexus is closed.
   * @throws `KipError` `ArtifactTooLarge` when staged content would take more than 64 Mi characters.
   */
  stageArtifact(payload: JsonValue): Promise<StagedArtifact>;
  /** Forgets staged content, for instance once it has been ingested. Returns whether there was any. */
  releaseArtifact(handle: string): Promise<boolean>;
  /**
   * Opens a connection for a Principal: `agent`, `maintenance`, `instrument` and `owner` are always there (§30.5), and
   * `governance` adds others. Hand a model its tools with an endpoint of `agent`, and it cannot do what only you may.
   * @throws `KipError`: `Unauthenticated` for a Principal that is not there or is suspended.
   */
  endpoint(options: EndpointOptions): Promise<EndpointApi>;
  /**
   * The same as a port, to be transferred to an iframe or a worker: it needs only `connectEndpoint(port)`, and cannot get
   * at anything else, whatever code runs there.
   * @throws as `endpoint`.
   */
  endpointPort(options: EndpointOptions): Promise<MessagePort>;
  /** Who may do and see what, and what Governance has decided about elements. No command reaches it (§28.1). */
  readonly governance: GovernanceApi;
  /**
   * Calls back after every commit to the default Space, from this tab or another, in sequence order, once each.
   * Returns a function that stops it.
   */
  onCommit(listener: (envelope: ChangeEnvelope) => void): Promise<() => Promise<void>>;
  /**
   * Calls back with the answer of a reading command, and again whenever the answer changes: after a commit, from this tab
   * or another, and when world time passes a moment at which a belief in it changes. An answer that differs only in the
   * coordinates it was read at is not called back again; commits in quick succession may be answered together. What
   * fades with every instant, such as strength, is read again once a minute. Returns a function that stops it.
   * @throws `KipError` for a command that can have no answer: `ReadonlyViolation` for one that changes state,
   * `InvalidSyntax` and its like. What fails later is called back as an error.
   */
  subscribe(
    command: string,
    parameters: JsonObject | undefined,
    callback: (answer: LiveAnswer) => void,
  ): Promise<() => Promise<void>>;
  /**
   * Where the default Space stands in this tab, and how it came into memory: from an image and the log after it, or from
   * the log alone. Its warnings say what went wrong on the way. @throws `KipError` once the connection is lost.
   */
  status(): Promise<NexusStatus>;
  /**
   * Reads the whole log of the default Space and checks it: sequences, digests, counters, versions. It changes nothing.
   * `problems` is empty for a sound log. @throws `KipError` when the log cannot be read at all.
   */
  verifyLog(): Promise<LogVerification>;
  /**
   * Closes the database and ends the worker. Closing again is no error; any other later call fails: the tools answer
   * with the error, the rest throw it as a `KipError`.
   */
  close(): Promise<void>;
}
