import { type TokenAt, tokenAt } from "../tokens-at.js";

/** The longest value that is quoted back. */
const LONGEST = 60;

/** The value that begins at an offset as it is written, or null when there is none that is short and whole. */
export function valueAt(text: string, offset: number): string | null {
  const token = tokenAt(text, offset);
  if (["string", "parameter", "number", "variable"].includes(token.kind)) return withPath(text, token);
  if (token.text === "'") {
    const inner = /^'([^'\n\r]*)'/.exec(text.slice(token.from, token.from + LONGEST))?.[1];
    return inner === undefined ? null : JSON.stringify(inner);
  }
  if (token.text !== "[" && token.text !== "(") return null;
  const items = /^[[(]([^[\](){}\n\r]*)[\])]/.exec(text.slice(token.from, token.from + LONGEST))?.[1];
  return items === undefined ? null : `[${items.trim()}]`;
}

function withPath(text: string, token: TokenAt): string | null {
  const steps = token.kind === "variable" ? (/^(?:\.\w+)*/.exec(text.slice(token.to))?.[0] ?? "") : "";
  const value = token.text + steps;
  return value.length > LONGEST ? null : value;
}
