import { proxy, releaseProxy } from "comlink";
import { kipError } from "../model/index.js";
import { type NexusApi, type OpenNexusOptions, unsettle } from "../worker/index.js";
import { startEngineWorker } from "./engine-worker.js";

/**
 * Opens a Nexus in a Web Worker of its own and returns the engine as the page sees it. Any number of tabs may open the
 * same name; they share one memory.
 * @throws `KipError`: `SchemaPackageUnavailable` when a handed package cannot be verified, `UnsupportedCapability`
 * where the browser refuses storage, `InternalError` when the worker cannot start.
 */
export async function openNexus(options: OpenNexusOptions): Promise<NexusApi> {
  const { host, failure, terminate } = startEngineWorker(options.name);
  try {
    unsettle(await Promise.race([host.open(options), failure]));
  } catch (thrown) {
    terminate();
    throw thrown;
  }
  let closing: Promise<void> | null = null;
  const live = () => {
    if (closing === null) return host;
    throw kipError("InternalError", "this Nexus is closed", { hint: "Open it again with openNexus." });
  };
  return {
    executeKip: async (args) => live().executeKip(args),
    executeKipReadonly: async (args) => live().executeKipReadonly(args),
    request: async (envelope) => live().request(envelope),
    recall: async (request) => unsettle(await live().recall(request)),
    schema: async () => live().schema(),
    activatePackages: async (packages, schemas) => {
      unsettle(await live().activatePackages(packages, schemas));
    },
    onCommit: async (listener) => {
      const subscription = await live().onCommit(proxy(listener));
      return async () => {
        if (closing === null) await host.offCommit(subscription);
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
