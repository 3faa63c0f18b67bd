import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { projectRoot } from "../paths.js";
import { correctFixture, FIXTURE_CORRECTIONS, type FixtureCorrection } from "./fixture-corrections.js";
import { correctionsText } from "./report.js";

const correction: FixtureCorrection = { fixture: "a", before: "09:00Z", after: "09:00.000Z", reason: "r" };

describe("correctFixture", () => {
  it("replaces the text wherever it occurs, and says what it did", () => {
    expect(correctFixture("a", "x 09:00Z y 09:00Z", [correction])).toEqual({
      text: "x 09:00.000Z y 09:00.000Z",
      applied: [correction],
    });
  });

  it("leaves other fixtures alone", () => {
    expect(correctFixture("b", "x 09:00Z", [correction])).toEqual({ text: "x 09:00Z", applied: [] });
  });

  it("has nothing to do where the file already reads as corrected", () => {
    expect(correctFixture("a", "x 09:00.000Z", [correction])).toEqual({ text: "x 09:00.000Z", applied: [] });
  });

  it("fails when the file has neither text, so that a stale correction is noticed", () => {
    expect(() => correctFixture("a", "x 10:00Z", [correction])).toThrow(/out of date/);
  });
});

describe("a report", () => {
  it("announces every correction with its reason, and nothing without one", () => {
    expect(correctionsText([correction])).toBe(
      '1 correction applied:\n      a: "09:00Z" → "09:00.000Z", because r\n',
    );
    expect(correctionsText([])).toBe("");
  });
});

const shared = join(projectRoot, "../shared/conformance/engine-suite");

describe.skipIf(!existsSync(shared))("the listed corrections", () => {
  if (!existsSync(shared)) console.log("skipped: no ../shared");

  it("each concern a fixture that is there, and fit it", () => {
    for (const { fixture } of FIXTURE_CORRECTIONS) {
      const file = join(shared, `${fixture}.json`);
      expect(existsSync(file)).toBe(true);
      expect(() => correctFixture(fixture, readFileSync(file, "utf8"))).not.toThrow();
    }
  });
});
