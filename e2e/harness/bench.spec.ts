import { expect, test } from "@playwright/test";
import { runToEnd } from "./command-process.js";

test.setTimeout(300_000);

// What it measures is for a person to read: a test of how fast something was would fail on a busy machine.
test("reports the engine beside what it stands on", async () => {
  const ended = await runToEnd("bench", ["--rounds", "3", "--json"]);
  expect(ended.code, ended.stderr).toBe(0);
  const report = JSON.parse(ended.stdout);
  expect(report).toMatchObject({ rounds: 3, clock: "fine" });
  expect(report.comparisons.map(({ name }: { name: string }) => name)).toEqual([
    "ASSERT commit",
    "point BELIEF",
  ]);
  for (const { ratio, engineMs, bareMs } of report.comparisons) {
    for (const value of [ratio.p50, ratio.p95, engineMs.p50, bareMs.p50]) expect(value).toBeGreaterThan(0);
  }
  expect(report.recordBytes).toBeGreaterThan(500);
});
