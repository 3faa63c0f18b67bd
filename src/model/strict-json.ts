import { kipError } from "./errors.js";
import { isPortableNumber, MAX_JSON_DEPTH, MAX_SAFE } from "./literals.js";

/** A request wraps its values a few levels deep; what is nested deeper than this, no part of a request can be. */
const MAX_TEXT_DEPTH = MAX_JSON_DEPTH + 16;

/** How a text that came in is spoken of to whoever sent it. */
export interface JsonTextNames {
  /** Such as "the line". */
  readonly what: string;
  /** What to send instead of something that is no JSON. */
  readonly hint: string;
}

/**
 * Decodes JSON as the protocol wants it decoded (§70.2): no repeated keys, and every number judged by its source digits,
 * before `JSON.parse` rounds them (§9.3).
 * @throws `InvalidRequestEnvelope` for text that is no JSON or repeats a key, `ConstraintViolation` for a number outside
 * the portable domain, `ResourceExhausted` for absurd nesting.
 */
export function decodeJson(text: string, names: JsonTextNames): unknown {
  const value = parse(text, names);
  inspect(text, names);
  return value;
}

function parse(text: string, { what, hint }: JsonTextNames): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw kipError("InvalidRequestEnvelope", `${what} is not JSON: ${reason}`, { hint, cause });
  }
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;

/** Walks text that is known to be JSON. The stack holds the keys of each open object, and null for an array. */
function inspect(text: string, { what }: JsonTextNames): void {
  const open: (Set<string> | null)[] = [];
  let at = 0;
  while (at < text.length) {
    const start = at;
    const character = text[start] ?? "";
    at = endOfToken(text, start);
    if (character === "{" || character === "[") {
      open.push(character === "{" ? new Set() : null);
      if (open.length > MAX_TEXT_DEPTH) throw tooDeep(what);
    } else if (character === "}" || character === "]") open.pop();
    else if (character === '"') requireNewKey(text, start, at, open.at(-1) ?? null);
    else if (character === "-" || isDigit(character)) requirePortableDigits(text.slice(start, at), start);
  }
}

function endOfToken(text: string, start: number): number {
  const character = text[start] ?? "";
  let at = start + 1;
  if (character === '"') {
    // A loop, not a regular expression: those overflow their stack on strings of some megabytes.
    for (; text.charCodeAt(at) !== QUOTE; at++) if (text.charCodeAt(at) === BACKSLASH) at++;
    return at + 1;
  }
  if (character === "-" || isDigit(character)) while (isNumberPart(text[at] ?? "")) at++;
  return at;
}

function requireNewKey(text: string, start: number, end: number, keys: Set<string> | null): void {
  if (keys === null || !isKey(text, end)) return;
  const key = JSON.parse(text.slice(start, end)) as string;
  if (keys.has(key)) {
    throw kipError(
      "InvalidRequestEnvelope",
      `the key ${brief(JSON.stringify(key))} is written twice in one object`,
      {
        hint: "Write every key of an object once: readers disagree about which of two values counts.",
        details: { key: brief(key), position: start },
      },
    );
  }
  keys.add(key);
}

/** Whether the string that ended at `end` is a key: the next character that is not blank is a colon. */
function isKey(text: string, end: number): boolean {
  let at = end;
  while (" \t\r\n".includes(text[at] ?? "x")) at++;
  return text[at] === ":";
}

function requirePortableDigits(token: string, position: number): void {
  const value = Number(token);
  const underflows = value === 0 && /[1-9]/.test(token.split(/[eE]/)[0] ?? "");
  if (isPortableNumber(value) && !underflows) return;
  throw kipError("ConstraintViolation", `the number ${brief(token)} is outside the portable number range`, {
    hint: `Integers must lie within ±${MAX_SAFE}, and every number must be a finite binary64 that does not vanish to zero. Write larger or finer values as strings.`,
    details: { found: brief(token), position },
  });
}

function tooDeep(what: string): Error {
  return kipError("ResourceExhausted", `${what} is nested deeper than ${MAX_TEXT_DEPTH} levels`, {
    hint: "Flatten the value, or send it as Evidence payload text.",
    details: { limit: MAX_TEXT_DEPTH },
  });
}

const isDigit = (character: string): boolean =>
  character >= "0" && character <= "9" && character.length === 1;
const isNumberPart = (character: string): boolean =>
  character !== "" && "0123456789.eE+-".includes(character);
const brief = (text: string): string => (text.length > 60 ? `${text.slice(0, 57)}…` : text);
