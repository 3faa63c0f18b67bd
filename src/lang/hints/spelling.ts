import { nearest } from "../nearest.js";
import type { Place } from "./index.js";

/** The keyword that would fit and is near the word that stands there, or null. */
export function keywordMeant({ token, expected }: Place): string | null {
  return token.kind === "word" ? nearest(token.text.toUpperCase(), expected.keywords) : null;
}

/** Advice to write that keyword. */
export function spellingHint(place: Place): string | null {
  const keyword = keywordMeant(place);
  return keyword === null
    ? null
    : `Did you mean ${keyword}? Write ${keyword} instead of ${place.token.text}.`;
}
