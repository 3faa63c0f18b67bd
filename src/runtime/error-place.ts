import { KipError } from "../model/index.js";

/**
 * Whatever an evaluation threw, with the line and column of the place it names, as the language's own diagnostics give
 * them: evaluation knows offsets in the command only.
 */
export function placed(thrown: unknown, text: string): unknown {
  if (!(thrown instanceof KipError)) return thrown;
  const { position, from = position, to = from, line, ...others } = thrown.details;
  if (typeof from !== "number" || line !== undefined) return thrown;
  const before = text.slice(0, from);
  const lineStart = before.lastIndexOf("\n") + 1;
  return thrown.saying(thrown.message, {
    details: {
      ...others,
      from,
      to: typeof to === "number" ? to : from,
      line: before.split("\n").length,
      column: from - lineStart + 1,
    },
  });
}
