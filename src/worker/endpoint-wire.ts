import type { JsonValue } from "../model/index.js";
import type { Settled } from "./settled.js";

/** What may be asked through an endpoint's port: these calls and nothing else. */
export const ENDPOINT_CALLS = [
  "executeKip",
  "executeKipReadonly",
  "request",
  "recall",
  /** To be told something again and again, under the number of the question, until it is stopped. */
  "onCommit",
  "subscribe",
  "stop",
  /** Ends the connection, for good. */
  "close",
] as const;

export type EndpointCall = (typeof ENDPOINT_CALLS)[number];

/** What whoever holds the port sends. The engine reads it as untrusted: it may be anything that can be cloned. */
export interface EndpointQuestion {
  readonly id: number;
  readonly call: EndpointCall;
  readonly argument?: unknown;
}

/** What comes back through the port. */
export type EndpointMessage =
  | { readonly id: number; readonly answer: Settled<JsonValue> }
  /** To the question of that number, which is not stopped yet. */
  | { readonly id: number; readonly told: JsonValue }
  /** The Nexus was closed: nothing more comes. */
  | { readonly closed: true };
