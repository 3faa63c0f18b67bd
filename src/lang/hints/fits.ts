import type { Expected } from "../expected.js";
import type { TokenAt } from "../tokens-at.js";

const COMPARISONS: ReadonlySet<string> = new Set(["==", "!=", "<", "<=", ">", ">=", "&&", "||"]);

/** Whether a token is one of those that are expected, judged by its look. A word fits as a keyword only. */
export function fits(token: TokenAt, { keywords, words }: Expected): boolean {
  const has = (...kinds: readonly string[]) => kinds.some((kind) => words.includes(kind));
  switch (token.kind) {
    case "word": {
      const word = token.text.toUpperCase();
      return keywords.some((keyword) => keyword === word || keyword.startsWith(`${word} `));
    }
    case "variable":
      return has("a ?variable");
    case "parameter":
      return has("a :parameter");
    case "string":
      return has("a literal", "a quoted string", "a field name");
    case "number":
      return has("a literal", "a number");
    case "symbol":
      return has(`"${token.text}"`) || (COMPARISONS.has(token.text) && has("an operator"));
    case "end":
      return false;
  }
}
