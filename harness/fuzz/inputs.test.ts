import { describe, expect, it } from "vitest";
import { nextInput, programsIn, SeededRandom } from "./inputs.js";

const programs = ["FIND(?x) WHERE { ?x {} }", "MUTATE { }"] as const;
const inputs = (seed: number, count: number) => {
  const random = new SeededRandom(seed);
  return Array.from({ length: count }, () => nextInput(random, [...programs]));
};

describe("fuzz inputs", () => {
  it("are the same for the same seed, and others for another", () => {
    expect(inputs(7, 200)).toEqual(inputs(7, 200));
    expect(inputs(7, 200)).not.toEqual(inputs(8, 200));
  });

  it("vary: most are neither a program nor alike", () => {
    expect(new Set(inputs(1, 500)).size).toBeGreaterThan(400);
  });

  it("stay small, so that a run is many inputs and not a few long ones", () => {
    expect(Math.max(...inputs(3, 2000).map(({ length }) => length))).toBeLessThan(1000);
  });
});

describe("the programs of a grammar test file", () => {
  it("stand between their titles and their trees", () => {
    expect(programsIn("# One\n\nFIND(?x)\n\n==>\n\nTree(A)\n\n# Two\nMUTATE {}\n==>\nTree(B)\n")).toEqual([
      "FIND(?x)",
      "MUTATE {}",
    ]);
  });
});
