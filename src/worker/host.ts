import type { SchemaOutline } from "../lang/index.js";
import type {
  ChangeEnvelope,
  JsonObject,
  JsonValue,
  RequestEnvelope,
  ResponseEnvelope,
} from "../model/index.js";
import type { ActionBriefing, RecallRequest } from "../recall/index.js";
import {
  type EndpointOptions,
  type ExecuteKipArguments,
  type ExecuteKipReadonlyArguments,
  type Explanation,
  type IdentityRepair,
  type IdentityRepairOutcome,
  type IdentityStanding,
  type LiveAnswer,
  type LogVerification,
  NexusRuntime,
  type NexusStatus,
  type PackageIdentity,
  type PolicyRegistration,
  type PromotionResult,
  type ProtectedOutcome,
  type RecordingRepair,
  type RepairOptions,
  type ReplacementCommand,
  type SchemaChangeResult,
  type StagedArtifact,
} from "../runtime/index.js";
import type { Promotion } from "../schema/index.js";
import type { OpenNexusOptions } from "./api.js";
import { EndpointPort, recallThrough } from "./endpoint-port.js";
import type { GovernanceQuestion } from "./governance-api.js";
import { settle } from "./settle.js";
import type { Settled } from "./settled.js";

/** One engine in one worker: what the page's proxy talks to. */
export class NexusHost {
  #runtime: NexusRuntime | null = null;
  readonly #listeners = new Map<number, () => void>();
  readonly #endpoints = new Set<EndpointPort>();
  #nextListener = 1;

  /** Opens the Nexus. Called once, before anything else. */
  open(options: OpenNexusOptions): Promise<Settled<null>> {
    return settle(async () => {
      this.#runtime = await NexusRuntime.open(options);
      const { opening } = await this.#runtime.status();
      for (const warning of opening.warnings) console.warn(warning);
      return null;
    });
  }

  /** Deletes a Nexus by name, whether or not this worker has one open. */
  delete(name: string): Promise<Settled<null>> {
    return settle(async () => {
      await NexusRuntime.delete(name);
      return null;
    });
  }

  executeKip(args: ExecuteKipArguments): Promise<ResponseEnvelope> {
    return this.#engine.executeKip(args);
  }

  executeKipReadonly(args: ExecuteKipReadonlyArguments): Promise<ResponseEnvelope> {
    return this.#engine.executeKipReadonly(args);
  }

  request(envelope: RequestEnvelope): Promise<ResponseEnvelope> {
    return this.#engine.request(envelope);
  }

  recall(request: RecallRequest): Promise<Settled<ActionBriefing>> {
    return settle(async () => recallThrough(await this.#engine.endpoint({ principal: "owner" }), request));
  }

  explain(command: string, parameters?: JsonObject): Promise<Settled<Explanation>> {
    return settle(() => this.#engine.explain(command, parameters));
  }

  schema(): Promise<Settled<SchemaOutline>> {
    return settle(() => this.#engine.schema());
  }

  installPackages(
    packages: readonly unknown[],
    schemas?: readonly unknown[],
  ): Promise<Settled<readonly PackageIdentity[]>> {
    return settle(() => this.#engine.installPackages(packages, schemas));
  }

  installedPackages(): Promise<Settled<readonly PackageIdentity[]>> {
    return settle(() => this.#engine.installedPackages());
  }

  activatePackages(
    packages: readonly unknown[],
    schemas?: readonly unknown[],
  ): Promise<Settled<SchemaChangeResult>> {
    return settle(() => this.#engine.activatePackages(packages, schemas));
  }

  deactivatePackages(packageRefs: readonly string[]): Promise<Settled<SchemaChangeResult>> {
    return settle(() => this.#engine.deactivatePackages(packageRefs));
  }

  promoteDrafts(promotions: readonly Promotion[]): Promise<Settled<PromotionResult>> {
    return settle(() => this.#engine.promoteDrafts(promotions));
  }

  registerPolicy(artifact: unknown): Promise<Settled<PolicyRegistration>> {
    return settle(() => this.#engine.registerPolicy(artifact));
  }

  identityDecisions(concept: string): Promise<Settled<IdentityStanding>> {
    return settle(() => this.#engine.identityDecisions(concept));
  }

  repairIdentity(repair: IdentityRepair, options?: RepairOptions): Promise<Settled<IdentityRepairOutcome>> {
    return settle(() => this.#engine.repairIdentity(repair, options));
  }

  repairRecording(
    repair: RecordingRepair,
    options?: RepairOptions & { readonly replacement?: ReplacementCommand },
  ): Promise<Settled<ProtectedOutcome>> {
    return settle(() => this.#engine.repairRecording(repair, options));
  }

  stageArtifact(payload: JsonValue): Promise<Settled<StagedArtifact>> {
    return settle(async () => this.#engine.stageArtifact(payload));
  }

  releaseArtifact(handle: string): Promise<Settled<boolean>> {
    return settle(async () => this.#engine.releaseArtifact(handle));
  }

  status(): Promise<Settled<NexusStatus>> {
    return settle(() => this.#engine.status());
  }

  verifyLog(): Promise<Settled<LogVerification>> {
    return settle(() => this.#engine.verifyLog());
  }

  /** Starts calling back with a command's answers; returns the number that stops it. */
  subscribe(
    command: string,
    parameters: JsonObject | undefined,
    callback: (answer: LiveAnswer) => unknown,
  ): Promise<Settled<number>> {
    return settle(async () => this.#keep(await this.#engine.subscribe(command, parameters, callback)));
  }

  /** Starts calling back after every commit; returns the number that stops it. */
  onCommit(listener: (envelope: ChangeEnvelope) => void): Promise<Settled<number>> {
    return settle(async () => this.#keep(await this.#engine.onCommit(listener)));
  }

  /** Stops what `subscribe` or `onCommit` started. */
  unsubscribe(subscription: number): void {
    this.#listeners.get(subscription)?.();
    this.#listeners.delete(subscription);
  }

  /** Opens an endpoint at the end of a port. */
  openEndpoint(options: EndpointOptions, port: MessagePort): Promise<Settled<null>> {
    return settle(async () => {
      const endpoint = await this.#engine.endpoint(options);
      const served: EndpointPort = new EndpointPort(port, endpoint, () => this.#endpoints.delete(served));
      this.#endpoints.add(served);
      return null;
    });
  }

  /** Looks at the control plane or changes it, as a Principal. */
  govern(principal: string, question: GovernanceQuestion): Promise<Settled<unknown>> {
    return settle(async () => {
      const governance = await this.#engine.governance(principal);
      if ("change" in question) return governance.change(question.change);
      if ("element" in question) return governance.element(question.element);
      if ("audit" in question) return governance.audit(question.audit);
      return governance[question.look]();
    });
  }

  close(): void {
    for (const endpoint of this.#endpoints) endpoint.close();
    this.#endpoints.clear();
    this.#runtime?.close();
    this.#runtime = null;
  }

  #keep(stop: () => void): number {
    const subscription = this.#nextListener;
    this.#nextListener += 1;
    this.#listeners.set(subscription, stop);
    return subscription;
  }

  get #engine(): NexusRuntime {
    if (!this.#runtime) throw new Error("the Nexus is not open");
    return this.#runtime;
  }
}
