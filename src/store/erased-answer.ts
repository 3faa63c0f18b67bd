import type { JsonObject } from "../model/index.js";

/**
 * What is retained, beside the commit, in place of the answer of an operation that read: the answer itself is content,
 * which only an outcome keeps and an erasure removes (§60). `context` must hold coordinates only.
 */
export function erasedAnswer(context: JsonObject): JsonObject {
  return {
    result: null,
    context,
    warnings: [
      {
        code: "AnswerErased",
        message:
          "What this operation read is no longer retained: content of the Space was purged since. Read again to learn what is there now.",
      },
    ],
    nextCursor: null,
  };
}
