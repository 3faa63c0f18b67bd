import type { TimeBound, Timestamp, ValidTimeEndpoint } from "../model/index.js";
import { timestampAt } from "../model/index.js";

/** An instant in milliseconds since the epoch; infinite where a side of an interval is unbounded. */
export type Instant = number;

/** An instant known to lie in `[earliest, latest]`; an exact one has both sides equal (§25.5). */
export interface Bound {
  readonly earliest: Instant;
  readonly latest: Instant;
}

/** A half-open world interval whose ends may be known only within a range (§25.2, §25.5). */
export interface Interval {
  readonly from: Bound;
  readonly until: Bound;
}

/** Where an instant lies relative to an interval, as far as the interval is known (§25.5). */
export type Standing = "inside" | "outside" | "indeterminate";

/** Whether two intervals are known to be the same. */
export function isSameInterval(left: Interval, right: Interval): boolean {
  return (["from", "until"] as const).every(
    (end) => left[end].earliest === right[end].earliest && left[end].latest === right[end].latest,
  );
}

/** The end of an interval that states none (§25.2). */
export const OPEN_END: Bound = { earliest: Number.POSITIVE_INFINITY, latest: Number.POSITIVE_INFINITY };

/** A protocol timestamp as an instant. */
export function instantOf(timestamp: Timestamp): Instant {
  return Date.parse(timestamp);
}

/** A written endpoint as a bound; a missing side of a time bound is unbounded. */
export function boundOf(endpoint: Timestamp | TimeBound): Bound {
  if (typeof endpoint === "string") {
    const instant = instantOf(endpoint);
    return { earliest: instant, latest: instant };
  }
  return {
    earliest: endpoint.earliest === undefined ? Number.NEGATIVE_INFINITY : instantOf(endpoint.earliest),
    latest: endpoint.latest === undefined ? Number.POSITIVE_INFINITY : instantOf(endpoint.latest),
  };
}

/** A bound in wire form: exact, a time bound, or null where neither side is known (§13.2). */
export function endpointOf(bound: Bound): ValidTimeEndpoint {
  const { earliest, latest } = bound;
  if (earliest === latest) return Number.isFinite(earliest) ? timestampAt(earliest) : null;
  const known = {
    ...(Number.isFinite(earliest) ? { earliest: timestampAt(earliest) } : {}),
    ...(Number.isFinite(latest) ? { latest: timestampAt(latest) } : {}),
  };
  return Object.keys(known).length === 0 ? null : known;
}

/**
 * The standing of an instant (§25.5). An interval that succession narrowed to nothing is outside everywhere, so being
 * outside is asked first.
 */
export function standingAt({ from, until }: Interval, at: Instant): Standing {
  if (from.earliest > at || until.latest <= at) return "outside";
  return from.latest <= at && until.earliest > at ? "inside" : "indeterminate";
}

/** Whether the interval has certainly ended by the instant: what `expired` means (§14.3). */
export function hasEnded({ until }: Interval, at: Instant): boolean {
  return until.latest <= at;
}

/** The first instant after `at` at which the standing is another one, or null when it never changes again. */
export function nextChange(interval: Interval, at: Instant): Instant | null {
  const now = standingAt(interval, at);
  const { from, until } = interval;
  const boundaries = [from.earliest, from.latest, until.earliest, until.latest]
    .filter((instant) => instant > at && Number.isFinite(instant))
    .sort((left, right) => left - right);
  return boundaries.find((instant) => standingAt(interval, instant) !== now) ?? null;
}

/** The earlier of two instants, where null is never. */
export function earlier(left: Instant | null, right: Instant | null): Instant | null {
  if (left === null) return right;
  return right === null ? left : Math.min(left, right);
}
