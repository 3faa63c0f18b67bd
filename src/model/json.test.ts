import canonicalize from "canonicalize";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { canonicalJson } from "./canonical-json.js";
import { digestOf, digestOfText, isJsonObject, SharedBeginning, sameJson } from "./json.js";

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

/** Names that an object cannot hold in any order, that cannot be assigned, or that only look like such. */
const name = fc.oneof(
  fc.string({ unit: "binary" }),
  fc.constantFrom("10", "9", "1a", "__proto__", "toString"),
);
const anything = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    fc.oneof(fc.string({ unit: "binary" }), fc.double(), fc.boolean(), fc.constantFrom(null, undefined, -0)),
    fc.array(tie("value"), { maxLength: 4 }),
    fc.array(fc.tuple(name, tie("value")), { maxLength: 5 }).map((members) => Object.fromEntries(members)),
  ),
})).value;

function outcomeOf(write: () => unknown): unknown {
  try {
    return write();
  } catch (thrown) {
    return String(thrown);
  }
}

describe("canonical JSON", () => {
  it("is what the library writes and refuses, whatever it is given", () => {
    fc.assert(
      fc.property(anything, (value) => {
        fc.pre(value !== undefined);
        expect(outcomeOf(() => canonicalJson(value))).toBe(outcomeOf(() => canonicalize(value)));
      }),
      { numRuns: 500 },
    );
  });

  it("asks a value that writes itself", () => {
    expect(canonicalJson({ at: new Date(0) })).toBe('{"at":"1970-01-01T00:00:00.000Z"}');
  });

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

describe("texts with a shared beginning", () => {
  it("have the digests of the whole", () => {
    fc.assert(
      fc.property(fc.array(json, { minLength: 1 }), json, (beginning, end) => {
        const text = JSON.stringify(beginning);
        const shared = new SharedBeginning(text);
        for (const rest of ["", JSON.stringify(end)]) {
          expect(shared.digestWith(rest)).toBe(digestOfText(text + rest));
        }
      }),
    );
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
