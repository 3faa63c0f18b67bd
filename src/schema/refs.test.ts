import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  exactRef,
  isPackageId,
  lineageOf,
  localNameOf,
  packageRef,
  parseExactRef,
  parseLineage,
  parsePackageRef,
} from "./refs.js";

const segment = fc.stringMatching(/^[a-z0-9][a-z0-9-]{0,8}$/);
const packageId = fc
  .array(segment, { minLength: 1, maxLength: 3 })
  .map((segments) => `kip://${segments.join("/")}`);
const version = fc.stringMatching(/^[0-9]\.[0-9]{1,2}\.[0-9](-[a-z]{1,4})?$/);
const symbol = fc.stringMatching(/^[A-Za-z_][A-Za-z0-9_]{0,12}$/);

describe("Schema references", () => {
  it("come apart into what they were made of", () => {
    fc.assert(
      fc.property(packageId, version, symbol, (id, exact, name) => {
        expect(parseExactRef(exactRef(id, exact, name))).toEqual({ packageId: id, version: exact, name });
        expect(parsePackageRef(packageRef(id, exact))).toEqual({ packageId: id, version: exact });
      }),
    );
  });

  it("of all versions of a symbol have one lineage, which is its own lineage", () => {
    fc.assert(
      fc.property(packageId, version, version, symbol, (id, first, second, name) => {
        const lineage = lineageOf(exactRef(id, first, name));
        expect(lineage).toBe(lineageOf(exactRef(id, second, name)));
        expect(lineageOf(lineage)).toBe(lineage);
        expect(parseLineage(lineage)).toEqual({ packageId: id, name });
        expect(localNameOf(lineage)).toBe(name);
      }),
    );
  });

  it("leave other texts as they are", () => {
    for (const text of ["evidence", "someone@example.org", "https://a@b/c", ""]) {
      expect(lineageOf(text)).toBe(text);
      expect(localNameOf(text)).toBe(text);
      expect(parseExactRef(text)).toBeNull();
    }
  });

  it("take lower-case paths and exact versions only", () => {
    expect(isPackageId("kip://ldclabs/organization")).toBe(true);
    for (const text of ["kip://", "kip://A", "kip://a//b", "kip://a/", "kip://a@1.0.0", "http://a"]) {
      expect(isPackageId(text)).toBe(false);
    }
    for (const text of [
      "kip://a@/X",
      "kip://a@1.0.0/",
      "kip://a@1.0.0/x-y",
      "kip://a@^1/X",
      "kip://a@1.0.0/X/Y",
    ]) {
      expect(parseExactRef(text)).toBeNull();
    }
  });
});
