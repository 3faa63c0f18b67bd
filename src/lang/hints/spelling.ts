import { nearest } from "../nearest.js";
import type { Place } from "./index.js";

/** A keyword that is near the word that stands there. */
export function spellingHint({ token, expected }: Place): string | null {
  if (token.kind !== "word") return null;
  const keyword = nearest(token.text.toUpperCase(), expected.keywords);
  return keyword === null ? null : `Did you mean ${keyword}? Write ${keyword} instead of ${token.text}.`;
}
