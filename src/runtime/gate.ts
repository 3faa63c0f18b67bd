import {
  ApprovalNeeded,
  type Authority,
  type Caller,
  type ControlState,
  type Permission,
  policiesOf,
  requireStatement,
  type SettledWrites,
  settleWrites,
  targetOf,
} from "../govern/index.js";
import { type Command, statementName } from "../lang/index.js";
import {
  type Element,
  type ElementId,
  type JsonObject,
  kipError,
  type Timestamp,
  timestampAt,
} from "../model/index.js";
import type { SpaceView, StateOverlay } from "../state/index.js";
import { type Authorities, epistemicControls } from "./authorities.js";
import type { EvaluationContext } from "./evaluation.js";

/** The part of a session that decisions need. */
export interface Governed {
  readonly control: ControlState;
  readonly authorities: Authorities;
}

/**
 * What stands between a caller and a Space (§29): what it may ask, what it sees, and whether what it wrote may be
 * committed. A gate is of one instant: whoever waits for anything passes through another one afterwards.
 */
export class Gate {
  readonly authority: Authority;
  readonly control: ControlState;
  /** What the caller sees of the present. */
  readonly view: SpaceView;
  readonly #at: Timestamp;

  /** @throws `Unauthenticated` for a Principal that is not known, or suspended. */
  constructor({ control, authorities }: Governed, caller: Caller, at: Timestamp) {
    this.authority = authorities.authority(caller, at);
    this.control = control;
    this.#at = at;
    if (!this.authority.isActive) {
      throw kipError("Unauthenticated", `${caller.principal} is not an active Principal of this Space`, {
        hint: "The host opens an endpoint for a Principal it has added and not suspended.",
        details: { principal: caller.principal },
      });
    }
    this.view = authorities.view(caller, at);
  }

  /** Names what the caller sees and what counts in it: equal names of one state are equal answers (§21.12). */
  get viewName(): string {
    return `${this.authority.viewName}@${this.control.elementsVersion}`;
  }

  /** Refuses a command that nothing could allow. @throws as `requireStatement`. */
  statement(command: Command): void {
    requireStatement(this.authority, command, statementName(command));
  }

  /** Refuses a look at the past that the command itself does not name. @throws `NotAuthorized`. */
  goesBack(): void {
    if (this.may("read_history")) return;
    throw kipError("NotAuthorized", "an earlier state of this Space needs the permission read_history", {
      hint: "The Space has changed since that snapshot_token was issued. Leave read.snapshot_token out to read the present, or ask the memory's owner for read_history.",
      details: { permissions: ["read_history"] },
    });
  }

  /** Whether a permission is held for anything at all. */
  may(permission: string): boolean {
    return this.authority.reach(permission as Parameters<Authority["reach"]>[0]) !== "never";
  }

  /**
   * Authorizes what a preview would write (§69.3). What waits for an approval only when it is asked for in earnest is
   * told here as an error.
   * @throws as `settleWrites`; `RequiresApproval`.
   */
  rehearsed(view: SpaceView, overlay: StateOverlay): void {
    try {
      this.writes(view, overlay, "");
    } catch (thrown) {
      if (!(thrown instanceof ApprovalNeeded)) throw thrown;
      throw kipError("RequiresApproval", "this would wait for another Principal's approval", {
        details: { permissions: thrown.permissions },
      });
    }
  }

  /** Authorizes what was written over a view. @throws as `settleWrites`. */
  writes(
    view: SpaceView,
    overlay: StateOverlay,
    requestDigest: string,
    authorized: ReadonlySet<ElementId> = new Set(),
  ): SettledWrites {
    const { authority, control } = this;
    return settleWrites({ authority, control, view, overlay, requestDigest, authorized, now: this.#at });
  }

  /** Requires a permission that a protected operation takes, for each element it is about. @throws `NotAuthorized`. */
  protects(permission: Permission, about: Iterable<Element>): void {
    for (const element of about) {
      const target = targetOf(element, this.view.environment, (id) => this.view.element(id));
      if (!this.authority.permits(permission, target))
        throw this.#notAuthorized(permission, { id: element.id });
    }
  }

  #notAuthorized(permission: Permission, details: JsonObject = {}) {
    return kipError("NotAuthorized", `this Principal may not ${permission} here`, {
      hint: `It does not hold ${permission}. DESCRIBE ACCESS tells what it holds; the memory's owner grants more. Nothing was written.`,
      details: { ...details, permissions: [permission] },
    });
  }
}

/** What one request is evaluated with, whatever its gate; the gate adds what is of its instant. */
export interface RequestContext
  extends Omit<
    EvaluationContext,
    "now" | "head" | "controls" | "policies" | "may" | "authorized" | "gate" | "cursorKey"
  > {
  /** The host's secret: authenticates cursors and tokens (§88.4). */
  readonly secret: string;
}

/** The gates of one request: one for every moment at which it looks at the Space. */
export class Door {
  readonly #session: Governed;
  readonly #caller: Caller;
  readonly #secret: string;
  readonly #context: Omit<RequestContext, "secret">;

  constructor(session: Governed, caller: Caller, { secret, ...context }: RequestContext) {
    this.#session = session;
    this.#caller = caller;
    this.#secret = secret;
    this.#context = context;
  }

  /** A gate of now, under the rules of now. @throws as `Gate`. */
  pass(): Gate {
    return new Gate(this.#session, this.#caller, timestampAt(Date.now()));
  }

  /** A gate of now for a command that is about to be carried out. @throws as `Gate` and `Gate.statement`. */
  passWith(command: Command): Gate {
    const gate = this.pass();
    gate.statement(command);
    return gate;
  }

  /** What is evaluated behind a gate, but for the instant. */
  context(gate: Gate): Omit<EvaluationContext, "now"> {
    const { authorities } = this.#session;
    return {
      ...this.#context,
      head: gate.view.seq,
      cursorKey: { secret: this.#secret, holder: this.#caller.principal, view: gate.viewName },
      gate,
      controls: epistemicControls(gate.authority, gate.control),
      policies: policiesOf(gate.control),
      may: (permission) => gate.may(permission),
      authorized: (view) => authorities.authorized(this.#caller, timestampAt(Date.now()), view),
    };
  }
}
