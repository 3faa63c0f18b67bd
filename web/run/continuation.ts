import type { JsonObject } from "../../src/model/index.js";

const CURSOR_CLAUSE = /\bCURSOR\s+:([A-Za-z_][A-Za-z0-9_]*)\s*(?:\/\/.*\s*)*$/i;

/**
 * The request for the next page. `CURSOR` is the last clause of every read that pages, so it can be added at the end;
 * a command that already ends with `CURSOR :name` gets the new cursor under its own name.
 */
export function continuationOf(
  command: string,
  parameters: JsonObject,
  cursor: string,
): { readonly command: string; readonly parameters: JsonObject } {
  const own = CURSOR_CLAUSE.exec(command)?.[1];
  if (own !== undefined) return { command, parameters: { ...parameters, [own]: cursor } };
  let name = "next_page";
  while (name in parameters) name += "_";
  return { command: `${command.trimEnd()}\nCURSOR :${name}`, parameters: { ...parameters, [name]: cursor } };
}
