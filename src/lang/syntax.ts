import type { Tree } from "@lezer/common";
import type { Stack } from "@lezer/lr";
import { parser } from "../../grammar/index.js";

/** Where a text stops being KIP, and which tokens would have gone on. */
export interface SyntaxFailure {
  readonly at: number;
  /** Whether a token of this term would have been legal there. */
  readonly accepts: (term: number) => boolean;
}

const strict = parser.configure({ strict: true });

/**
 * The error-free syntax tree of a text, or where it fails. It stops at the first error, so it takes linear time on
 * any text.
 */
export function parseStrictly(text: string): Tree | SyntaxFailure {
  try {
    return strict.parse(text);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return failureIn(text);
  }
}

/** Parses a text that is known to fail once more, step by step, to see the parser's states at the failure. */
function failureIn(text: string): SyntaxFailure {
  const parse = strict.startParse(text);
  for (;;) {
    const stacks = stacksOf(parse);
    const at = parse.parsedPos;
    try {
      if (parse.advance() !== null) return { at: text.length, accepts: () => false };
    } catch {
      return { at, accepts: (term) => stacks.some((stack) => stack.canShift(term)) };
    }
  }
}

/**
 * The states the parser is in. Lezer keeps them in a field it does not document, next to the documented `canShift`;
 * without the field a failure still has its position and loses only what was expected.
 */
export function stacksOf(parse: unknown): readonly Stack[] {
  const { stacks } = parse as { readonly stacks?: readonly Stack[] };
  return Array.isArray(stacks) ? stacks : [];
}
