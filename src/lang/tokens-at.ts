/** One token of a text, as far as a message needs to know it. */
export interface TokenAt {
  readonly kind: "end" | "string" | "word" | "variable" | "parameter" | "number" | "symbol";
  readonly text: string;
  readonly from: number;
  readonly to: number;
}

const SHAPES: readonly (readonly [TokenAt["kind"], RegExp])[] = [
  ["string", /"(?:[^\\"\n\r]|\\[^\n\r])*"/y],
  ["word", /[A-Za-z_][A-Za-z0-9_]*/y],
  ["variable", /\?[A-Za-z_][A-Za-z0-9_]*/y],
  ["parameter", /:[A-Za-z_][A-Za-z0-9_]*/y],
  ["number", /-?[0-9]+(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?/y],
  ["symbol", /\|\||&&|==|!=|<=|>=|[\s\S]/y],
];

const IGNORED = /(?:[ \t\n\r]|\/\/[^\n\r]*)*/y;

/** The token that starts at an offset, after white space and comments. */
export function tokenAt(text: string, offset: number): TokenAt {
  IGNORED.lastIndex = offset;
  const from = offset + (IGNORED.exec(text)?.[0].length ?? 0);
  for (const [kind, shape] of SHAPES) {
    shape.lastIndex = from;
    const match = shape.exec(text);
    if (match !== null) return { kind, text: match[0], from, to: from + match[0].length };
  }
  return { kind: "end", text: "", from, to: from };
}

/**
 * The last tokens before an offset, nearest first, at most `count`. No token spans lines, so it reads the lines before
 * the offset only, as far back as it needs.
 */
export function tokensBefore(text: string, offset: number, count: number): TokenAt[] {
  const found: TokenAt[] = [];
  for (let end = offset; end > 0 && found.length < count; ) {
    const start = lineStart(text, end - 1);
    found.push(...tokensBetween(text, start, end).reverse());
    end = start;
  }
  return found.slice(0, count);
}

/** The tokens that begin in a stretch of text, which itself begins at the start of a line. */
function tokensBetween(text: string, start: number, end: number): TokenAt[] {
  const tokens: TokenAt[] = [];
  for (let at = start; ; ) {
    const token = tokenAt(text, at);
    if (token.kind === "end" || token.from >= end) return tokens;
    tokens.push(token);
    at = token.to;
  }
}

/** Where the line begins that a character belongs to. */
function lineStart(text: string, at: number): number {
  if (at === 0) return 0;
  return Math.max(text.lastIndexOf("\n", at - 1), text.lastIndexOf("\r", at - 1)) + 1;
}
