import { kipError } from "./errors.js";

declare const brand: unique symbol;

/**
 * A protocol timestamp: UTC, exactly `YYYY-MM-DDTHH:mm:ss.SSSZ`, a real calendar instant (§6.5).
 * Two timestamps compare as strings in the order of the instants they name.
 */
export type Timestamp = string & { readonly [brand]: "Timestamp" };

const FORM = /^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}\.[0-9]{3}Z$/;

/** Whether a string has the canonical timestamp form and names a real calendar instant (§6.5). */
export function isTimestamp(text: string): text is Timestamp {
  if (!FORM.test(text)) return false;
  const instant = Date.parse(text);
  return Number.isFinite(instant) && new Date(instant).toISOString() === text;
}

/**
 * Reads a value as a timestamp without converting it (§6.5).
 * `where` names the field for the message, for example `asserted_at`.
 * @throws `TypeMismatch` when the value is no string, `ConstraintViolation` when the string has another form.
 */
export function readTimestamp(value: unknown, where: string): Timestamp {
  if (typeof value !== "string") {
    throw kipError("TypeMismatch", `${where} must be a timestamp string`, {
      hint: `Write ${where} as a string like "2026-08-14T03:00:00.000Z": UTC with three fractional digits.`,
      details: { field: where, expected: "timestamp", found: value === null ? "null" : typeof value },
    });
  }
  if (!isTimestamp(value)) {
    throw kipError("ConstraintViolation", `${where} is not a canonical timestamp: ${JSON.stringify(value)}`, {
      hint: `Use the exact form YYYY-MM-DDTHH:mm:ss.SSSZ with a real date, for example ${suggestTimestamp(value)}.`,
      details: { field: where, expected: "timestamp", found: value },
    });
  }
  return value;
}

/** The form the caller probably meant, or a plain example when the text names no instant. */
function suggestTimestamp(text: string): string {
  const instant = Date.parse(text);
  return `"${Number.isFinite(instant) ? new Date(instant).toISOString() : "2026-08-14T03:00:00.000Z"}"`;
}

/** The timestamp of a clock reading in milliseconds since the epoch; finer digits are cut off (§6.5). */
export function timestampAt(epochMs: number): Timestamp {
  const instant = Math.floor(epochMs);
  // A request asks for the present several times within one millisecond.
  if (instant !== latest.instant)
    latest = { instant, timestamp: new Date(instant).toISOString() as Timestamp };
  return latest.timestamp;
}

let latest = { instant: 0, timestamp: new Date(0).toISOString() as Timestamp };
