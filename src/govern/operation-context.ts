import { type ControlChange, type ElementId, kipError, type Timestamp } from "../model/index.js";
import type { SpaceView } from "../state/index.js";
import type { Authority } from "./authority.js";
import type { ControlState } from "./control-state.js";
import type { Permission } from "./permissions.js";
import type { ControlRecord } from "./records.js";
import type { Target } from "./scope.js";

/** What an operation of the control plane goes by. */
export interface OperationContext {
  readonly control: ControlState;
  /** Who acts. A host's own calls act as the owner. */
  readonly authority: Authority;
  /** What the acting Principal may see of the Space. */
  readonly view: SpaceView;
  /** The Space with everything in it, for what follows an element wherever it leads. */
  readonly whole: SpaceView;
  readonly now: Timestamp;
  /** A fresh id: never given out before. */
  readonly freshId: () => string;
}

/** What an operation changes. Nothing has happened yet. */
export interface PlannedOperation {
  /** The records it makes or changes; none where everything already is as asked for. */
  readonly records: readonly ControlRecord[];
  /** The `$self` it designates; undefined leaves it as it is. */
  readonly self?: ElementId | null;
  /** The kind of control change consumers of the stream are told (§36.1). */
  readonly change: ControlChange["kind"];
  /** The permissions it was allowed under, for the audit. */
  readonly permissions: readonly Permission[];
  /** What it is about, for the audit. */
  readonly about: readonly string[];
}

/**
 * Requires a permission of the acting Principal, for an element or for the Space itself.
 * @throws `NotAuthorized`.
 */
export function requirePermission(
  { authority }: Pick<OperationContext, "authority">,
  permission: Permission,
  target: Target | null = null,
): void {
  if (authority.permits(permission, target)) return;
  throw kipError("NotAuthorized", `${authority.principal} may not ${permission}`, {
    hint: `Act as a Principal that holds ${permission}; the owner does.`,
    details: { permissions: [permission], principal: authority.principal },
  });
}
