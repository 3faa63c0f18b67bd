import type { Problem } from "./problem.js";

/** What one command may be at most. Past a limit the command is refused with `ResourceExhausted`, in linear time. */
export interface LanguageLimits {
  /** UTF-16 units of text. */
  readonly maxLength: number;
  /** Brackets of any kind open at once. */
  readonly maxNesting: number;
  /** WHERE clauses, statements of a MUTATE and structural entries together. */
  readonly maxClauses: number;
}

/** The limits that hold unless the host sets others. */
export const LANGUAGE_LIMITS: LanguageLimits = {
  maxLength: 256 * 1024,
  maxNesting: 64,
  maxClauses: 10_000,
};

/** Why a text is too much to parse, or null when it is not. Looks at each character once. */
export function overBudget(text: string, limits: LanguageLimits): Problem | null {
  if (text.length > limits.maxLength) {
    return {
      code: "ResourceExhausted",
      from: limits.maxLength,
      to: text.length,
      message: `The command is ${text.length} characters long; the limit is ${limits.maxLength}.`,
      hint: "Send long texts and values as :parameters of the request, or split the command into several.",
    };
  }
  const tooDeep = firstTooDeep(text, limits.maxNesting);
  if (tooDeep === null) return null;
  return {
    code: "ResourceExhausted",
    from: tooDeep,
    to: tooDeep + 1,
    message: `Brackets are nested deeper than ${limits.maxNesting} levels here.`,
    hint: "Flatten the value, or bind it as one :parameter.",
  };
}

const QUOTE = 34;
const BACKSLASH = 92;
const SLASH = 47;
const NEWLINE = 10;
const RETURN = 13;

/** The offset of the first bracket that opens one level too many, outside strings and comments. */
function firstTooDeep(text: string, maxNesting: number): number | null {
  let depth = 0;
  for (let at = 0; at < text.length; at += 1) {
    switch (text.charCodeAt(at)) {
      case QUOTE:
        at = endOfString(text, at);
        break;
      case SLASH:
        if (text.charCodeAt(at + 1) === SLASH) at = endOfLine(text, at);
        break;
      case 40: // (
      case 91: // [
      case 123: // {
        depth += 1;
        if (depth > maxNesting) return at;
        break;
      case 41: // )
      case 93: // ]
      case 125: // }
        depth = Math.max(0, depth - 1);
        break;
    }
  }
  return null;
}

/** The offset of a string's closing quote, or of the last character of the line it is left open on. */
function endOfString(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    if (unit === QUOTE) return at;
    if (unit === NEWLINE || unit === RETURN) return at - 1;
    if (unit === BACKSLASH) at += 1;
  }
  return text.length;
}

function endOfLine(text: string, start: number): number {
  let at = start;
  while (at < text.length && text.charCodeAt(at) !== NEWLINE && text.charCodeAt(at) !== RETURN) at += 1;
  return at;
}
