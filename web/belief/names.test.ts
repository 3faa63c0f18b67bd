import { describe, expect, it } from "vitest";
import type { Concept } from "../../src/model/index.js";
import { shown } from "../shown.js";
import { NO_MATERIAL } from "./material.js";
import { nameOf, valueInWords } from "./names.js";

const named = (name: string) => ({
  ...NO_MATERIAL,
  concepts: new Map([["C-1", { id: "C-1", key: "ann", name } as unknown as Concept]]),
});

describe("names and values in words", () => {
  it("tell a text from the Literal it looks like", () => {
    const said = ["Oslo", "1", "-1.5e7", "true", "null", "", "2 cats"];
    expect(said.map((value) => valueInWords(value, NO_MATERIAL))).toEqual([
      "Oslo",
      '"1"',
      '"-1.5e7"',
      '"true"',
      '"null"',
      '""',
      "2 cats",
    ]);
    expect([1, 1.5e-7, true, null].map((value) => valueInWords(value, NO_MATERIAL))).toEqual([
      "1",
      "1.5e-7",
      "true",
      "null",
    ]);
  });

  it("name an element by its name, else its key, else its id", () => {
    expect(nameOf("C-1", named("Ann"))).toBe("Ann");
    expect(nameOf("C-1", named(""))).toBe("ann");
    expect(nameOf("C-2", named("Ann"))).toBe("C-2");
  });

  it("are short, on one line, and never half a character", () => {
    expect(shown("x".repeat(10_000))).toBe(`${"x".repeat(120)}…`);
    const family = "👩‍👩‍👧‍👦";
    expect(shown(family.repeat(50))).toBe(`${family.repeat(Math.floor(120 / family.length))}…`);
    expect(shown("a\n\n<b>b</b>\u0000\tc")).toBe("a <b>b</b> c");
    expect(shown("\n \n")).toBe('" "');
  });

  it("cannot turn the words around them to the other direction", () => {
    expect(shown("\u202Eevil")).toBe("\u2068evil\u2069");
    expect(shown("משה")).toBe("\u2068משה\u2069");
    expect(shown("Zoë")).toBe("Zoë");
  });
});
