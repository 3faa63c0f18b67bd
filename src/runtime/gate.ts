import {
  type Authority,
  type Caller,
  type ControlState,
  requireStatement,
  type SettledWrites,
  settleWrites,
} from "../govern/index.js";
import { type Command, statementName } from "../lang/index.js";
import { kipError, type Timestamp } from "../model/index.js";
import type { SpaceView, StateOverlay } from "../state/index.js";
import type { Authorities } from "./authorities.js";

/** The part of a session that decisions need. */
export interface Governed {
  readonly control: ControlState;
  readonly authorities: Authorities;
}

/**
 * The one door between a caller and a Space (§29): what it may ask, what it sees, and whether what it wrote may be
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

  /** Refuses a command that nothing could allow. @throws as `requireStatement`. */
  statement(command: Command): void {
    requireStatement(this.authority, command, statementName(command));
  }

  /** Whether a permission is held for anything at all. */
  may(permission: string): boolean {
    return this.authority.reach(permission as Parameters<Authority["reach"]>[0]) !== "never";
  }

  /** Authorizes what was written over a view. @throws as `settleWrites`. */
  writes(view: SpaceView, overlay: StateOverlay, requestDigest: string): SettledWrites {
    const { authority, control } = this;
    return settleWrites({ authority, control, view, overlay, requestDigest, now: this.#at });
  }
}
