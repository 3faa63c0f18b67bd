import { ELEMENT_KINDS, type ElementId, kindOfId } from "../model/index.js";

/** Orders ids by kind, then by when they were handed out: `C-9` before `C-10` (§7.1). */
export function compareIds(left: ElementId, right: ElementId): number {
  const [leftKind, rightKind] = [kindOfId(left), kindOfId(right)];
  if (leftKind !== rightKind || leftKind === null || rightKind === null) {
    return rankOf(leftKind) - rankOf(rightKind) || (left < right ? -1 : left > right ? 1 : 0);
  }
  return ordinalOf(left) - ordinalOf(right);
}

function rankOf(kind: ReturnType<typeof kindOfId>): number {
  return kind === null ? ELEMENT_KINDS.length : ELEMENT_KINDS.indexOf(kind);
}

function ordinalOf(id: ElementId): number {
  return Number(id.slice(id.indexOf("-") + 1));
}
