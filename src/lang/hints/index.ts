import type { Expected } from "../expected.js";
import type { TokenAt } from "../tokens-at.js";
import { bracketHint } from "./brackets.js";
import { conditionHint } from "./conditions.js";
import { formHint } from "./forms.js";
import { missingHint } from "./missing.js";
import { notationHint } from "./notation.js";
import { orderHint } from "./order.js";
import { rewriteHint } from "./rewrites.js";
import { spellingHint } from "./spelling.js";

/** The place where a text stops being KIP. */
export interface Place {
  readonly text: string;
  /** The token that does not fit. */
  readonly token: TokenAt;
  /** The tokens before it, nearest first. */
  readonly before: readonly TokenAt[];
  readonly expected: Expected;
  /** What would be expected instead, were something inserted before the token. It reads the text again. */
  readonly expectedAfter: (insertion: string) => Expected;
  readonly accepts: (term: number) => boolean;
}

/** What to do about it, most specific advice first, or null when there is nothing better than the expected words. */
export function hintFor(place: Place): string | null {
  for (const rule of RULES) {
    const hint = rule(place);
    if (hint !== null) return hint;
  }
  return null;
}

const RULES: readonly ((place: Place) => string | null)[] = [
  rewriteHint,
  formHint,
  conditionHint,
  bracketHint,
  notationHint,
  orderHint,
  spellingHint,
  missingHint,
];
