import { STATEMENT_WORDS } from "../expected.js";
import { type TokenAt, tokenAt } from "../tokens-at.js";
import type { Place } from "./index.js";

/** How many tokens may stand before a command for it still to be found. */
const MOST_BEFORE = 6;

/** What to leave out of the text around a command: a Markdown fence, quotes, JSON. */
export function framingHint({ text, token, before }: Place): string | null {
  if (text.startsWith("```", token.from)) {
    return "Send the bare command, without the ``` fence and its language name.";
  }
  if (before.length > 0) return null;
  if (token.text === "{" || token.text === "[") {
    return "A command is KIP text, not JSON. Send the text alone, for example DESCRIBE PRIMER.";
  }
  if (["string", "symbol"].includes(token.kind) && /^["'`]/.test(token.text)) {
    return "Send the command's text itself, without quotes around it.";
  }
  return null;
}

/** What to leave out before a command: a label, a prompt, a greeting. */
export function leadingHint({ text, token, before }: Place): string | null {
  const command = before.length > 0 ? null : commandAfter(text, token);
  return command === null
    ? null
    : `A command begins with its first word: leave out what stands before ${command}.`;
}

/** The word of a statement that comes soon after a token. */
function commandAfter(text: string, first: TokenAt): string | null {
  let token = tokenAt(text, first.to);
  for (let count = 0; count < MOST_BEFORE && token.kind !== "end"; count += 1) {
    if (token.kind === "word" && STATEMENT_WORDS.includes(token.text)) return token.text;
    // What opens here belongs to a statement that is only misspelt.
    if (["(", "{", "["].includes(token.text)) return null;
    token = tokenAt(text, token.to);
  }
  return null;
}
