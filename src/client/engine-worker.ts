import { wrap } from "comlink";
import { kipError } from "../model/index.js";
import type { NexusHost } from "../worker/index.js";

/** A freshly started engine worker. */
export interface EngineWorker {
  readonly host: ReturnType<typeof wrap<NexusHost>>;
  /** Rejects when the worker's script cannot be loaded or fails before it can answer. Never resolves. */
  readonly failure: Promise<never>;
  terminate(): void;
}

/** Starts a worker that holds one engine. */
export function startEngineWorker(name: string): EngineWorker {
  const worker = new Worker(new URL("../worker/worker.ts", import.meta.url), {
    type: "module",
    name: `kip:${name}`,
  });
  const failure = new Promise<never>((_, reject) => {
    worker.addEventListener("error", (event) => {
      reject(
        kipError("InternalError", "the engine's worker could not start", {
          hint: "Serve the built files unchanged and allow worker-src 'self' in the page's Content-Security-Policy.",
          cause: event.error,
        }),
      );
    });
  });
  // A failure nobody is waiting for any more is no unhandled rejection.
  failure.catch(() => undefined);
  return { host: wrap<NexusHost>(worker), failure, terminate: () => worker.terminate() };
}
