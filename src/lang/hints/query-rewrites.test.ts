import { describe, expect, it } from "vitest";
import { parse } from "../parse.js";
import { refused } from "../verdict.fixture.js";
import { QUERY_MISTAKES } from "./query-mistakes.fixture.js";

describe("the hint about a wrong query", () => {
  it.each(QUERY_MISTAKES)("%s", (wrong, applied) => {
    const { hint, code } = refused(wrong);
    expect(code).toBe("InvalidSyntax");
    expect(hint).toContain(/«([^»]*)»/.exec(applied)?.[1]);
    expect(parse(applied.replace(/[«»]/g, "")).diagnostics).toEqual([]);
  });

  it("never names a token to write before one that cannot be meant", () => {
    for (const [wrong] of QUERY_MISTAKES)
      expect(refused(wrong).hint).not.toMatch(/^Write [,:)(] before [^"\w:?]/);
  });
});
