import type { KmlCommand, Parameter } from "../lang/index.js";
import { type JsonObject, requirePortableJson } from "../model/index.js";
import { readParameter } from "./values.js";

/**
 * Checks that every parameter a command mentions is bound to portable JSON, before anything runs: a sweep that happens
 * to select nothing must not hide a missing one (§74).
 * @throws `ReferenceError` when one is not bound, `TypeMismatch` or `ConstraintViolation` for what is not portable.
 */
export function requireParameters(command: KmlCommand, parameters: JsonObject): void {
  for (const parameter of parametersOf(command)) {
    requirePortableJson(readParameter(parameter, parameters), `:${parameter.name}`);
  }
}

/** The parameters of commands that were asked about; a tree is never changed. */
const mentioned = new WeakMap<KmlCommand, readonly Parameter[]>();

/** Every parameter a command mentions, each name once. */
function parametersOf(command: KmlCommand): readonly Parameter[] {
  const known = mentioned.get(command);
  if (known) return known;
  const found = new Map<string, Parameter>();
  const open: unknown[] = [command];
  while (open.length > 0) {
    const node = open.pop();
    if (typeof node !== "object" || node === null) continue;
    if (!isParameter(node)) open.push(...Object.values(node));
    else if (!found.has(node.name)) found.set(node.name, node);
  }
  const parameters = [...found.values()];
  mentioned.set(command, parameters);
  return parameters;
}

function isParameter(node: object): node is Parameter {
  return "type" in node && node.type === "Parameter";
}
