import { expect, test } from "@playwright/test";
import { runToEnd } from "./command-process.js";

test.setTimeout(300_000);

// What it measures is for a person to read: a test of how fast something was would fail on a busy machine.
test("a section measures the engine beside what it stands on", async () => {
  const only = ["assert-commit", "point-belief", "parse-command"];
  const ended = await runToEnd("bench", [
    "--rounds",
    "3",
    "--scale",
    "0.01",
    "--json",
    "--only",
    only.join(","),
  ]);
  expect(ended.code, ended.stderr).toBe(0);
  const report = JSON.parse(ended.stdout);
  expect(report).toMatchObject({ rounds: 3, scale: 0.01 });
  expect(report.sections.map(({ name }: { name: string }) => name)).toEqual(only);
  for (const { name, rows } of report.sections) {
    expect(rows.length, name).toBeGreaterThan(0);
    for (const row of rows) expect(row.p50, `${name}: ${row.name}`).toBeGreaterThan(0);
  }
});

test("only the sections that are asked for are measured, and a stranger is named", async () => {
  const ended = await runToEnd("bench", ["--rounds", "1", "--only", "point-belief"]);
  expect(ended.code, ended.stderr).toBe(0);
  expect(ended.stdout).toMatch(/^point-belief/);
  expect(ended.stdout).not.toContain("assert-commit");
  const refused = await runToEnd("bench", ["--only", "point-beleif"]);
  expect(refused.code).toBe(2);
  expect(refused.stderr).toMatch(/assert-commit, .*point-belief/);
});
