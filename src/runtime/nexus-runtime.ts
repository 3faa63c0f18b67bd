import { OWNER, policiesOf, principalIdOf } from "../govern/index.js";
import type { SchemaOutline } from "../lang/index.js";
import { schemaOutline } from "../meta/index.js";
import {
  asElementId,
  asSpaceId,
  type ChangeEnvelope,
  type IdentityDecision,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  kipError,
  type RequestEnvelope,
  type ResponseEnvelope,
  type SpaceId,
} from "../model/index.js";
import { NexusStore } from "../store/index.js";
import { type StagedArtifact, StagedArtifacts } from "./artifacts.js";
import type { HostChoices } from "./capabilities.js";
import { Endpoint, type EndpointOptions, readEndpointOptions, requireActive } from "./endpoint.js";
import type { Caller } from "./execute.js";
import { type Explanation, explain } from "./explain.js";
import type { SendFrame } from "./frames.js";
import { SpaceGovernance } from "./governance.js";
import { asRetention } from "./idempotency.js";
import { type LiveAnswer, LiveQuery } from "./live-query.js";
import type { Opening } from "./opening.js";
import { type PackageChoice, type PackageIdentity, PackageLibrary } from "./package-library.js";
import { type PolicyRegistration, readPolicyArtifacts, registerPolicy } from "./policy-registration.js";
import type { ProtectedCaller, ProtectedOutcome } from "./protected-commit.js";
import { type IdentityRepairOutcome, type ReplacementCommand, withdrawMerge } from "./repairs.js";
import { RequestDesk } from "./request-desk.js";
import {
  activatePackages,
  bringPackages,
  deactivatePackages,
  type PromotionResult,
  promoteDrafts,
  type SchemaChangeResult,
  type SchemaOperationContext,
} from "./schema-operations.js";
import { SpaceSession } from "./session.js";
import { prepareRead, type Reader } from "./single-read.js";
import { envelopeOfExecuteKip, envelopeOfExecuteKipReadonly } from "./tool-envelopes.js";
import type { ExecuteKipArguments, ExecuteKipReadonlyArguments } from "./tools.js";
import type { LogVerification } from "./verify-log.js";

/** The Space a request addresses when it names none. */
export const DEFAULT_SPACE = "kip:space:default";

/** The page that opened the Nexus acts as whom the memory belongs to (§30.5). It is never read from a request. */
const OWNER_CALLER: Caller = { principal: OWNER, purpose: null, access: "full" };

/** How a Nexus is opened. */
export interface RuntimeOptions extends PackageChoice {
  readonly name: string;
  readonly space?: string;
  readonly durability?: "strict" | "relaxed";
  /** Payloads longer than this many characters of JSON are kept beside the log, and in memory only while they are used. */
  readonly payloadLimit?: number;
  /** Projection Policies to register in the Space; see `registerPolicy`. */
  readonly policies?: readonly unknown[];
  /** How long the outcome of a request with an idempotency key is kept for retries (§34.5): 30 days unless given. */
  readonly idempotencyRetentionSeconds?: number;
}

/** What a host may want to know of an open Nexus. */
export interface NexusStatus {
  readonly space: SpaceId;
  /** The newest sequence in this tab's memory. */
  readonly seq: number;
  readonly opening: Opening;
}

/** How a host asks for a repair. */
export interface RepairOptions {
  /** Names the intent, so that a resend answers with the first outcome instead of working again (§34). */
  readonly idempotencyKey?: string;
}

/** How identities stand (§11.5). */
export interface IdentityStanding {
  /** What an identity repair has to expect. */
  readonly identity_version: number;
  readonly decisions: readonly IdentityDecision[];
}

/** One open Nexus: requests in, responses out. */
export class NexusRuntime {
  readonly #store: NexusStore;
  readonly #secret: string;
  readonly #library: PackageLibrary;
  readonly #defaultSpace: SpaceId;
  readonly #sessions = new Map<SpaceId, Promise<SpaceSession>>();
  readonly #artifacts = new StagedArtifacts();
  readonly #live = new Set<LiveQuery>();
  readonly #choices: HostChoices;
  readonly #desk: RequestDesk;

  private constructor(
    store: NexusStore,
    secret: string,
    library: PackageLibrary,
    defaultSpace: SpaceId,
    idempotencyRetentionSeconds: number,
  ) {
    this.#choices = { idempotencyRetentionSeconds };
    this.#store = store;
    this.#secret = secret;
    this.#library = library;
    this.#defaultSpace = defaultSpace;
    this.#desk = new RequestDesk({
      secret,
      artifactOf: (handle) => this.#artifacts.content(handle),
      choices: this.#choices,
      space: defaultSpace,
      session: (space) => this.#session(space),
    });
  }

  /**
   * Opens a Nexus and its default Space, with the built-in packages and the host's in force.
   * @throws `SchemaPackageUnavailable` naming a package that cannot be verified, what `registerPolicy` throws, or a
   * storage error.
   */
  static async open(options: RuntimeOptions): Promise<NexusRuntime> {
    if (!isJsonObject(options) || typeof options.name !== "string" || options.name === "") {
      throw kipError("InvalidRequestEnvelope", "openNexus needs a name", {
        hint: 'Call openNexus({name: "memory"}): tabs that open the same name share one memory.',
      });
    }
    const { name, durability = "strict", payloadLimit } = options;
    const retention = asRetention(options.idempotencyRetentionSeconds);
    const store = await NexusStore.open(name, durability, freshSecret(), payloadLimit);
    try {
      const library = await PackageLibrary.open(store, options);
      const space = asSpaceId(options.space ?? DEFAULT_SPACE);
      const runtime = new NexusRuntime(store, await store.secret(), library, space, retention);
      const policies = readPolicyArtifacts(options.policies);
      const session = await runtime.#session(space);
      for (const artifact of policies) await registerPolicy(session, artifact);
      return runtime;
    } catch (thrown) {
      store.close();
      throw thrown;
    }
  }

  /** Deletes a Nexus with everything in it. */
  static delete(name: string): Promise<void> {
    return NexusStore.delete(name);
  }

  /** The `execute_kip` tool. Never throws: failures are in the envelope. */
  async executeKip(args: ExecuteKipArguments): Promise<ResponseEnvelope> {
    return this.#desk.answer(() => envelopeOfExecuteKip(args), OWNER_CALLER);
  }

  /** The `execute_kip_readonly` tool. Refuses whatever would change state, however it is labelled (§76). */
  async executeKipReadonly(args: ExecuteKipReadonlyArguments): Promise<ResponseEnvelope> {
    return this.#desk.answer(() => envelopeOfExecuteKipReadonly(args), {
      ...OWNER_CALLER,
      access: "readonly",
    });
  }

  /** A full request envelope (§71). */
  async request(envelope: RequestEnvelope): Promise<ResponseEnvelope> {
    return this.#desk.answer(() => envelope, OWNER_CALLER);
  }

  /**
   * A full request, answered in frames (§84). Settles once the last frame is sent. Cancelling ends what has not begun; it
   * does not undo what is being committed, and the last frame says what came of it.
   */
  stream(envelope: RequestEnvelope, send: SendFrame, signal: AbortSignal): Promise<void> {
    return this.#desk.stream(() => envelope, OWNER_CALLER, send, signal);
  }

  /**
   * Opens an endpoint for a Principal (§28.2): a connection that can do and see what the Principal may, and never says
   * who it is. @throws `Unauthenticated` for a Principal that is not there or suspended, and what `readEndpointOptions`
   * throws.
   */
  async endpoint(options: EndpointOptions): Promise<Endpoint> {
    const caller = readEndpointOptions(options);
    requireActive(await this.readingSession(), caller);
    return new Endpoint(caller, {
      answer: (envelopeOf, as) => this.#desk.answer(envelopeOf, as),
      stream: (envelope, as, send, signal) => this.#desk.stream(() => envelope, as, send, signal),
      session: () => this.readingSession(),
      subscribe: async (as, ...asked) => this.#subscribe({ ...(await this.#reader()), caller: as }, ...asked),
    });
  }

  /**
   * The control plane of the default Space, as the owner may change it or as another Principal may.
   * @throws `Unauthenticated` as `endpoint`.
   */
  async governance(principal: string = OWNER): Promise<SpaceGovernance> {
    const caller = { principal: principalIdOf(principal, "principal"), purpose: null };
    const session = await this.readingSession();
    requireActive(session, caller);
    return new SpaceGovernance(session, caller);
  }

  /** Carries out a FIND of the default Space and says how; see `explain`. */
  async explain(command: string, parameters?: JsonObject): Promise<Explanation> {
    return explain(await this.#reader(), command, parameters);
  }

  /**
   * Answers a reading command of the default Space now and whenever its answer changes; see `LiveQuery`. Returns what
   * stops it; closing the Nexus does, too.
   * @throws what `prepareRead` does for a command that can have no answer.
   */
  async subscribe(
    command: string,
    parameters: JsonObject | undefined,
    callback: (answer: LiveAnswer) => unknown,
  ): Promise<() => void> {
    return this.#subscribe(await this.#reader(), command, parameters, callback);
  }

  /** The default Space, for readers that sit above requests. */
  readingSession(): Promise<SpaceSession> {
    return this.#session(this.#defaultSpace);
  }

  /** The schema in force in the default Space, for editors. */
  async schema(): Promise<SchemaOutline> {
    const { view, control } = await this.readingSession();
    return schemaOutline(view.environment, policiesOf(control));
  }

  /** Keeps verified packages in this Nexus without putting them in force; see `PackageLibrary.install`. */
  async installPackages(
    packages: readonly unknown[],
    schemas?: readonly unknown[],
  ): Promise<readonly PackageIdentity[]> {
    return this.#library.install(packages, schemas);
  }

  /** Every package that can be put in force by its reference. */
  async installedPackages(): Promise<readonly PackageIdentity[]> {
    return this.#library.installed();
  }

  /** Puts packages in force in the default Space, for this tab and every other; see `activatePackages`. */
  async activatePackages(
    packages: readonly unknown[],
    schemas?: readonly unknown[],
  ): Promise<SchemaChangeResult> {
    return activatePackages(await this.#schemaOperation(), packages, schemas);
  }

  /** Takes packages out of force in the default Space; see `deactivatePackages`. */
  async deactivatePackages(packageRefs: readonly unknown[]): Promise<SchemaChangeResult> {
    return deactivatePackages(await this.#schemaOperation(), packageRefs);
  }

  /** Promotes draft symbols of the default Space; see `promoteDrafts`. */
  async promoteDrafts(promotions: readonly unknown[]): Promise<PromotionResult> {
    return promoteDrafts(await this.#schemaOperation(), promotions);
  }

  /** Puts a version of a Projection Policy in force in the default Space; see `registerPolicy`. */
  async registerPolicy(artifact: unknown): Promise<PolicyRegistration> {
    return registerPolicy(await this.readingSession(), artifact);
  }

  /** How identities stand: their version, and what was decided about one Concept, withdrawn decisions included (§11.5). */
  async identityDecisions(concept: string): Promise<IdentityStanding> {
    const { view } = await this.readingSession();
    return {
      identity_version: view.identityVersion,
      decisions: view.identityDecisions(asElementId(String(concept))),
    };
  }

  /** Withdraws a merge in the default Space; see `withdrawMerge`. */
  async repairIdentity(repair: unknown, options: RepairOptions = {}): Promise<IdentityRepairOutcome> {
    return withdrawMerge(await this.readingSession(), repair, protectedCaller(options));
  }

  /** Repairs a recording in the default Space; see `repairRecordedMistake`. */
  async repairRecording(
    repair: unknown,
    options: RepairOptions & { readonly replacement?: ReplacementCommand } = {},
  ): Promise<ProtectedOutcome> {
    return (await this.endpoint({ principal: OWNER })).repairRecording(repair, options);
  }

  /** Calls back after every commit to the default Space that reaches this worker; returns what stops it. */
  async onCommit(listener: (envelope: ChangeEnvelope) => void): Promise<() => void> {
    return (await this.readingSession()).onCommit(listener);
  }

  /** Where the default Space stands in this tab, and how it came into memory. */
  async status(): Promise<NexusStatus> {
    const { view, opening } = await this.readingSession();
    return { space: view.spaceId, seq: view.seq, opening };
  }

  /** Reads the log of the default Space through and says what is wrong with it, which should be nothing. */
  async verifyLog(): Promise<LogVerification> {
    return (await this.readingSession()).verifyLog();
  }

  /** Keeps content for a request to ingest by handle (§85). @throws as `StagedArtifacts.stage`. */
  stageArtifact(payload: JsonValue): StagedArtifact {
    return this.#artifacts.stage(payload);
  }

  /** Forgets staged content. Returns whether there was any. */
  releaseArtifact(handle: string): boolean {
    return this.#artifacts.release(handle);
  }

  close(): void {
    for (const query of this.#live) query.close();
    this.#live.clear();
    for (const session of this.#sessions.values()) void session.then((open) => open.close());
    this.#sessions.clear();
    this.#store.close();
  }

  async #session(space: SpaceId): Promise<SpaceSession> {
    this.#store.requireConnection();
    const open = this.#sessions.get(space);
    if (open) return open;
    const opening = this.#openSession(space);
    this.#sessions.set(space, opening);
    // A Space that failed to open can be tried again.
    opening.catch(() => this.#sessions.delete(space));
    return opening;
  }

  async #openSession(space: SpaceId): Promise<SpaceSession> {
    const session = await SpaceSession.open(this.#store, space, (id, version) =>
      this.#library.environment(id, version),
    );
    session.idempotencyRetentionSeconds = this.#choices.idempotencyRetentionSeconds;
    try {
      await bringPackages({ session, library: this.#library, principal: OWNER });
    } catch (thrown) {
      session.close();
      throw thrown;
    }
    return session;
  }

  async #subscribe(
    reader: Reader,
    command: string,
    parameters: JsonObject | undefined,
    callback: (answer: LiveAnswer) => unknown,
  ): Promise<() => void> {
    const query = new LiveQuery(reader, prepareRead(command, parameters), callback);
    this.#live.add(query);
    await query.start();
    return () => {
      this.#live.delete(query);
      query.close();
    };
  }

  /** The owner, who reads the default Space without changing it. */
  async #reader(): Promise<Reader> {
    const session = await this.readingSession();
    return { session, caller: { principal: OWNER, purpose: null, access: "readonly" }, secret: this.#secret };
  }

  /** No command reaches the schema: these operations are the host's alone (§20.10). */
  async #schemaOperation(): Promise<SchemaOperationContext> {
    return { session: await this.readingSession(), library: this.#library, principal: OWNER };
  }
}

function protectedCaller({ idempotencyKey }: RepairOptions): ProtectedCaller {
  return { principal: OWNER, purpose: null, idempotencyKey };
}

/** A random key for a new Nexus, as hex. */
function freshSecret(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(32)), (byte) =>
    byte.toString(16).padStart(2, "0"),
  ).join("");
}
