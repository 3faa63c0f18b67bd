import { describe, expect, it } from "vitest";
import { countPlaywright, countStage, countVitest } from "./test-counts.mjs";

describe("countVitest", () => {
  it("adds a failure for a file that could not be loaded", () => {
    const report = {
      numPassedTests: 3,
      numFailedTests: 1,
      testResults: [
        { status: "failed", assertionResults: [{}, {}, {}, {}] },
        { status: "failed", assertionResults: [] },
      ],
    };
    expect(countVitest(report)).toEqual({ passed: 3, failed: 2 });
  });
});

describe("countPlaywright", () => {
  it("counts a test that passed on a retry as passed, and an error outside tests as failed", () => {
    const report = { stats: { expected: 4, unexpected: 1, flaky: 1 }, errors: [{}] };
    expect(countPlaywright(report)).toEqual({ passed: 5, failed: 2 });
  });
});

describe("countStage", () => {
  it("takes the counts of a stage that exited well", () => {
    expect(countStage(true, () => ({ passed: 2, failed: 0 }))).toEqual({ passed: 2, failed: 0 });
  });

  it("adds a failure when a stage exited badly and named none", () => {
    expect(countStage(false, () => ({ passed: 2, failed: 0 }))).toEqual({ passed: 2, failed: 1 });
  });

  it("does not count a named failure twice", () => {
    expect(countStage(false, () => ({ passed: 2, failed: 3 }))).toEqual({ passed: 2, failed: 3 });
  });

  it("fails a stage without a report, however it exited", () => {
    const noReport = () => {
      throw new Error("no such file");
    };
    expect(countStage(true, noReport)).toEqual({ passed: 0, failed: 1 });
  });
});
