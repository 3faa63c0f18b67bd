import { describe, expect, it } from "vitest";
import { atMost, goalLine } from "./goals.js";
import { sectionText, summary } from "./report.js";
import { compare, rowOf } from "./rows.js";

const commit = compare("ASSERT commit", [18, 6, 12], "bare Dexie transaction", [6, 2, 4]);
const section = {
  name: "assert-commit",
  rows: [...commit.rows, rowOf("heap", "bytes", [700])],
  goals: [atMost("ASSERT commit, p50", commit.ratio.p50, 2, "×")],
  notes: ["a record is about 1234 bytes"],
};

describe("a comparison", () => {
  it("divides the quantiles of the engine by those of what it stands on", () => {
    expect(commit.ratio).toEqual({ p50: 3, p95: 3 });
    expect(commit.rows[0]).toEqual({ name: "ASSERT commit", unit: "ms", p50: 12, p95: 18 });
  });
});

describe("a goal", () => {
  it("says by how much it was missed, in its unit", () => {
    expect(goalLine(atMost("a commit", 1.5, 2, "×"))).toBe("goal ≤ 2.00×: met (a commit: 1.50×)");
    expect(goalLine(atMost("a key", 20, 16, "ms"))).toBe(
      "goal ≤ 16.000 ms: missed by 4.000 ms (a key: 20.000 ms)",
    );
  });

  it("is not met by what was not measured", () => {
    expect(atMost("nothing", Number.NaN, 2, "×").met).toBe(false);
  });
});

describe("the text of a section", () => {
  it("has a row each, the notes and the goals", () => {
    const lines = sectionText(section).split("\n");
    expect(lines[1]).toMatch(/^ {2}ASSERT commit +12\.000 ms +18\.000 ms$/);
    expect(lines[3]).toMatch(/÷ bare Dexie transaction +3\.00× +3\.00×$/);
    expect(lines.slice(5)).toEqual([
      "  a record is about 1234 bytes",
      "  goal ≤ 2.00×: missed by 1.00× (ASSERT commit, p50: 3.00×)",
    ]);
  });

  it("is the reason of a section that failed", () => {
    expect(sectionText({ name: "x", failed: "no such page" })).toBe("x\n  failed: no such page");
  });
});

it("the summary counts goals and failures, and says when the data were small", () => {
  const report = { rounds: 3, scale: 1, sections: [section, { name: "x", failed: "why" }] };
  expect(summary(report)).toBe("0 of 1 goals met; 1 sections failed; 3 rounds, interleaved");
  expect(summary({ ...report, scale: 0.1 })).toMatch(/data sets at 0\.1 of their size/);
});
