import { type JsonObject, kipError, type Timestamp, timestampAt } from "../model/index.js";
import type { SpaceView } from "../state/index.js";
import type { EvaluationContext } from "./evaluation.js";
import type { Caller } from "./execute.js";
import { Door } from "./gate.js";
import { type PreparedOperation, prepareOperation } from "./operation.js";
import { fetchMaterial, type ReadMaterial } from "./read-material.js";
import { readRequestEnvelope } from "./request-envelope.js";
import type { SpaceSession } from "./session.js";
import { envelopeOfExecuteKipReadonly } from "./tool-envelopes.js";

/** Who reads outside of a request, and from which Space. */
export interface Reader {
  readonly session: SpaceSession;
  readonly caller: Caller;
  /** Authenticates cursors (§88.4). */
  readonly secret: string;
}

/** What one reading command is evaluated on, at one instant. */
export interface ReadInput {
  /** What the reader may see of the present. */
  readonly view: SpaceView;
  /** Whether that is everything. */
  readonly seesEverything: boolean;
  readonly context: EvaluationContext;
  readonly material: ReadMaterial;
}

/**
 * Parses and checks one reading command that comes without a request.
 * @throws `InvalidRequestEnvelope` for arguments of another shape, `ReadonlyViolation` for a command that changes state
 * (§76), and the codes of the language's static checks.
 */
export function prepareRead(command: string, parameters?: JsonObject): PreparedOperation {
  const envelope = envelopeOfExecuteKipReadonly({
    command,
    ...(parameters === undefined ? {} : { parameters }),
  });
  const request = readRequestEnvelope(envelope);
  const [operation] = request.operations;
  if (!operation) throw kipError("InvalidRequestEnvelope", "there is no command to read");
  return prepareOperation(request, operation, "readonly");
}

/**
 * Carries out one reading command: fetches what it needs of the log, and evaluates on one state. Like every evaluation,
 * `read` may be run again when it asks for large payloads.
 * @throws `NotAuthorized` and its like where the reader may not ask; what fetching and `read` throw.
 */
export async function readOnce<T>(
  { session, caller, secret }: Reader,
  operation: PreparedOperation,
  read: (input: ReadInput) => T,
): Promise<T> {
  const door = new Door(session, caller, {
    search: session.search,
    secret,
    purpose: caller.purpose ?? undefined,
    risk: undefined,
    principal: caller.principal,
    access: "readonly",
    session,
  });
  const before = door.passWith(operation.command);
  const material = await fetchMaterial(session, before.view, operation, door.context(before));
  return session.evaluate(() => {
    const gate = door.passWith(operation.command);
    const now: Timestamp = timestampAt(Date.now());
    const { view } = gate;
    const context = { ...door.context(gate), now };
    return read({ view, seesEverything: view === session.view, context, material });
  });
}
