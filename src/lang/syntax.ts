import type { PartialParse, Tree } from "@lezer/common";
import type { Stack } from "@lezer/lr";
import { parser } from "../../grammar/index.js";

/** Where a text stops being KIP, and which tokens would have gone on. */
export interface SyntaxFailure {
  readonly at: number;
  /** Whether a token of this term would have been legal there. */
  readonly accepts: (term: number) => boolean;
}

/**
 * Gives the error-free syntax tree of a text, or where the text fails. `parseStrictly` reads it from scratch; an editor,
 * which knows the text as it was a keystroke ago, has a quicker one.
 */
export type SyntaxReader = (text: string) => Tree | SyntaxFailure;

const strict = parser.configure({ strict: true });

/** The syntax of a text, read from scratch. It stops at the first error, so it takes linear time on any text. */
export function parseStrictly(text: string): Tree | SyntaxFailure {
  try {
    return strict.parse(text);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return finishStrictly(strict.startParse(text));
  }
}

/** Runs a parse of a strict parser to its end, step by step, to see the parser's states where it fails. */
export function finishStrictly(parse: PartialParse): Tree | SyntaxFailure {
  for (;;) {
    const stacks = stacksOf(parse);
    const at = parse.parsedPos;
    try {
      const tree = parse.advance();
      if (tree !== null) return tree;
    } catch (error) {
      if (!(error instanceof SyntaxError)) throw error;
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
