import { isJsonObject, type JsonObject, type JsonValue, kipError } from "../model/index.js";
import { type ActionBriefing, type RecallRequest, recall, recallSequence } from "../recall/index.js";
import type { Endpoint } from "../runtime/index.js";
import { ENDPOINT_CALLS, type EndpointCall, type EndpointMessage } from "./endpoint-wire.js";
import { PortStream } from "./port-stream.js";
import { settle } from "./settle.js";

/** The most calls of one port that may wait for their answers. */
const MAX_WAITING = 256;

/** The most things one port may be told of at a time. */
const MAX_TOLD = 64;

/**
 * An endpoint at the end of a port. Whoever holds the other end, an iframe for instance, is not trusted: it can make the
 * calls of `ENDPOINT_CALLS` as the endpoint's Principal and do nothing else, whatever it sends. No message reaches a
 * property, a function or an object of this worker by name.
 */
export class EndpointPort {
  readonly #port: MessagePort;
  readonly #endpoint: Endpoint;
  readonly #ended: () => void;
  /** What the other side is told of, by question; null while it is being set up. */
  readonly #told = new Map<number, (() => void) | null>();
  readonly #streams = new Map<number, PortStream>();
  #waiting = 0;
  #isOpen = true;

  /** Starts to answer. `ended` is called once the other side has closed the connection. */
  constructor(port: MessagePort, endpoint: Endpoint, ended: () => void) {
    this.#port = port;
    this.#endpoint = endpoint;
    this.#ended = ended;
    port.onmessage = ({ data }) => void this.#receive(data);
  }

  /** Ends the connection and says so to the other side. */
  close(): void {
    this.#post({ closed: true });
    this.#end();
  }

  #end(): void {
    this.#isOpen = false;
    for (const stop of this.#told.values()) stop?.();
    for (const stream of this.#streams.values()) stream.cancel();
    this.#told.clear();
    this.#port.close();
  }

  async #receive(message: unknown): Promise<void> {
    // Whatever has no number gets no answer: there is nothing to answer to.
    if (!this.#isOpen || !isJsonObject(message) || !isNumber(message.id)) return;
    const { id, call, argument } = message as { id: number; call?: unknown; argument?: unknown };
    if (call === "close") {
      this.#end();
      this.#ended();
      return;
    }
    this.#waiting += 1;
    const answer = await settle(() => this.#carryOut(id, call, argument));
    this.#waiting -= 1;
    this.#post({ id, answer });
  }

  async #carryOut(id: number, call: unknown, argument: unknown): Promise<JsonValue> {
    if (this.#waiting > MAX_WAITING) throw tooMany("calls wait for their answers", MAX_WAITING);
    const name = ENDPOINT_CALLS.find((one) => one === call);
    if (name === undefined) {
      throw kipError("InvalidRequestEnvelope", "an endpoint has no such call", {
        hint: `The calls are ${ENDPOINT_CALLS.join(", ")}.`,
        details: { allowed: ENDPOINT_CALLS },
      });
    }
    return this.#call(id, name, argument);
  }

  async #call(id: number, call: EndpointCall, argument: unknown): Promise<JsonValue> {
    const endpoint = this.#endpoint;
    // What an argument holds is checked where it is read, as it is for a call of the page itself.
    switch (call) {
      case "executeKip":
        return json(await endpoint.executeKip(argument as never));
      case "executeKipReadonly":
        return json(await endpoint.executeKipReadonly(argument as never));
      case "request":
        return json(await endpoint.request(argument as never));
      case "recall":
        return json(await recallThrough(endpoint, argument as RecallRequest));
      case "onCommit":
        return this.#tell(id, (tell) => endpoint.onCommit(tell));
      case "subscribe": {
        const { command, parameters } = subscriptionOf(argument);
        return this.#tell(id, (tell) => endpoint.subscribe(command, parameters, tell));
      }
      case "repairRecording": {
        const { repair, options } = isJsonObject(argument) ? argument : {};
        return json(await endpoint.repairRecording(repair, options));
      }
      case "stream":
        return this.#stream(id, argument);
      case "more": {
        const { stream, frames } = isJsonObject(argument) ? argument : {};
        if (isNumber(stream) && isNumber(frames)) this.#streams.get(stream)?.more(frames);
        return null;
      }
      case "stop":
        if (isNumber(argument)) this.#stop(argument);
        return null;
      case "close":
        return null;
    }
  }

  async #tell(id: number, begin: (tell: (what: unknown) => void) => Promise<() => void>): Promise<null> {
    if (this.#told.size >= MAX_TOLD) throw tooMany("things are told at a time", MAX_TOLD);
    if (this.#told.has(id)) throw askedBefore(id);
    this.#told.set(id, null);
    try {
      const stop = await begin((what) => {
        if (this.#told.has(id)) this.#post({ id, told: json(what) });
      });
      if (this.#told.has(id)) this.#told.set(id, stop);
      else stop();
      return null;
    } catch (thrown) {
      this.#told.delete(id);
      throw thrown;
    }
  }

  async #stream(id: number, envelope: unknown): Promise<null> {
    if (this.#streams.size >= MAX_TOLD) throw tooMany("streams at a time", MAX_TOLD);
    if (this.#streams.has(id)) throw askedBefore(id);
    const stream = new PortStream((frame) => this.#post({ id, frame }));
    this.#streams.set(id, stream);
    try {
      await this.#endpoint.stream(envelope as never, (frame) => stream.send(frame), stream.signal);
      return null;
    } finally {
      this.#streams.delete(id);
    }
  }

  #stop(id: number): void {
    this.#streams.get(id)?.cancel();
    this.#told.get(id)?.();
    this.#told.delete(id);
  }

  #post(message: EndpointMessage): void {
    if (this.#isOpen) this.#port.postMessage(message);
  }
}

/** Recall as the Principal of an endpoint. @throws what `Endpoint.read` and `recall` throw. */
export function recallThrough(endpoint: Endpoint, request: RecallRequest): Promise<ActionBriefing> {
  // A request that makes no sense fails as any answer does: later, not here.
  return Promise.resolve().then(() =>
    endpoint.read((source) => recall(source, request), recallSequence(request)),
  );
}

function subscriptionOf(argument: unknown): { readonly command: string; readonly parameters?: JsonObject } {
  if (isJsonObject(argument)) return argument as never;
  throw kipError("InvalidRequestEnvelope", "a subscription has a command and may have parameters", {
    hint: 'Send {command: "FIND(…) WHERE {…}"}.',
  });
}

function isNumber(value: unknown): value is number {
  return Number.isSafeInteger(value);
}

function askedBefore(id: number) {
  return kipError("InvalidRequestEnvelope", `question ${id} was asked before and is not stopped`, {
    hint: "Give every question a number of its own.",
    details: { id },
  });
}

function tooMany(what: string, limit: number) {
  return kipError("RateLimited", `at most ${limit} ${what} through one endpoint`, {
    hint: "Wait for answers, or stop something, before asking for more.",
    details: { limit },
  });
}

/** Answers are JSON by construction. */
function json(value: unknown): JsonValue {
  return value as JsonValue;
}
