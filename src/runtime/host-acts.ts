import type { Permission } from "../govern/index.js";
import { type Digest, kipError, timestampAt } from "../model/index.js";
import { Gate } from "./gate.js";
import { reportedFailure } from "./refusals.js";
import type { SpaceSession } from "./session.js";

/** What the host asks for beside commands: on the schema, on identities, on recordings. */
export interface HostAct {
  /** As whom the host acts. */
  readonly principal: string;
  /** Its name in the audit. */
  readonly act: string;
  /** What it takes (§29). */
  readonly permission: Permission;
  readonly requestDigest: Digest;
}

/**
 * Carries out an act of the host. One that is refused is a line of the audit, as one of any Principal is.
 * @throws what it throws.
 */
export async function recorded<T>(
  session: SpaceSession,
  { principal, act, requestDigest }: HostAct,
  carryOut: () => Promise<T>,
): Promise<T> {
  try {
    return await carryOut();
  } catch (thrown) {
    const caller = { principal, purpose: null };
    throw await reportedFailure(session, thrown, { caller, statements: [act], requestDigest });
  }
}

/**
 * Requires what an act of the host takes, on the rules of this moment: an owner can deny itself what a page is not to do
 * by mistake. Ask again on every attempt to commit (§28.6).
 * @throws `NotAuthorized`, `Unauthenticated` for a Principal that is not there or suspended.
 */
export function requireHostPermission(session: SpaceSession, { principal, act, permission }: HostAct): void {
  const { authority } = new Gate(session, { principal, purpose: null }, timestampAt(Date.now()));
  if (authority.permits(permission, null)) return;
  throw kipError("NotAuthorized", `${principal} may not ${permission}, which ${act} takes`, {
    hint: `The deny of ${permission} has to be revoked first; grants() shows it.`,
    details: { permissions: [permission], principal },
  });
}
