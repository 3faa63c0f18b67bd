import { type JsonObject, KipError, type Warning } from "../model/index.js";

/**
 * Whatever an evaluation threw, with the line and column of the place it names, as the language's own diagnostics give
 * them: evaluation knows offsets in the command only.
 */
export function placed(thrown: unknown, text: string): unknown {
  if (!(thrown instanceof KipError)) return thrown;
  const details = withPlace(thrown.details, text);
  return details === null ? thrown : thrown.saying(thrown.message, { details });
}

/** Remarks with the line and column of what they are about, as `placed` gives them to errors. */
export function placedRemarks(remarks: readonly Warning[], text: string): readonly Warning[] {
  return remarks.map((remark) => {
    const details = withPlace(remark.details ?? {}, text);
    return details === null ? remark : { ...remark, details };
  });
}

/** The details with a line and column, or null when they name no offset, or have them already. */
function withPlace(
  { position, from = position, to = from, line, ...others }: JsonObject,
  text: string,
): JsonObject | null {
  if (typeof from !== "number" || line !== undefined) return null;
  const before = text.slice(0, from);
  const lineStart = before.lastIndexOf("\n") + 1;
  return {
    ...others,
    from,
    to: typeof to === "number" ? to : from,
    line: before.split("\n").length,
    column: from - lineStart + 1,
  };
}
