import type { TimeBound, Timestamp, ValidTime, ValidTimeEndpoint } from "../src/model/index.js";

// KIP times are UTC. They are shown in UTC too, so that two people looking at one memory read the same day.
const dayFormat = new Intl.DateTimeFormat("en-GB", {
  day: "numeric",
  month: "long",
  year: "numeric",
  timeZone: "UTC",
});
const timeFormat = new Intl.DateTimeFormat("en-GB", {
  hour: "2-digit",
  minute: "2-digit",
  hourCycle: "h23",
  timeZone: "UTC",
});

/** The day an instant falls on, in UTC: "5 March 2026". */
export function dayOf(timestamp: string): string {
  const instant = new Date(timestamp);
  return Number.isNaN(instant.getTime()) ? timestamp : dayFormat.format(instant);
}

/** An instant to the minute, in UTC: "5 March 2026, 14:02 UTC". */
export function minuteOf(timestamp: string): string {
  const instant = new Date(timestamp);
  return Number.isNaN(instant.getTime())
    ? timestamp
    : `${dayFormat.format(instant)}, ${timeFormat.format(instant)} UTC`;
}

/** How newer claims of the same line ended an interval (§25.4): when, as far as that is known. */
export interface EndedBy {
  readonly until: ValidTimeEndpoint;
  /** The claims that ended it, in words. */
  readonly by: readonly string[];
}

/** A world interval in words (§25.2): what was stated, what a missing end means, and what ended it. */
export function intervalInWords(validTime: ValidTime, assertedAt: Timestamp, ended: EndedBy | null): string {
  const start = startInWords(validTime.from ?? null, assertedAt);
  return `${start}, ${ended === null ? endInWords(validTime.until ?? null) : endingInWords(ended)}`;
}

function endingInWords({ until, by }: EndedBy): string {
  const what = by.length === 1 && by[0] !== undefined ? `a newer claim (${by[0]})` : "newer claims";
  if (until === null) return `ended by ${what} at an unknown time`;
  const when = typeof until === "string" ? `on ${dayOf(until)}` : boundInWords(until);
  return `ended ${when} by ${what}`;
}

function startInWords(from: ValidTimeEndpoint, assertedAt: Timestamp): string {
  if (from === null) return `holds since ${dayOf(assertedAt)} or earlier`;
  if (typeof from === "string") return `holds from ${dayOf(from)}`;
  return `holds from ${boundInWords(from)}`;
}

function endInWords(until: ValidTimeEndpoint): string {
  if (until === null) return "no end stated";
  if (typeof until === "string") return `until ${dayOf(until)}`;
  return `until ${boundInWords(until)}`;
}

function boundInWords({ earliest, latest }: TimeBound): string {
  if (earliest && latest) return `some time between ${dayOf(earliest)} and ${dayOf(latest)}`;
  if (earliest) return `${dayOf(earliest)} at the earliest`;
  return latest ? `${dayOf(latest)} at the latest` : "an unknown time";
}
