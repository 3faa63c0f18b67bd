import { type Digest, digestOfText } from "../model/index.js";

/** From this many characters on asking the browser is faster than computing here. */
const LONG = 16_384;

/**
 * The digest of a text's UTF-8 bytes, by the browser where it offers that: of much text it takes a tenth of the time.
 * Never to be awaited within a transaction, which the browser would end meanwhile (design 3.3).
 */
export async function contentDigest(text: string): Promise<Digest> {
  const subtle = text.length < LONG ? undefined : globalThis.crypto?.subtle;
  if (!subtle) return digestOfText(text);
  const bytes = new Uint8Array(await subtle.digest("SHA-256", new TextEncoder().encode(text)));
  return `sha256:${Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("")}`;
}
