import { BRACKETS_AND_TEXTS } from "../budget.js";
import { tokenAt } from "../tokens-at.js";
import { fits } from "./fits.js";
import type { Place } from "./index.js";

/** A bracket that is open somewhere. */
interface OpenBracket {
  readonly bracket: string;
  readonly from: number;
}

const CLOSING: Readonly<Record<string, string>> = { "(": ")", "{": "}", "[": "]" };

/** More brackets than this are not named one by one, nor is the text read again for more. */
const MOST_NAMED = 4;

/** The brackets to close before the token, or one that closes nothing. */
export function bracketHint(place: Place): string | null {
  const { text, token } = place;
  const open = openBrackets(text.slice(0, token.from));
  if (open.length === 0) {
    return [")", "]", "}"].includes(token.text)
      ? `No bracket is open here: leave this ${token.text} out, or write the one it closes.`
      : null;
  }
  const unclosed = token.kind === "end" ? unclosedAtEnd(place, open) : unclosedBefore(place, open);
  if (unclosed.length === 0) return null;
  const closing = unclosed.map(({ bracket }) => CLOSING[bracket]).join("");
  const where = token.kind === "end" ? "" : ` before ${token.text}`;
  return `Close the ${named(unclosed, text)} with ${closing}${where}.`;
}

/** All that is open, when the innermost can be closed at the end of the text. */
function unclosedAtEnd({ expected }: Place, open: readonly OpenBracket[]): readonly OpenBracket[] {
  const [innermost] = open;
  return innermost !== undefined && expected.words.includes(`"${CLOSING[innermost.bracket]}"`) ? open : [];
}

/** As few of the innermost as it takes until the token fits. */
function unclosedBefore(place: Place, open: readonly OpenBracket[]): readonly OpenBracket[] {
  const { token, expectedAfter } = place;
  if (isMemberName(place)) return [];
  let { expected } = place;
  let closing = "";
  for (const [index, { bracket }] of open.slice(0, MOST_NAMED).entries()) {
    if (!expected.words.includes(`"${CLOSING[bracket]}"`)) return [];
    // An item of the same list that only lacks its comma fits after one.
    const separable = token.kind !== "word" && token.text !== "{" && expected.words.includes('","');
    if (separable && fits(token, expectedAfter(`${closing},`))) return [];
    closing += CLOSING[bracket];
    expected = expectedAfter(closing);
    if (fits(token, expected)) return open.slice(0, index + 1);
  }
  return [];
}

/** A keyword may also be the name of a member. */
function isMemberName({ text, token }: Place): boolean {
  return token.kind === "word" && tokenAt(text, token.to).text === ":";
}

function named(brackets: readonly OpenBracket[], text: string): string {
  if (brackets.length > MOST_NAMED) return `${brackets.length} brackets that are open`;
  return brackets
    .map(({ bracket, from }) => {
      const lines = text.slice(0, from).split(/\r\n?|\n/);
      return `${bracket} of line ${lines.length}, column ${(lines.at(-1) ?? "").length + 1}`;
    })
    .join(" and the ");
}

/** The brackets that are open at the end of a text, innermost first. */
function openBrackets(text: string): OpenBracket[] {
  const open: OpenBracket[] = [];
  for (const { 0: part, index } of text.matchAll(BRACKETS_AND_TEXTS)) {
    if (part in CLOSING) open.push({ bracket: part, from: index });
    else if ([")", "}", "]"].includes(part)) open.pop();
  }
  return open.reverse();
}
