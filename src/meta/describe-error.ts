import { isErrorCode, type JsonObject, kipError, REGISTRY } from "../model/index.js";
import { nearNames } from "../schema/index.js";
import { ERROR_MEANINGS } from "./error-meanings.js";

/**
 * What `DESCRIBE ERROR code` answers (§63.3, §86): the category, what may be done about it, what it means, and what to
 * do next.
 * @throws `NotFoundOrNotVisible` for a code that is not in the registry.
 */
export function describeError(code: string): JsonObject {
  if (!isErrorCode(code)) {
    const near = nearNames(code, Object.keys(REGISTRY));
    throw kipError("NotFoundOrNotVisible", `there is no error code ${JSON.stringify(code)}`, {
      hint:
        near.length > 0
          ? `Did you mean ${near.map((name) => JSON.stringify(name)).join(" or ")}?`
          : "Write the code of an error as its response has it, for example VersionConflict.",
      details: { code, suggestions: near },
    });
  }
  const { category, retry, hint } = REGISTRY[code];
  return { code, category, retry: { class: retry }, meaning: ERROR_MEANINGS[code], next_step: hint };
}
