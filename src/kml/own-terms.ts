import {
  asElementId,
  type ElementId,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  KipError,
  kindOfId,
} from "../model/index.js";
import type { StateOverlay } from "../state/index.js";
import { kindName } from "./describe.js";
import { isGeneratedHandle } from "./desugar.js";
import type { MutationPlan } from "./plan.js";

const IDS = /"([CPAEX]-[1-9][0-9]*)"|(?<![\w-])([CPAEX]-[1-9][0-9]*)(?![\w-])/g;

/**
 * What was thrown, said in the command's own terms. A command that fails commits nothing, so an id it would have given
 * out names no element, or later another one: where a message names such an id, its handle stands instead.
 */
export function inOwnTerms(thrown: unknown, plan: MutationPlan, overlay: StateOverlay): unknown {
  if (!(thrown instanceof KipError)) return thrown;
  const say = (text: string) =>
    text.replace(IDS, (written, quoted: string | undefined, bare: string | undefined) => {
      const id = asElementId(quoted ?? bare ?? "");
      return termFor(id, plan, overlay) ?? written;
    });
  const { message, hint, details } = thrown;
  return thrown.saying(say(message), { hint: say(hint), details: sayIn(details, say) });
}

/** What an id that will not exist is called; null for one that does. */
function termFor(id: ElementId, plan: MutationPlan, overlay: StateOverlay): string | null {
  const kind = kindName(kindOfId(id) ?? "concept");
  if (plan.isNew(id)) {
    const handle = plan.handleOf(id);
    return handle === undefined || isGeneratedHandle(handle) ? `the new ${kind}` : `?${handle}`;
  }
  const isTentative = overlay.element(id) !== undefined && overlay.base.element(id) === undefined;
  return isTentative ? `the ${kind} that an earlier operation of this request makes` : null;
}

function sayIn(details: JsonObject, say: (text: string) => string): JsonObject {
  return Object.fromEntries(Object.entries(details).map(([name, value]) => [name, sayWithin(value, say)]));
}

/** Whole strings only: text of the caller's that merely contains something like an id stays what it is. */
function sayWithin(value: JsonValue, say: (text: string) => string): JsonValue {
  if (typeof value === "string") return kindOfId(value) === null ? value : say(value);
  if (Array.isArray(value)) return value.map((item: JsonValue) => sayWithin(item, say));
  return isJsonObject(value) ? sayIn(value, say) : value;
}
