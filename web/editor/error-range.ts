import type { JsonObject } from "../../src/model/index.js";

/** A stretch of a command's text, in UTF-16 offsets. */
export interface TextRange {
  readonly from: number;
  readonly to: number;
}

/**
 * Where in a command an error of the engine is: its `from` and `to` offsets, else its 1-based `line` and `column`.
 * Null when it names no place, or one outside the text. The range is never empty while there is text to mark.
 */
export function rangeOfError(details: JsonObject, command: string): TextRange | null {
  const from =
    typeof details.from === "number" ? details.from : offsetOf(details.line, details.column, command);
  if (from === null || !Number.isInteger(from) || from < 0 || from > command.length) return null;
  const to = typeof details.to === "number" ? Math.min(details.to, command.length) : from;
  return markable({ from, to: Math.max(from, to) }, command);
}

/** A range there is something to mark in: an error at a point, such as the end, is marked on the nearest character. */
export function markable({ from, to }: TextRange, text: string): TextRange {
  if (to > from) return { from, to };
  if (from < text.length) return { from, to: from + 1 };
  return { from: Math.max(0, from - 1), to };
}

function offsetOf(line: unknown, column: unknown, command: string): number | null {
  if (typeof line !== "number" || typeof column !== "number") return null;
  const lines = command.split("\n");
  if (line < 1 || line > lines.length) return null;
  const before = lines.slice(0, line - 1).reduce((length, text) => length + text.length + 1, 0);
  return before + column - 1;
}
