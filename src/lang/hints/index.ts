import type { Expected } from "../expected.js";
import type { TokenAt } from "../tokens-at.js";
import { legacyHint } from "./legacy.js";
import { notationHint } from "./notation.js";
import { orderHint } from "./order.js";
import { spellingHint } from "./spelling.js";

/** The place where a text stops being KIP. */
export interface Place {
  readonly text: string;
  /** The token that does not fit. */
  readonly token: TokenAt;
  /** The tokens before it, nearest first. */
  readonly before: readonly TokenAt[];
  readonly expected: Expected;
  readonly accepts: (term: number) => boolean;
}

/** What to do about it, most specific advice first, or null when there is nothing better than the expected words. */
export function hintFor(place: Place): string | null {
  return legacyHint(place) ?? notationHint(place) ?? orderHint(place) ?? spellingHint(place);
}
