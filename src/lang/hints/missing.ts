import { END } from "../expected.js";
import type { Place } from "./index.js";

/** What to write when only one thing can come next, and what to leave out when the command is already whole. */
export function missingHint({ token, expected }: Place): string | null {
  const [only, ...others] = expected.words;
  if (only === undefined) return null;
  if (expected.words.includes(END)) {
    const more = expected.words.filter((words) => words !== END);
    const instead = more.length === 0 ? "" : `, or go on with ${more.join(", ")}`;
    return `The command is complete before ${token.text}: leave out what follows${instead}.`;
  }
  if (others.length > 0) return null;
  const shown = /^"(.*)"$/.exec(only)?.[1] ?? only;
  if (token.kind === "end") return `Go on with ${shown}.`;
  const instead = shown === "{" && (token.text === "[" || token.text === "(");
  return `Write ${shown} ${instead ? "and } instead of" : "before"} ${token.text}.`;
}
