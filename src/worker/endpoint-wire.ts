import type { JsonValue, StreamFrame } from "../model/index.js";
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
  /** A request that is answered in frames, under the number of the question; the answer comes after the last one. */
  "stream",
  /** A host operation that is no command: `{repair, options}` (§57.8). */
  "repairRecording",
  /** There is room for so many more frames of a stream: `{stream, frames}`. */
  "more",
  /** Ends what one is told of; cancels a stream, whose last frame still comes. */
  "stop",
  /** Ends the connection, for good. */
  "close",
] as const;

/**
 * How many frames of one stream may be on their way before the receiver says that there is room for more. Rows wait for
 * it; the few frames that say how things stand do not.
 */
export const FRAMES_ON_THEIR_WAY = 16;

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
  | { readonly id: number; readonly frame: StreamFrame }
  /** The Nexus was closed: nothing more comes. */
  | { readonly closed: true };
