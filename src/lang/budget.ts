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

/** Strings, closed or not, comments and brackets: what to look at to know which brackets are open. */
export const BRACKETS_AND_TEXTS = /"(?:[^\\"\n\r]|\\[^\n\r])*"?|\/\/[^\n\r]*|[(){}[\]]/g;

/** The offset of the first bracket that opens one level too many, outside strings and comments. */
function firstTooDeep(text: string, maxNesting: number): number | null {
  let depth = 0;
  for (const { 0: part, index } of text.matchAll(BRACKETS_AND_TEXTS)) {
    if ("({[".includes(part)) depth += 1;
    else if (")}]".includes(part)) depth = Math.max(0, depth - 1);
    if (depth > maxNesting) return index;
  }
  return null;
}
