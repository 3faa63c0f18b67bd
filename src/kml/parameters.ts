import type { KmlCommand, Parameter } from "../lang/index.js";
import { type JsonObject, requirePortableJson } from "../model/index.js";
import { readParameter } from "./values.js";

/**
 * Checks that every parameter a command mentions is bound to portable JSON, before anything runs: a sweep that happens
 * to select nothing must not hide a missing one (§74).
 * @throws `ReferenceError` when one is not bound, `TypeMismatch` or `ConstraintViolation` for what is not portable.
 */
export function requireParameters(command: KmlCommand, parameters: JsonObject): void {
  const checked = new Set<string>();
  const open: unknown[] = [command];
  while (open.length > 0) {
    const node = open.pop();
    if (typeof node !== "object" || node === null) continue;
    if (!isParameter(node)) open.push(...Object.values(node));
    else if (!checked.has(node.name)) {
      requirePortableJson(readParameter(node, parameters), `:${node.name}`);
      checked.add(node.name);
    }
  }
}

function isParameter(node: object): node is Parameter {
  return "type" in node && node.type === "Parameter";
}
