import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { decodeObjects, ObjectEncoder } from "./object-codec.js";

const json = fc.jsonValue().map((value) => JSON.parse(JSON.stringify(value)));
const object = fc.dictionary(fc.constantFrom("id", "kind", "a", "b", "ключ"), json, {
  noNullPrototype: true,
});

function encoded(objects: readonly object[]): string {
  const encoder = new ObjectEncoder();
  for (const each of objects) encoder.add(each);
  return encoder.text();
}

describe("encoded objects", () => {
  it("come back as they were, members in order", () => {
    fc.assert(
      fc.property(fc.array(object), (objects) => {
        const decoded = decodeObjects(encoded(objects));
        expect(decoded).toEqual(objects);
        expect(JSON.stringify(decoded)).toBe(JSON.stringify(objects));
      }),
    );
  });

  it("share what is equal in them", () => {
    const [first, second] = decodeObjects(
      encoded([
        { id: "A-1", origin: { principal: "owner" } },
        { id: "A-2", origin: { principal: "owner" } },
      ]),
    );
    expect(first?.origin).toBe(second?.origin);
  });

  it("leave out members without a value", () => {
    expect(decodeObjects(encoded([{ id: "A-1", name: undefined }]))).toEqual([{ id: "A-1" }]);
  });

  it("are refused when anything of them is missing", () => {
    const text = encoded([{ id: "A-1" }, { id: "A-2" }]);
    expect(() => decodeObjects(text.slice(0, -4))).toThrow(SyntaxError);
    expect(() => decodeObjects(text.replace('"A-2"', ""))).toThrow();
    expect(() => decodeObjects(text.replace(/,\d+\]\}$/, "]}"))).toThrow(RangeError);
  });
});
