import type { ElementId } from "../model/index.js";

/** Orders ids of one kind by age: their counters grow with creation (§7.1). */
export function compareIds(left: ElementId, right: ElementId): number {
  if (left.length !== right.length) return left.length - right.length;
  return left < right ? -1 : left > right ? 1 : 0;
}
