import { terms } from "../../grammar/index.js";
import { type Expected, expectedThere } from "./expected.js";
import { hintFor } from "./hints/index.js";
import type { Problem } from "./problem.js";
import type { SyntaxFailure, SyntaxReader } from "./syntax.js";
import { type TokenAt, tokenAt, tokensBefore } from "./tokens-at.js";

/** What to say about the place where a text stops being KIP. */
export function syntaxProblem(text: string, failure: SyntaxFailure, read: SyntaxReader): Problem {
  const unnamed = strayWord(text, failure, read);
  return problemAt(text, unnamed ?? failure, read);
}

/** A character that no token begins with. */
const NO_TOKEN = "\u0000";

/**
 * A bare word where a value belongs is read as the name of a function, and fails only at the token after it. The word
 * is the mistake, so the failure moves back to it.
 */
function strayWord(text: string, { at, accepts }: SyntaxFailure, read: SyntaxReader): SyntaxFailure | null {
  const [word] = tokensBefore(text, at, 1);
  if (word?.kind !== "word") return null;
  const { words } = expectedThere(accepts, true);
  if (words.length !== 1 || words[0] !== '"("') return null;
  const earlier = read(text.slice(0, word.from) + NO_TOKEN);
  return "accepts" in earlier && earlier.accepts(terms.Identifier) ? earlier : null;
}

function problemAt(text: string, failure: SyntaxFailure, read: SyntaxReader): Problem {
  const token = tokenAt(text, failure.at);
  const before = tokensBefore(text, token.from, LOOK_BACK);
  const expected = expectedThere(failure.accepts, before.length > 0);
  const found = inWords(text, token);
  const expectedAfter = (insertion: string) => expectedAtEnd(text.slice(0, token.from) + insertion, read);
  const hint = hintFor({ text, token, before, expected, expectedAfter, accepts: failure.accepts });
  return {
    from: token.from,
    to: Math.max(token.to, Math.min(token.from + 1, text.length)),
    message:
      expected.words.length === 0
        ? `Found ${found}.`
        : `Found ${found} where ${list(expected.words)} belongs.`,
    found,
    ...(expected.words.length === 0 ? {} : { expected: expected.words }),
    ...(hint === null ? {} : { hint }),
  };
}

/** Reading a longer text several times over is not worth a better hint. */
const LONGEST_REREAD = 32 * 1024;

const NOTHING: Expected = { keywords: [], words: [] };

/** What could follow a beginning of a command; nothing where that is no beginning of one. */
function expectedAtEnd(beginning: string, read: SyntaxReader): Expected {
  if (beginning.length > LONGEST_REREAD) return NOTHING;
  const failure = read(beginning + NO_TOKEN);
  return "accepts" in failure && tokenAt(beginning, failure.at).kind === "end"
    ? expectedThere(failure.accepts, true)
    : NOTHING;
}

/** Enough tokens for a path of several steps and the word before it. */
const LOOK_BACK = 16;

const LONG = 40;
const MANY = 8;

function inWords(text: string, token: TokenAt): string {
  if (token.kind === "end") return "the end of the command";
  if (token.kind === "symbol" && token.text === '"') return "a string without its closing quote";
  const shown = token.text.length > LONG ? `${token.text.slice(0, LONG)}…` : token.text;
  if (token.kind !== "symbol") return shown;
  const whole = String.fromCodePoint(text.codePointAt(token.from) ?? 0);
  return /[ -~]/.test(shown) ? `"${shown}"` : JSON.stringify(whole);
}

function list(words: readonly string[]): string {
  const shown = words.length > MANY ? [...words.slice(0, MANY - 1), "…"] : words;
  return shown.length === 1 ? (shown[0] ?? "") : `${shown.slice(0, -1).join(", ")} or ${shown.at(-1)}`;
}
