import {
  isJsonObject,
  kipError,
  type RequestEnvelope,
  type ResponseEnvelope,
  type SpaceId,
} from "../model/index.js";
import { type HostChoices, requireCapabilities } from "./capabilities.js";
import { type Caller, type ExecutionHost, executeRequest } from "./execute.js";
import { type SendFrame, StreamFrames } from "./frames.js";
import { readRequestEnvelope } from "./request-envelope.js";
import { failedResponse } from "./responses.js";
import type { SpaceSession } from "./session.js";

/** What requests of one Nexus are taken with. */
export interface DeskParts extends Pick<ExecutionHost, "secret" | "artifactOf"> {
  readonly choices: HostChoices;
  /** The Space of a request that names none. */
  readonly space: SpaceId;
  readonly session: (space: SpaceId) => Promise<SpaceSession>;
}

/** Where requests are taken: each is checked, carried out in the Space it addresses, and answered whatever happens. */
export class RequestDesk {
  readonly #parts: DeskParts;

  constructor(parts: DeskParts) {
    this.#parts = parts;
  }

  /** Answers a request. Never throws: what `envelopeOf` throws is part of the answer, too. */
  async answer(
    envelopeOf: () => unknown,
    caller: Caller,
    stream?: ExecutionHost["stream"],
  ): Promise<ResponseEnvelope> {
    let requestId: string | undefined;
    let request: RequestEnvelope | undefined;
    try {
      const received = envelopeOf();
      requestId = requestIdOf(received);
      request = readRequestEnvelope(received);
      const { secret, artifactOf, choices, session } = this.#parts;
      requireCapabilities(request.requires, choices);
      const host = { secret, ...(artifactOf ? { artifactOf } : {}), ...(stream ? { stream } : {}) };
      return await executeRequest(await session(this.#spaceOf(request)), request, caller, host);
    } catch (thrown) {
      return failedResponse(thrown, requestId, request?.execution);
    }
  }

  /** Answers a request in frames (§84). Settles once the last one is sent; never throws but what `send` throws. */
  async stream(
    envelopeOf: () => unknown,
    caller: Caller,
    send: SendFrame,
    signal: AbortSignal,
  ): Promise<void> {
    const frames = new StreamFrames(send);
    frames.end(await this.answer(envelopeOf, caller, { frames, signal }));
  }

  /** Space comes from the request's own selector or the host's default, never from content (§5.5). */
  #spaceOf({ space }: RequestEnvelope): SpaceId {
    const ours = this.#parts.space;
    if (space === undefined) return ours;
    const { id, uri } = space;
    if (id !== undefined && uri !== undefined && id !== uri) {
      throw kipError("InvalidRequestEnvelope", "space.id and space.uri name different Spaces", {
        hint: "Send one of them.",
      });
    }
    const named = id ?? uri;
    if (named === ours) return ours;
    throw kipError("NotFoundOrNotVisible", `this endpoint serves no Space ${JSON.stringify(named ?? null)}`, {
      hint: `Leave space out, or name "${ours}". A host chooses the Space in openNexus.`,
    });
  }
}

function requestIdOf(received: unknown): string | undefined {
  if (!isJsonObject(received)) return undefined;
  const { request_id } = received;
  return typeof request_id === "string" && request_id.length > 0 && request_id.length <= 256
    ? request_id
    : undefined;
}
