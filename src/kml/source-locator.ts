import { canonicalJson, type Evidence, isJsonObject, type JsonValue, kipError } from "../model/index.js";

const BYTE_RANGE = /^bytes=(0|[1-9][0-9]{0,15})-(0|[1-9][0-9]{0,15})$/;

/**
 * Checks that a locator names a place in the payload of a source (§57.8): a JSON Pointer (`/turns/2/text`, empty for the
 * whole) into a JSON payload, or `bytes=first-last`, both counted from 0 and inclusive, over the bytes that the content
 * digest is of. It shows where to look, and never proves what follows from what is there.
 * @throws `BlobUnavailable` when the bytes are not held, `ConstraintViolation` when the locator is of another form or
 * names nothing in them.
 */
export function requireLocated(source: Evidence, locator: string): void {
  if (!("inline" in source.payload)) {
    throw kipError("BlobUnavailable", `the payload of ${source.id} is not held here`, {
      hint: "A repair is checked against the source itself. Without its bytes, quarantine the wrong record instead.",
      details: { id: source.id },
    });
  }
  const { inline } = source.payload;
  const range = BYTE_RANGE.exec(locator);
  const isThere = range
    ? Number(range[1]) <= Number(range[2]) && Number(range[2]) < bytesOf(inline)
    : isPointer(locator) && valueAtPointer(inline, locator) !== undefined;
  if (isThere) return;
  throw kipError(
    "ConstraintViolation",
    `the locator ${JSON.stringify(locator)} names no place in ${source.id}`,
    {
      hint: 'Write a JSON Pointer such as "/turns/2/text" into a JSON payload, or "bytes=0-27" into the bytes its digest is of.',
      details: { field: "source_locator", locator, id: source.id },
    },
  );
}

/** How many bytes the content digest is over: of a text itself, of anything else its canonical JSON (§37.7). */
function bytesOf(inline: JsonValue): number {
  return new TextEncoder().encode(typeof inline === "string" ? inline : canonicalJson(inline)).length;
}

function isPointer(locator: string): boolean {
  return locator === "" || locator.startsWith("/");
}

/** The value a JSON Pointer leads to (RFC 6901), or undefined where it leads nowhere. */
function valueAtPointer(value: JsonValue, pointer: string): JsonValue | undefined {
  let current: JsonValue | undefined = value;
  for (const token of pointer.split("/").slice(1)) {
    const name = token.replaceAll("~1", "/").replaceAll("~0", "~");
    if (Array.isArray(current)) current = /^(0|[1-9][0-9]*)$/.test(name) ? current[Number(name)] : undefined;
    else current = isJsonObject(current) && Object.hasOwn(current, name) ? current[name] : undefined;
    if (current === undefined) return undefined;
  }
  return current;
}
