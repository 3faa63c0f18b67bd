import { isJsonObject, type JsonObject } from "../../src/model/index.js";

/** What a text in the parameters pane says: an object to bind, or why it is none. */
export type ParsedParameters =
  | { readonly ok: true; readonly value: JsonObject }
  | { readonly ok: false; readonly problem: string };

const NAME_FORM = /^[A-Za-z_][A-Za-z0-9_]*$/;

/** Reads the parameters pane. An empty pane is an empty object. */
export function parseParameters(text: string): ParsedParameters {
  if (text.trim() === "") return { ok: true, value: {} };
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    return { ok: false, problem: `Not JSON: ${error instanceof Error ? error.message : String(error)}` };
  }
  if (!isJsonObject(value))
    return { ok: false, problem: 'Parameters are one JSON object, such as {"name": "Alice"}.' };
  const badName = Object.keys(value).find((name) => !NAME_FORM.test(name));
  if (badName !== undefined) {
    return { ok: false, problem: `"${badName}" cannot be a parameter: use letters, digits and underscores.` };
  }
  return { ok: true, value };
}

/** The parameters as they are shown in the pane; an empty object leaves it empty. */
export function parametersText(value: JsonObject): string {
  return Object.keys(value).length === 0 ? "" : JSON.stringify(value, null, 2);
}
