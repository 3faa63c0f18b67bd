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

/** A world interval in words (§25.2): what was stated, and what a missing end means. */
export function intervalInWords(validTime: ValidTime | undefined, assertedAt: Timestamp): string {
  const from = validTime?.from ?? null;
  const until = validTime?.until ?? null;
  return `${startInWords(from, assertedAt)}, ${endInWords(until)}`;
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
