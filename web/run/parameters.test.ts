import { describe, expect, it } from "vitest";
import { parametersText, parseParameters } from "./parameters.js";

describe("the parameters pane", () => {
  it("reads an object, and an empty pane as an empty one", () => {
    expect(parseParameters('{"old": "A-1"}')).toEqual({ ok: true, value: { old: "A-1" } });
    expect(parseParameters("  \n")).toEqual({ ok: true, value: {} });
  });

  it.each([
    ['{"old": ', /^Not JSON/],
    ["[1]", /one JSON object/],
    ["null", /one JSON object/],
    ['{"my name": 1}', /"my name" cannot be a parameter/],
  ])("refuses %s and says why", (text, problem) => {
    expect(parseParameters(text)).toEqual({ ok: false, problem: expect.stringMatching(problem) });
  });

  it("shows what it was given", () => {
    expect(parametersText({})).toBe("");
    expect(parametersText({ old: "A-1" })).toBe('{\n  "old": "A-1"\n}');
  });
});
