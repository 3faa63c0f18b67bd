import { type KipError, kipError, type ResponseEnvelope } from "../model/index.js";
import {
  type EndpointApi,
  type EndpointCall,
  type EndpointMessage,
  type EndpointQuestion,
  type Settled,
  unsettle,
} from "../worker/index.js";
import { answered, lostAnswer, refusedFrame, refuseUncloneable } from "./calling.js";
import { FrameReader } from "./frame-reader.js";
import { listening } from "./listening.js";

/**
 * Connects to an endpoint at the end of a port that the page which opened the Nexus handed over, in an iframe, a worker
 * or a page of another origin. It needs nothing else of the Nexus. A port serves one connection.
 */
export function connectEndpoint(port: MessagePort): EndpointApi {
  const connection = new Connection(port);
  const tool = (call: EndpointCall, argument: unknown) =>
    answered(async () => (await connection.ask(call, argument)) as ResponseEnvelope);
  return {
    executeKip: (args) => tool("executeKip", args),
    executeKipReadonly: (args) => tool("executeKipReadonly", args),
    request: (envelope) => tool("request", envelope),
    recall: (request) => connection.ask("recall", request) as ReturnType<EndpointApi["recall"]>,
    onCommit: (listener) => connection.listen("onCommit", undefined, listener),
    subscribe: (command, parameters, callback) =>
      connection.listen("subscribe", { command, ...(parameters && { parameters }) }, callback),
    stream: async function* (envelope, options) {
      yield* connection.stream(envelope, options?.signal);
    },
    repairRecording: (repair, options) =>
      connection.ask("repairRecording", { repair, ...(options && { options }) }) as ReturnType<
        EndpointApi["repairRecording"]
      >,
    close: () => connection.close(),
  };
}

/** The calls that can change something: where their answer is lost, nobody knows whether they did. */
const WRITING: ReadonlySet<EndpointCall> = new Set(["executeKip", "request", "repairRecording"]);

interface Waiting {
  readonly call: EndpointCall;
  readonly resolve: (answer: Settled<unknown>) => void;
  readonly reject: (reason: KipError) => void;
}

class Connection {
  readonly #port: MessagePort;
  readonly #waiting = new Map<number, Waiting>();
  readonly #listeners = new Map<number, (told: never) => void>();
  readonly #streams = new Map<number, FrameReader>();
  #lastId = 0;
  #isOpen = true;

  constructor(port: MessagePort) {
    this.#port = port;
    port.onmessage = ({ data }: MessageEvent<EndpointMessage>) => this.#receive(data);
    // Where the browser tells that the other side is gone, nothing waits for it any longer.
    port.addEventListener("close", () => this.#lost());
  }

  ask(call: EndpointCall, argument?: unknown): Promise<unknown> {
    return this.#ask(this.#nextId(), call, argument);
  }

  /** Is told of something until the returned function is called. */
  async listen<T>(
    call: EndpointCall,
    argument: unknown,
    listener: (told: T) => void,
  ): Promise<() => Promise<void>> {
    const id = this.#nextId();
    // Before the answer: the first thing told may come before it.
    this.#listeners.set(id, listening(listener, call));
    try {
      await this.#ask(id, call, argument);
    } catch (thrown) {
      this.#listeners.delete(id);
      throw thrown;
    }
    return async () => {
      if (this.#listeners.delete(id)) await this.ask("stop", id);
    };
  }

  /** Asks for an answer in frames. The frames of a signal that is aborted already say so. */
  stream(envelope: unknown, signal: AbortSignal | undefined): FrameReader {
    const id = this.#nextId();
    const cancel = () => void this.ask("stop", id).catch(() => undefined);
    const reader = new FrameReader({
      more: (frames) => void this.ask("more", { stream: id, frames }).catch(() => undefined),
      cancel,
    });
    this.#streams.set(id, reader);
    signal?.addEventListener("abort", cancel);
    this.#ask(id, "stream", envelope)
      .then(() => reader.end(lostAnswer()))
      // The engine did not take it up, or the connection was lost and the reader has been told.
      .catch((thrown: unknown) => {
        reader.push(refusedFrame(thrown));
        reader.end();
      })
      .finally(() => {
        this.#streams.delete(id);
        signal?.removeEventListener("abort", cancel);
      });
    if (signal?.aborted) cancel();
    return reader;
  }

  close(): void {
    if (!this.#isOpen) return;
    this.#send({ id: this.#nextId(), call: "close" });
    this.#lost();
  }

  async #ask(id: number, call: EndpointCall, argument: unknown): Promise<unknown> {
    if (!this.#isOpen) throw closedError();
    const answer = await new Promise<Settled<unknown>>((resolve, reject) => {
      this.#send({ id, call, ...(argument === undefined ? {} : { argument }) });
      this.#waiting.set(id, { call, resolve, reject });
    }).catch(refuseUncloneable);
    return unsettle(answer);
  }

  #nextId(): number {
    this.#lastId += 1;
    return this.#lastId;
  }

  #send(question: EndpointQuestion): void {
    this.#port.postMessage(question);
  }

  #receive(message: EndpointMessage): void {
    if ("closed" in message) this.#lost();
    else if ("frame" in message) this.#streams.get(message.id)?.push(message.frame);
    else if ("told" in message) this.#listeners.get(message.id)?.(message.told as never);
    else {
      this.#waiting.get(message.id)?.resolve(message.answer);
      this.#waiting.delete(message.id);
    }
  }

  #lost(): void {
    this.#isOpen = false;
    this.#port.close();
    this.#listeners.clear();
    for (const reader of this.#streams.values()) reader.end(lostAnswer());
    for (const { call, reject } of this.#waiting.values()) {
      reject(WRITING.has(call) ? lostAnswer() : closedError());
    }
    this.#waiting.clear();
  }
}

function closedError(): KipError {
  return kipError("InternalError", "this endpoint is closed", {
    hint: "Ask the page that opened the Nexus for another one.",
  });
}
