import { describe, expect, it } from "vitest";
import { placeOf, rangeOfError } from "./error-range.js";

const command = "FIND(?x)\nWHER { }";

describe("where an error is", () => {
  it("takes offsets as they are", () => {
    expect(rangeOfError({ from: 9, to: 13 }, command)).toEqual({ from: 9, to: 13 });
  });

  it("finds a line and a column", () => {
    expect(rangeOfError({ line: 2, column: 1 }, command)).toEqual({ from: 9, to: 13 });
  });

  it("marks the last character for an error at the end of the text", () => {
    expect(rangeOfError({ from: command.length, to: command.length }, command)).toEqual({
      from: command.length - 1,
      to: command.length,
    });
    expect(rangeOfError({ from: 0, to: 0 }, "")).toEqual({ from: 0, to: 0 });
  });

  it("takes a position as the word that begins there", () => {
    expect(rangeOfError({ position: 6 }, "FIND(:nobody)")).toEqual({ from: 6, to: 12 });
    expect(rangeOfError({ position: 5 }, "FIND(:nobody)")).toEqual({ from: 5, to: 12 });
    expect(rangeOfError({ position: 4 }, "FIND(:nobody)")).toEqual({ from: 4, to: 5 });
  });

  it("finds a symbol where it is quoted once, and does not guess between two", () => {
    expect(rangeOfError({ symbol: "Boat" }, '{type: "Boat"}')).toEqual({ from: 7, to: 13 });
    expect(rangeOfError({ symbol: "Boat" }, '{type: "Boat", name: "Boat"}')).toBeNull();
    expect(rangeOfError({ symbol: "Boat" }, "{type: :t}")).toBeNull();
  });

  it("counts lines and columns from one", () => {
    expect(placeOf(9, command)).toEqual({ line: 2, column: 1 });
    expect(placeOf(0, command)).toEqual({ line: 1, column: 1 });
  });

  it("knows no place when the error names none, or one outside the text", () => {
    expect(rangeOfError({ field: "name" }, command)).toBeNull();
    expect(rangeOfError({ line: 9, column: 1 }, command)).toBeNull();
    expect(rangeOfError({ from: 99 }, command)).toBeNull();
  });
});
