import { proxy, releaseProxy, transfer } from "comlink";
import { kipError } from "../model/index.js";
import type { EndpointOptions } from "../runtime/index.js";
import {
  type EndpointApi,
  type LiveAnswer,
  type NexusApi,
  type OpenNexusOptions,
  unsettle,
} from "../worker/index.js";
import { answered, refusedFrame, refuseUncloneable } from "./calling.js";
import { connectEndpoint } from "./connect-endpoint.js";
import { startEngineWorker } from "./engine-worker.js";
import { governanceApi } from "./governance.js";
import { listening } from "./listening.js";

/**
 * Opens a Nexus in a Web Worker of its own and returns the engine as the page sees it. Any number of tabs may open the
 * same name; they share one memory.
 * @throws `KipError`: `SchemaPackageUnavailable` when a handed package cannot be verified, `UnsupportedCapability`
 * where the browser refuses storage, `InternalError` when the worker cannot start.
 */
export async function openNexus(options: OpenNexusOptions): Promise<NexusApi> {
  const { host, failure, terminate } = startEngineWorker(requireName(options));
  try {
    unsettle(await Promise.race([host.open(options).catch(refuseUncloneable), failure]));
  } catch (thrown) {
    terminate();
    throw thrown;
  }
  let closing: Promise<void> | null = null;
  const live = () => {
    if (closing === null) return host;
    throw kipError("InternalError", "this Nexus is closed", { hint: "Open it again with openNexus." });
  };
  const endpointPort = async (options: EndpointOptions) => {
    const { port1, port2 } = new MessageChannel();
    const opened = live().openEndpoint(options, transfer(port2, [port2]));
    unsettle(await opened.catch(refuseUncloneable));
    return port1;
  };
  let ownerEndpoint: Promise<EndpointApi> | null = null;
  /** Frames come through a port of their own: the same way as to everybody else, with the same care for slow readers. */
  const owner = () => {
    live();
    ownerEndpoint ??= endpointPort({ principal: "owner" }).then(connectEndpoint);
    return ownerEndpoint;
  };
  return {
    executeKip: (args) => answered(async () => live().executeKip(args)),
    executeKipReadonly: (args) => answered(async () => live().executeKipReadonly(args)),
    request: (envelope) => answered(async () => live().request(envelope)),
    stream: async function* (envelope, options) {
      let endpoint: EndpointApi;
      try {
        endpoint = await owner();
      } catch (thrown) {
        yield refusedFrame(thrown);
        return;
      }
      yield* endpoint.stream(envelope, options);
    },
    recall: async (request) => unsettle(await live().recall(request).catch(refuseUncloneable)),
    explain: async (command, parameters) =>
      unsettle(await live().explain(command, parameters).catch(refuseUncloneable)),
    schema: async () => unsettle(await live().schema()),
    installPackages: async (packages, schemas) =>
      unsettle(await live().installPackages(packages, schemas).catch(refuseUncloneable)),
    installedPackages: async () => unsettle(await live().installedPackages()),
    activatePackages: async (packages, schemas) =>
      unsettle(await live().activatePackages(packages, schemas).catch(refuseUncloneable)),
    deactivatePackages: async (packageRefs) =>
      unsettle(await live().deactivatePackages(packageRefs).catch(refuseUncloneable)),
    promoteDrafts: async (promotions) =>
      unsettle(await live().promoteDrafts(promotions).catch(refuseUncloneable)),
    registerPolicy: async (artifact) =>
      unsettle(await live().registerPolicy(artifact).catch(refuseUncloneable)),
    identityDecisions: async (concept) => unsettle(await live().identityDecisions(concept)),
    repairIdentity: async (repair, options) =>
      unsettle(await live().repairIdentity(repair, options).catch(refuseUncloneable)),
    repairRecording: async (repair, options) =>
      unsettle(await live().repairRecording(repair, options).catch(refuseUncloneable)),
    status: async () => unsettle(await live().status()),
    stageArtifact: async (payload) => unsettle(await live().stageArtifact(payload).catch(refuseUncloneable)),
    releaseArtifact: async (handle) => unsettle(await live().releaseArtifact(handle)),
    verifyLog: async () => unsettle(await live().verifyLog()),
    subscribe: async (command, parameters, callback) => {
      let stopped = false;
      const listener = listening(callback, "subscribe");
      // What was on its way when it was stopped is not delivered any more.
      const deliver = proxy((answer: LiveAnswer) => {
        if (!stopped && closing === null) listener(answer);
      });
      const subscription = unsettle(
        await live().subscribe(command, parameters, deliver).catch(refuseUncloneable),
      );
      return async () => {
        stopped = true;
        if (closing === null) await host.unsubscribe(subscription);
      };
    },
    endpoint: async (options) => connectEndpoint(await endpointPort(options)),
    endpointPort,
    governance: governanceApi(async (principal, question) =>
      unsettle(await live().govern(principal, question).catch(refuseUncloneable)),
    ),
    onCommit: async (listener) => {
      const subscription = unsettle(await live().onCommit(proxy(listening(listener, "onCommit"))));
      return async () => {
        if (closing === null) await host.unsubscribe(subscription);
      };
    },
    close: () => {
      closing ??= host.close().then(() => {
        host[releaseProxy]();
        terminate();
      });
      return closing;
    },
  };
}

function requireName(options: OpenNexusOptions | null | undefined): string {
  const name: unknown = options?.name;
  if (typeof name === "string" && name !== "") return name;
  throw kipError("InvalidRequestEnvelope", "openNexus needs a name", {
    hint: 'Call openNexus({name: "memory"}): tabs that open the same name share one memory.',
  });
}

/**
 * Deletes a Nexus with everything in it, for good. Tabs that have it open lose their connection.
 * @throws `KipError` when the browser cannot delete the database.
 */
export async function deleteNexus(name: string): Promise<void> {
  const { host, failure, terminate } = startEngineWorker(name);
  try {
    unsettle(await Promise.race([host.delete(name), failure]));
  } finally {
    terminate();
  }
}
