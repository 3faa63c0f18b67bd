import { describe, expect, it } from "vitest";
import type { RoundSample } from "./samples.js";
import { benchReport, benchText, quantile } from "./statistics.js";

describe("quantile", () => {
  it("is the nearest rank, whatever the order", () => {
    const samples = [5, 1, 4, 2, 3];
    expect([0.2, 0.5, 0.95, 1].map((share) => quantile(samples, share))).toEqual([1, 3, 5, 5]);
    expect(quantile([7], 0.5)).toBe(7);
    expect(quantile([], 0.5)).toBeNaN();
    expect(samples).toEqual([5, 1, 4, 2, 3]);
  });
});

describe("benchReport", () => {
  const round = (factor: number): RoundSample => ({
    commitMs: 6 * factor,
    bareTransactionMs: 2 * factor,
    beliefMs: factor,
    bareGetMs: 2 * factor,
  });
  const samples = {
    rounds: [3, 1, 2].map(round),
    recordBytes: 1234,
    fineClock: true,
    parse: { commandsPerTurn: 10, bytesPerTurn: 500_000, turnsMs: [900, 100, 90] },
  };

  it("divides the quantiles of the engine by those of what it stands on", () => {
    const report = benchReport(samples);
    expect(report.comparisons.map(({ name, ratio }) => [name, ratio])).toEqual([
      ["ASSERT commit", { p50: 3, p95: 3 }],
      ["point BELIEF", { p50: 0.5, p95: 0.5 }],
    ]);
    expect(report.comparisons[0]?.engineMs).toEqual({ p50: 12, p95: 18 });
    expect(report.parse).toEqual({ commandsPerSecond: 100, megabytesPerSecond: 5 });
  });

  it("prints a ratio under each pair", () => {
    const text = benchText(benchReport(samples));
    expect(text).toMatch(
      /ASSERT commit +12\.000 ms +18\.000 ms\nbare Dexie transaction +4\.000 ms .*\n +ratio +3\.00 ×/,
    );
    expect(text).toContain("100 commands/s, 5.00 MB/s");
    expect(text).toContain("3 rounds");
  });
});
