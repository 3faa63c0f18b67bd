import type { JsonObject, JsonValue } from "../../src/model/index.js";

/** A stretch of a command's text, in UTF-16 offsets. */
export interface TextRange {
  readonly from: number;
  readonly to: number;
}

/**
 * Where in a command an error of the engine is: its `from` and `to` offsets, its `position`, its 1-based `line` and
 * `column`, or the only place where the symbol it names is quoted. Null when none of these tells. The range is never
 * empty while there is text to mark.
 */
export function rangeOfError(details: JsonObject, command: string): TextRange | null {
  const from = [details.from, details.position, offsetOf(details.line, details.column, command)].find(
    isOffset,
  );
  if (from === undefined) return quotedOnce(details.symbol, command);
  if (from > command.length) return null;
  const to = isOffset(details.to) ? Math.min(details.to, command.length) : endOfWord(from, command);
  return markable({ from, to: Math.max(from, to) }, command);
}

/** A range there is something to mark in: an error at a point, such as the end, is marked on the nearest character. */
export function markable({ from, to }: TextRange, text: string): TextRange {
  if (to > from) return { from, to };
  if (from < text.length) return { from, to: from + 1 };
  return { from: Math.max(0, from - 1), to };
}

/** The 1-based line and column of an offset. */
export function placeOf(offset: number, text: string): { readonly line: number; readonly column: number } {
  const before = text.slice(0, offset).split("\n");
  return { line: before.length, column: (before.at(-1) ?? "").length + 1 };
}

function isOffset(value: JsonValue | undefined): value is number {
  return Number.isInteger(value) && Number(value) >= 0;
}

const WORD = /[:?]?[\p{L}\p{N}_]+|"(?:[^"\\\n]|\\.)*"/uy;

function endOfWord(from: number, command: string): number {
  WORD.lastIndex = from;
  return WORD.test(command) ? WORD.lastIndex : from;
}

function offsetOf(line: unknown, column: unknown, command: string): number | undefined {
  if (typeof line !== "number" || typeof column !== "number") return undefined;
  const lines = command.split("\n");
  if (line < 1 || line > lines.length) return undefined;
  const before = lines.slice(0, line - 1).reduce((length, text) => length + text.length + 1, 0);
  return before + column - 1;
}

/** Where a symbol is quoted in the command, when that is one place only: with two it would be a guess. */
function quotedOnce(symbol: JsonValue | undefined, command: string): TextRange | null {
  if (typeof symbol !== "string") return null;
  const quoted = JSON.stringify(symbol);
  const from = command.indexOf(quoted);
  if (from < 0 || command.includes(quoted, from + 1)) return null;
  return { from, to: from + quoted.length };
}
