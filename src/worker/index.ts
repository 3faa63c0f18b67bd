/** The engine's side of the worker boundary. `worker.ts` is the script the worker runs. */

export type { LiveAnswer } from "../runtime/index.js";
export type { NexusApi, OpenNexusOptions } from "./api.js";
export type { NexusHost } from "./host.js";
export { unsettle } from "./settled.js";
