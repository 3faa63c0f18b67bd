import type { EditorState } from "@codemirror/state";
import { type TokenAt, tokenAt } from "../../tokens-at.js";

/** The word, name or string a cursor stands in or right behind. */
export interface CursorToken {
  /** `none`: the cursor touches nothing that could be continued. */
  readonly kind: "none" | "word" | "variable" | "parameter" | "string";
  /** Where it begins, its `?`, `:` or quote included. */
  readonly start: number;
  /** What a completion replaces: up to the cursor, for a string from behind its opening quote. */
  readonly from: number;
  readonly to: number;
}

/**
 * The token at a cursor, or null where nothing can be completed: in a comment or a number. No token of KIP spans lines,
 * so the line is all there is to read.
 */
export function cursorToken(state: EditorState, pos: number): CursorToken | null {
  const line = state.doc.lineAt(pos);
  const cursor = pos - line.from;
  const token = tokenTouching(line.text, cursor);
  if (token === "comment") return null;
  if (token === null) return { kind: "none", start: pos, from: pos, to: pos };
  const start = line.from + token.from;
  if (token.kind === "number") return null;
  if (token.kind === "string" || token.text === '"')
    return { kind: "string", start, from: start + 1, to: pos };
  const kind = NAMES[token.kind] ?? NAMES[token.text];
  if (kind === undefined) return { kind: "none", start: pos, from: pos, to: pos };
  return { kind, start, from: start, to: pos };
}

const NAMES: Readonly<Record<string, CursorToken["kind"]>> = {
  word: "word",
  variable: "variable",
  parameter: "parameter",
  "?": "variable",
  ":": "parameter",
};

/** The token a cursor is in or right behind; null between tokens and behind a finished string. */
function tokenTouching(line: string, cursor: number): TokenAt | "comment" | null {
  for (let at = 0; ; ) {
    const token = tokenAt(line, at);
    if (token.from >= cursor || token.kind === "end") {
      const comment = line.slice(at, token.from).indexOf("//");
      return comment >= 0 && at + comment < cursor ? "comment" : null;
    }
    // A quote without its partner makes a string of the rest of the line.
    if (token.text === '"') return token;
    if (cursor < token.to || (cursor === token.to && token.kind !== "string")) return token;
    if (cursor === token.to) return null;
    at = token.to;
  }
}
