import { describe, expect, it } from "vitest";
import { diagnose } from "./diagnose.js";

describe("what is wrong while typing", () => {
  it("is nothing in an empty or a sound text", () => {
    expect(diagnose(" \n")).toEqual([]);
    expect(diagnose("DESCRIBE PRIMER")).toEqual([]);
  });

  it("has a place that can be marked, a code and advice", () => {
    const text = 'FIND(?x) WHERE { ?x CONCEPT {type "Person"} }';
    const [first] = diagnose(text);
    expect(first).toMatchObject({ severity: "error", source: "InvalidSyntax" });
    expect(text.slice(first?.from, first?.to)).not.toBe("");
    expect(first?.message.length).toBeGreaterThan(10);
  });

  it("marks the end of a text that stops too early", () => {
    const [first] = diagnose("FIND(?x");
    expect(first).toMatchObject({ from: 6, to: 7 });
  });
});
