import type { EpistemicControls, PolicyRegistry } from "../belief/index.js";
import { type Authority, type Caller as GovernedCaller, policiesOf, principalIdOf } from "../govern/index.js";
import { visibleEnvelope } from "../meta/index.js";
import {
  type ChangeEnvelope,
  isJsonObject,
  type JsonObject,
  kipError,
  type RequestEnvelope,
  type ResponseEnvelope,
  timestampAt,
} from "../model/index.js";
import type { SearchIndex } from "../search/index.js";
import type { SpaceView } from "../state/index.js";
import { withPlainPayloads } from "../store/index.js";
import { epistemicControls } from "./authorities.js";
import type { Caller } from "./execute.js";
import type { SendFrame } from "./frames.js";
import { Gate } from "./gate.js";
import type { LiveAnswer } from "./live-query.js";
import type { ProtectedOutcome } from "./protected-commit.js";
import { readRepairOptions, repairRecordedMistake } from "./repairs.js";
import type { SpaceSession } from "./session.js";
import { envelopeOfExecuteKip, envelopeOfExecuteKipReadonly } from "./tool-envelopes.js";
import type { ExecuteKipArguments, ExecuteKipReadonlyArguments } from "./tools.js";

/** Whom a host opens an endpoint for, and for what (§28.2, §88.1). */
export interface EndpointOptions {
  /** A Principal's id, or the name of a role of the preset: `agent`, `maintenance`, `instrument`, `owner`. */
  readonly principal: string;
  /** `readonly` refuses whatever would change state, whichever tool it is sent to. Default `full`. */
  readonly access?: "full" | "readonly";
  /** What the endpoint is for. Grants may be limited to purposes; a request cannot claim another one. */
  readonly purpose?: string;
}

const OPTIONS = ["principal", "access", "purpose"] as const;

/**
 * Reads what a host opens an endpoint with.
 * @throws `InvalidRequestEnvelope` for a member there is not, `TypeMismatch` for a value of another type.
 */
export function readEndpointOptions(received: unknown): Caller {
  if (!isJsonObject(received)) throw wrongOption("the options", 'an object such as {principal: "agent"}');
  const unknown = Object.keys(received).find((name) => !(OPTIONS as readonly string[]).includes(name));
  if (unknown !== undefined) {
    throw kipError("InvalidRequestEnvelope", `an endpoint has no option ${JSON.stringify(unknown)}`, {
      hint: `Leave it out. The options are ${OPTIONS.join(", ")}.`,
      details: { member: unknown, allowed: OPTIONS },
    });
  }
  const { principal, access = "full", purpose = null } = received;
  if (access !== "full" && access !== "readonly") throw wrongOption("access", '"full" or "readonly"');
  if (purpose !== null && (typeof purpose !== "string" || purpose === ""))
    throw wrongOption("purpose", "a text");
  return { principal: principalIdOf(principal, "principal"), access, purpose };
}

function wrongOption(field: string, expected: string) {
  return kipError("TypeMismatch", `${field} must be ${expected}`, {
    hint: `Send ${field} as ${expected}.`,
    details: { field, expected },
  });
}

/** What a reader above requests gets through an endpoint: the caller's view, the index, and what bears on belief. */
export interface ReadingSource {
  readonly view: SpaceView;
  readonly search: SearchIndex;
  readonly controls: EpistemicControls;
  readonly policies: PolicyRegistry;
}

/** The part of the engine that an endpoint stands on. */
export interface EndpointEngine {
  /** Answers a request of a caller; failures are part of the answer. */
  answer(envelopeOf: () => unknown, caller: Caller): Promise<ResponseEnvelope>;
  /** Answers a request of a caller in frames; see `NexusRuntime.stream`. */
  stream(envelope: unknown, caller: Caller, send: SendFrame, signal: AbortSignal): Promise<void>;
  session(): Promise<SpaceSession>;
  /** As `NexusRuntime.subscribe`, for a caller. */
  subscribe(
    caller: Caller,
    command: string,
    parameters: JsonObject | undefined,
    callback: (answer: LiveAnswer) => unknown,
  ): Promise<() => void>;
}

/**
 * One connection to the Nexus, bound for good to one Principal, one kind of access and one purpose (§28.2). Nothing that
 * comes through it can change any of these: who is asking is never read from a request (§88.1).
 */
export class Endpoint {
  readonly caller: Caller;
  readonly #engine: EndpointEngine;

  constructor(caller: Caller, engine: EndpointEngine) {
    this.caller = caller;
    this.#engine = engine;
  }

  /** The `execute_kip` tool. Never throws: failures are in the envelope. */
  executeKip(args: ExecuteKipArguments): Promise<ResponseEnvelope> {
    return this.#engine.answer(() => envelopeOfExecuteKip(args), this.caller);
  }

  /** The `execute_kip_readonly` tool. Refuses whatever would change state, however it is labelled (§76). */
  executeKipReadonly(args: ExecuteKipReadonlyArguments): Promise<ResponseEnvelope> {
    return this.#engine.answer(() => envelopeOfExecuteKipReadonly(args), {
      ...this.caller,
      access: "readonly",
    });
  }

  /** A full request envelope (§71). */
  request(envelope: RequestEnvelope): Promise<ResponseEnvelope> {
    return this.#engine.answer(() => envelope, this.caller);
  }

  /** A full request, answered in frames (§84); as `NexusRuntime.stream`. */
  stream(envelope: RequestEnvelope, send: SendFrame, signal: AbortSignal): Promise<void> {
    return this.#engine.stream(envelope, this.caller, send, signal);
  }

  /**
   * Reads, above requests, what the caller may see of the present or of an earlier sequence: what Recall does (Recall
   * policy §3). `read` may be called twice.
   * @throws `Unauthenticated`, `NotAuthorized` without `read` and `search`, and for the past `read_history`,
   * `ProjectionNotAuthorized` without `project`; `HistoricalSnapshotUnavailable`; whatever `read` throws.
   */
  async read<T>(read: (source: ReadingSource) => T, asOfSeq: number | null = null): Promise<T> {
    const session = await this.#engine.session();
    requireReading(gateOf(session, this.caller).authority, asOfSeq !== null);
    const past = asOfSeq === null ? null : await session.past.at(asOfSeq);
    return session.evaluate(() => {
      const { authority, control, view } = gateOf(session, this.caller);
      requireReading(authority, past !== null);
      const seen =
        past === null
          ? { view, search: session.search }
          : {
              view: session.authorities.authorized(this.caller, timestampAt(Date.now()), past),
              search: session.past.searchOf(past),
            };
      const source = {
        ...seen,
        controls: epistemicControls(authority, control),
        policies: policiesOf(control),
      };
      return withPlainPayloads(read(source));
    });
  }

  /**
   * Repairs a recording as the caller (§57.8): its own recordings, as far as it holds `repair_recording` for them; see
   * `repairRecordedMistake`. A replacement takes what recording it takes.
   * @throws `ReadonlyViolation` through a readonly endpoint, and as `repairRecordedMistake`. Nothing is changed then.
   */
  async repairRecording(repair: unknown, options: unknown = {}): Promise<ProtectedOutcome> {
    if (this.caller.access === "readonly") {
      throw kipError("ReadonlyViolation", "a recording repair changes state and this endpoint only reads", {
        hint: "Ask the page that opened the Nexus for an endpoint that may write.",
      });
    }
    const { idempotencyKey, replacement } = readRepairOptions(options);
    const session = await this.#engine.session();
    return repairRecordedMistake(
      session,
      repair,
      { ...this.caller, idempotencyKey },
      {
        scope: "own",
        replacement,
      },
    );
  }

  /**
   * Calls back after every commit of which the caller may know something, with just that (§36.1); returns what stops it.
   * @throws `Unauthenticated`, `NotAuthorized` without `discover`.
   */
  async onCommit(listener: (envelope: ChangeEnvelope) => void): Promise<() => void> {
    const session = await this.#engine.session();
    if (gateOf(session, this.caller).authority.reach("discover") === "never") {
      throw kipError("NotAuthorized", "to follow commits needs the permission discover", {
        details: { permissions: ["discover"] },
      });
    }
    return session.onCommit((envelope) => {
      const visible = visibleTo(session, this.caller, envelope);
      if (visible) listener(visible);
    });
  }

  /**
   * Answers a reading command now and whenever its answer changes, as far as the caller may know; see `LiveQuery`.
   * Returns what stops it. @throws what `prepareRead` throws; what the caller may not ask is answered as an error.
   */
  subscribe(
    command: string,
    parameters: JsonObject | undefined,
    callback: (answer: LiveAnswer) => unknown,
  ): Promise<() => void> {
    return this.#engine.subscribe({ ...this.caller, access: "readonly" }, command, parameters, callback);
  }
}

/** @throws `Unauthenticated` for a Principal that is not there, or suspended. */
export function requireActive(session: SpaceSession, caller: GovernedCaller): void {
  gateOf(session, caller);
}

function requireReading(authority: Authority, isPast: boolean): void {
  const needed = ["read", "search", "project", ...(isPast ? (["read_history"] as const) : [])] as const;
  for (const permission of needed) {
    if (authority.reach(permission) !== "never") continue;
    const code = permission === "project" ? "ProjectionNotAuthorized" : "NotAuthorized";
    throw kipError(code, `recall needs the permission ${permission}`, {
      hint: `This endpoint's Principal does not hold ${permission}; the memory's owner grants it.`,
      details: { permissions: [permission] },
    });
  }
}

function gateOf(session: SpaceSession, caller: GovernedCaller): Gate {
  return new Gate(session, caller, timestampAt(Date.now()));
}

/** What of a commit a caller may know of now; null for nothing, which is also what one gets who is nobody any more. */
function visibleTo(session: SpaceSession, caller: Caller, envelope: ChangeEnvelope): ChangeEnvelope | null {
  try {
    const { view, authority } = gateOf(session, caller);
    return authority.reach("discover") === "never" ? null : visibleEnvelope(view, envelope);
  } catch {
    return null;
  }
}
