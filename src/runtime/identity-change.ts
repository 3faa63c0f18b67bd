import type { ControlChange } from "../model/index.js";
import type { StateOverlay } from "../state/index.js";

/**
 * The control change of a commit that decides or withdraws a merge, and none where it does neither (§36.1). How references
 * resolve is protected state with a version of its own (§11.5): whoever depends on it learns that it moved, also where the
 * entry of the merged Concept says so only to those who may see that Concept. `version` is that of the whole Space before
 * the commit, which a caller's own view may count otherwise.
 */
export function identityChange(overlay: StateOverlay, version: number): readonly ControlChange[] {
  if (overlay.decided().length === 0) return [];
  const moved = overlay.identityVersion - overlay.base.identityVersion;
  return [{ kind: "identity", version: String(version + moved) }];
}
