import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  boundOf,
  endpointOf,
  type Interval,
  instantOf,
  nextChange,
  OPEN_END,
  standingAt,
} from "./instants.js";
import { day } from "./memory.fixture.js";

const at = (ordinal: number) => instantOf(day(ordinal));
const exact = (ordinal: number) => boundOf(day(ordinal));

describe("The standing of an instant", () => {
  test("an exact interval includes its start and excludes its end", () => {
    const interval: Interval = { from: exact(2), until: exact(5) };
    expect([1, 2, 4, 5].map((ordinal) => standingAt(interval, at(ordinal)))).toEqual([
      "outside",
      "inside",
      "inside",
      "outside",
    ]);
  });

  test("a start known within a range is indeterminate inside it and certain from its latest instant", () => {
    const interval: Interval = { from: boundOf({ earliest: day(2), latest: day(4) }), until: OPEN_END };
    expect([1, 2, 3, 4, 9].map((ordinal) => standingAt(interval, at(ordinal)))).toEqual([
      "outside",
      "indeterminate",
      "indeterminate",
      "inside",
      "inside",
    ]);
  });

  test("an end known within a range is certain before it, indeterminate inside, and over at its latest instant", () => {
    const interval: Interval = { from: exact(0), until: boundOf({ earliest: day(2), latest: day(4) }) };
    expect([1, 2, 3, 4].map((ordinal) => standingAt(interval, at(ordinal)))).toEqual([
      "inside",
      "indeterminate",
      "indeterminate",
      "outside",
    ]);
  });

  test("a start with no latest instant never becomes certain", () => {
    const interval: Interval = { from: boundOf({ earliest: day(2) }), until: OPEN_END };
    expect(standingAt(interval, at(300))).toBe("indeterminate");
    expect(nextChange(interval, at(2))).toBeNull();
  });

  test("holds until the next change, and no longer", () => {
    const ordinal = fc.integer({ min: 0, max: 20 });
    const bound = fc
      .tuple(ordinal, ordinal)
      .map(([one, other]) =>
        boundOf({ earliest: day(Math.min(one, other)), latest: day(Math.max(one, other)) }),
      );
    fc.assert(
      fc.property(bound, fc.oneof(bound, fc.constant(OPEN_END)), ordinal, (from, until, now) => {
        const interval = { from, until };
        const change = nextChange(interval, at(now));
        for (let later = now; later <= 21; later += 1) {
          if (change !== null && at(later) >= change) break;
          expect(standingAt(interval, at(later))).toBe(standingAt(interval, at(now)));
        }
        if (change !== null) expect(standingAt(interval, change)).not.toBe(standingAt(interval, at(now)));
      }),
    );
  });
});

test("endpoints come back as they were written", () => {
  for (const endpoint of [
    day(3),
    { earliest: day(1), latest: day(2) },
    { earliest: day(1) },
    { latest: day(2) },
  ]) {
    expect(endpointOf(boundOf(endpoint))).toEqual(endpoint);
  }
  expect(endpointOf(OPEN_END)).toBeNull();
});
