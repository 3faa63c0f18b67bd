import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { JsonValue } from "../../src/model/index.js";
import { exactDifference, missingPart } from "./compare.js";

const json = () => fc.jsonValue({ noUnicodeString: false }) as fc.Arbitrary<JsonValue>;

describe("exactDifference", () => {
  it("finds none between a value and its copy, and takes key order for nothing", () => {
    fc.assert(
      fc.property(json(), fc.boolean(), (value, ordered) => {
        expect(exactDifference(value, JSON.parse(JSON.stringify(value)), ordered)).toBeNull();
      }),
    );
    expect(exactDifference({ a: 1, b: 2 }, { b: 2, a: 1 }, true)).toBeNull();
  });

  it("compares an array at the top as a multiset unless order counts", () => {
    expect(exactDifference(["a", "b", "a"], ["a", "a", "b"], false)).toBeNull();
    expect(exactDifference(["a", "b", "a"], ["a", "a", "b"], true)).toContain("/1");
    expect(exactDifference(["a", "a", "b"], ["a", "b", "b"], false)).toBe('missing "a"; not expected "b"');
    expect(exactDifference([[1, 2]], [[2, 1]], false)).toContain("missing [1,2]");
    expect(exactDifference({ rows: [1, 2] }, { rows: [2, 1] }, false)).toContain("/rows/0");
  });

  it("is exact about types, null, absence and length", () => {
    expect(exactDifference("1", 1, true)).toContain("where");
    expect(exactDifference(null, {}, true)).toContain("where");
    expect(exactDifference([], {}, true)).toContain("where");
    expect(exactDifference({ a: null }, {}, true)).toContain("no member a");
    expect(exactDifference({}, { a: null }, true)).toContain("not expected");
    expect(exactDifference([1], [1, 2], true)).toContain("2 items where 1");
    expect(exactDifference([1, 2], [1], true)).toContain("1 items where 2");
    expect(exactDifference([], [0], false)).toContain("not expected 0");
    expect(exactDifference({ a: [{ b: 1 }] }, { a: [{ b: 2 }] }, true)).toBe(
      "/a/0/b is 2 where 1 was expected",
    );
    expect(exactDifference(0, -0, true)).toBeNull();
  });
});

describe("missingPart", () => {
  it("finds nothing missing in a value that has more", () => {
    expect(missingPart({ a: { b: 1 } }, { a: { b: 1, c: 2 }, d: 3 })).toBeNull();
    expect(missingPart([{ id: "x" }], [{ id: "y" }, { id: "x", more: true }])).toBeNull();
    expect(missingPart([], [1])).toBeNull();
    expect(missingPart([1, 1], [1])).toBeNull();
    expect(missingPart([[2]], [[1, 2]])).toBeNull();
  });

  it("finds what is missing or different", () => {
    expect(missingPart({ a: { b: 1 } }, { a: { b: 2 } })).toContain("/a/b");
    expect(missingPart({ a: null }, {})).toContain("no member a");
    expect(missingPart([{ id: "x" }], [{ id: "y" }])).toContain('matches {"id":"x"}');
    expect(missingPart([1], { 0: 1 })).toContain("where");
    expect(missingPart({ length: 1 }, [1])).toContain("where");
    expect(missingPart("a", ["a"])).toContain("where");
  });

  it("follows from sameness", () => {
    fc.assert(
      fc.property(json(), (value) => {
        expect(missingPart(value, JSON.parse(JSON.stringify(value)))).toBeNull();
      }),
    );
  });
});
