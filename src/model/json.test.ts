import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { canonicalJson, digestOf, isJsonObject, sameJson } from "./json.js";

const json = fc.jsonValue({ maxDepth: 3, noUnicodeString: false });

/** The same data with the members of every object in another order. */
function reversed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(reversed);
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([key, item]) => [key, reversed(item)]),
  );
}

describe("canonical JSON", () => {
  it("does not depend on the order of members, and neither does the digest", () => {
    fc.assert(
      fc.property(json, (value) => {
        expect(canonicalJson(reversed(value))).toBe(canonicalJson(value));
        expect(digestOf(reversed(value))).toBe(digestOf(value));
      }),
    );
  });

  it("reads back as the same data", () => {
    fc.assert(fc.property(json, (value) => sameJson(JSON.parse(canonicalJson(value)), value)));
  });

  it("gives the digest the standard's own example has", () => {
    // SHA-256 of the two characters `{}`.
    expect(digestOf({})).toBe("sha256:44136fa355b3678a1146ad16f7e8649e94fb4fc21fe77e8310c060f61caaff8a");
  });
});

describe("sameness of data", () => {
  it("agrees with equality of canonical forms", () => {
    fc.assert(
      fc.property(json, json, (left, right) => {
        expect(sameJson(left, right)).toBe(canonicalJson(left) === canonicalJson(right));
      }),
    );
  });

  it("sees the order of arrays and not the order of members", () => {
    expect(sameJson({ a: 1, b: [1, 2] }, { b: [1, 2], a: 1 })).toBe(true);
    expect(sameJson([1, 2], [2, 1])).toBe(false);
  });

  it("does not take an inherited member for an own one", () => {
    expect(sameJson({ constructor: 1 }, {})).toBe(false);
    expect(sameJson(JSON.parse('{"__proto__": 1}'), { a: 1 })).toBe(false);
  });
});
