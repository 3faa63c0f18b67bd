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

/** The last tokens before an offset, nearest first, at most `count`. */
export function tokensBefore(text: string, offset: number, count: number): TokenAt[] {
  const tokens: TokenAt[] = [];
  for (let at = 0; ; ) {
    const token = tokenAt(text, at);
    if (token.kind === "end" || token.from >= offset) break;
    tokens.push(token);
    if (tokens.length > count) tokens.shift();
    at = token.to;
  }
  return tokens.reverse();
}
