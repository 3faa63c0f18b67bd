import { describe, expect, it } from "vitest";
import { tokensBefore } from "./tokens-at.js";

const textsBefore = (text: string, offset: number, count = 9) =>
  tokensBefore(text, offset, count).map((token) => token.text);

describe("the tokens before an offset", () => {
  const text = '\n\r\n// one "two\nFIND ( "a // b" ) // :c\r ?x . y';

  it("are those of any line before it, nearest first", () => {
    expect(textsBefore(text, text.length)).toEqual(["y", ".", "?x", ")", '"a // b"', "(", "FIND"]);
    expect(textsBefore(text, text.length, 4)).toEqual(["y", ".", "?x", ")"]);
  });

  it("leave out a token that begins at the offset, and have one that it divides", () => {
    const at = text.indexOf("?x");
    expect(textsBefore(text, at, 1)).toEqual([")"]);
    expect(textsBefore(text, at + 1, 1)).toEqual(["?x"]);
  });

  it("are none at the start, and none in white space", () => {
    expect(textsBefore(text, 0)).toEqual([]);
    expect(textsBefore(text, 3)).toEqual([]);
  });
});
