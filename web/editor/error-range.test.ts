import { describe, expect, it } from "vitest";
import { rangeOfError } from "./error-range.js";

const command = "FIND(?x)\nWHER { }";

describe("where an error is", () => {
  it("takes offsets as they are", () => {
    expect(rangeOfError({ from: 9, to: 13 }, command)).toEqual({ from: 9, to: 13 });
  });

  it("finds a line and a column", () => {
    expect(rangeOfError({ line: 2, column: 1 }, command)).toEqual({ from: 9, to: 10 });
  });

  it("marks the last character for an error at the end of the text", () => {
    expect(rangeOfError({ from: command.length, to: command.length }, command)).toEqual({
      from: command.length - 1,
      to: command.length,
    });
    expect(rangeOfError({ from: 0, to: 0 }, "")).toEqual({ from: 0, to: 0 });
  });

  it("knows no place when the error names none, or one outside the text", () => {
    expect(rangeOfError({ field: "name" }, command)).toBeNull();
    expect(rangeOfError({ line: 9, column: 1 }, command)).toBeNull();
    expect(rangeOfError({ from: 99 }, command)).toBeNull();
  });
});
