import { describe, expect, it } from "vitest";
import { valueAt } from "./json-pointer.js";

describe("valueAt", () => {
  const document = { rows: [["a", { "x/y": 1, "~": 2, "": 3 }], null] };

  it("follows members and indexes, and undoes the escapes", () => {
    expect(valueAt(document, "")).toBe(document);
    expect(valueAt(document, "/rows/0/0")).toBe("a");
    expect(valueAt(document, "/rows/0/1/x~1y")).toBe(1);
    expect(valueAt(document, "/rows/0/1/~0")).toBe(2);
    expect(valueAt(document, "/rows/0/1/")).toBe(3);
    expect(valueAt(document, "/rows/1")).toBeNull();
    expect(valueAt({ "~1": 1 }, "/~01")).toBe(1);
  });

  it("says which step leads nowhere", () => {
    expect(() => valueAt(document, "/rows/2")).toThrow("/rows has no 2");
    expect(() => valueAt(document, "/rows/01")).toThrow("no 01");
    expect(() => valueAt(document, "/rows/length")).toThrow("no length");
    expect(() => valueAt(document, "/rows/1/x")).toThrow("no x");
    expect(() => valueAt(null, "/toString")).toThrow("the result has no toString");
    expect(() => valueAt(document, "rows")).toThrow("must start with /");
  });
});
