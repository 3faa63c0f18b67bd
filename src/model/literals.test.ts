import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { canonicalLiteral, isPortableNumber, literalKey, requirePortableJson } from "./literals.js";

const scalar = fc.oneof(
  fc.string({ unit: "grapheme" }),
  fc.double({ noNaN: true, noDefaultInfinity: true }).filter(isPortableNumber),
  fc.boolean(),
  fc.constant(null),
);

describe("a Literal", () => {
  it("keeps its canonical form when canonicalized again", () => {
    fc.assert(
      fc.property(scalar, (value) => {
        const once = canonicalLiteral(value);
        expect(canonicalLiteral(once)).toEqual(once);
      }),
    );
  });

  it("is the same Literal exactly when value and datatype are the same", () => {
    fc.assert(
      fc.property(scalar, scalar, (left, right) => {
        const [one, other] = [canonicalLiteral(left), canonicalLiteral(right)];
        expect(literalKey(one) === literalKey(other)).toBe(one === other);
      }),
    );
  });

  it("does not mix types: the text true, the boolean and one are three", () => {
    expect(new Set(["true", true, 1, "1", null, "null", ""].map(literalKey)).size).toBe(7);
  });

  it("is composed text: both spellings of é are one", () => {
    expect(canonicalLiteral("e\u0301")).toBe("\u00e9");
  });

  it("knows one zero", () => {
    expect(Object.is(canonicalLiteral(-0), 0)).toBe(true);
  });

  it.each([2 ** 53, -(2 ** 53), Number.POSITIVE_INFINITY, Number.NaN, 1e300])(
    "refuses the number %d, which other machines could not hold exactly",
    (value) => {
      expect(() => canonicalLiteral(value)).toThrowError(
        expect.objectContaining({ code: "ConstraintViolation" }),
      );
    },
  );

  it("refuses half a character", () => {
    expect(() => canonicalLiteral("\ud800")).toThrowError(
      expect.objectContaining({ code: "ConstraintViolation" }),
    );
  });
});

describe("a bound value", () => {
  it("may be any portable JSON", () => {
    requirePortableJson({ list: [1, "a", null, { deep: true }] }, ":value");
  });

  it("fails where it is not portable, and says where", () => {
    expect(() => requirePortableJson({ list: [1, 2 ** 60] }, ":value")).toThrowError(
      expect.objectContaining({ message: expect.stringContaining(":value.list[1]") }),
    );
  });

  it("is not nested without end", () => {
    let value: unknown = 0;
    for (let depth = 0; depth < 10_000; depth += 1) value = [value];
    expect(() => requirePortableJson(value, ":value")).toThrowError(
      expect.objectContaining({ code: "ResourceExhausted" }),
    );
  });

  it.each([
    undefined,
    () => 1,
    1n,
    Symbol("s"),
    new Map([[1, 2]]),
    new Date(),
    /x/,
    new Error("x"),
    new Uint8Array(2),
    // biome-ignore lint/suspicious/noSparseArray: a hole is what the test is about
    [1, , 2],
  ])("is JSON and nothing else", (value) => {
    expect(() => requirePortableJson(value, ":value")).toThrowError(
      expect.objectContaining({ code: "TypeMismatch" }),
    );
  });
});
