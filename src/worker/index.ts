/** The engine's side of the worker boundary. `worker.ts` is the script the worker runs. */

export type { LiveAnswer } from "../runtime/index.js";
export type { EndpointApi, NexusApi, OpenNexusOptions } from "./api.js";
export type { EndpointCall, EndpointMessage, EndpointQuestion } from "./endpoint-wire.js";
export type { ControlPlane, GovernanceApi, GovernanceQuestion } from "./governance-api.js";
export type { NexusHost } from "./host.js";
export { type Settled, unsettle } from "./settled.js";
