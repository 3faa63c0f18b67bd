import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isTimestamp, readTimestamp, timestampAt } from "./timestamps.js";

describe("a timestamp", () => {
  it("has the canonical form of every instant a clock can show", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 253_402_300_799_999 }), (instant) => {
        expect(isTimestamp(timestampAt(instant))).toBe(true);
      }),
    );
  });

  it("compares as text in the order of the instants", () => {
    const instant = fc.integer({ min: 0, max: 253_402_300_799_999 });
    fc.assert(
      fc.property(instant, instant, (left, right) => {
        expect(timestampAt(left) < timestampAt(right)).toBe(left < right);
      }),
    );
  });

  it("cuts off what is finer than a millisecond", () => {
    expect(timestampAt(1.999)).toBe("1970-01-01T00:00:00.001Z");
  });

  it.each([
    "2026-08-14T03:00:00Z",
    "2026-08-14T03:00:00.12Z",
    "2026-08-14T03:00:00.1234Z",
    "2026-08-14T03:00:00.123+00:00",
    "2026-08-14t03:00:00.123z",
    "2026-02-30T03:00:00.000Z",
    "2025-02-29T00:00:00.000Z",
    "2026-08-14T24:00:00.000Z",
    "2026-08-14T23:59:60.000Z",
    "+010000-01-01T00:00:00.000Z",
    " 2026-08-14T03:00:00.000Z",
    "",
  ])("is not %j: the form is refused, never repaired", (text) => {
    expect(() => readTimestamp(text, "asserted_at")).toThrowError(
      expect.objectContaining({ code: "ConstraintViolation" }),
    );
  });

  it("accepts a leap day that exists", () => {
    expect(readTimestamp("2028-02-29T00:00:00.000Z", "from")).toBe("2028-02-29T00:00:00.000Z");
  });

  it.each([1786676400000, null, true, {}])("is a string: %j is a type error", (value) => {
    expect(() => readTimestamp(value, "FOR TIME")).toThrowError(
      expect.objectContaining({ code: "TypeMismatch" }),
    );
  });

  it("is suggested in the hint when the caller's text names an instant", () => {
    expect(() => readTimestamp("2026-08-14T03:00:00Z", "at")).toThrowError(
      expect.objectContaining({ hint: expect.stringContaining("2026-08-14T03:00:00.000Z") }),
    );
  });
});
