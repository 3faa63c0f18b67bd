import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { LineageGraph } from "./lineage-graph.js";

const graph = (steps: readonly (readonly [string, string])[], defined: readonly string[] = []) =>
  new LineageGraph(
    steps.map(([from, to]) => ({ from, to })),
    (lineage) => defined.includes(lineage),
  );

describe("Lineages that continue one another", () => {
  it("are one symbol, under the last of them", () => {
    const chain = graph([
      ["a", "b"],
      ["b", "c"],
      ["x", "c"],
    ]);
    for (const lineage of ["a", "b", "c", "x"]) {
      expect(chain.canonical(lineage)).toBe("c");
      expect(chain.equivalents(lineage)).toEqual(["c", "a", "b", "x"]);
    }
    expect(chain.equivalents("other")).toEqual(["other"]);
  });

  it("follow the later of two declarations about one lineage", () => {
    const redirected = graph([
      ["a", "b"],
      ["a", "c"],
    ]);
    expect(redirected.equivalents("a")).toEqual(["c", "a"]);
    expect(redirected.equivalents("b")).toEqual(["b"]);
  });

  it("are one symbol too when a later version took the old name up again: the one still defined stands for all", () => {
    const steps = [
      ["a", "b"],
      ["b", "a"],
      ["old", "a"],
    ] as const;
    for (const lineage of ["a", "b", "old"]) {
      expect(graph(steps, ["a"]).equivalents(lineage)).toEqual(["a", "b", "old"]);
      expect(graph(steps, ["b"]).equivalents(lineage)).toEqual(["b", "a", "old"]);
    }
  });

  it("form classes: whatever is declared, every member of a class names the same class", () => {
    const name = fc.constantFrom("a", "b", "c", "d", "e", "f");
    fc.assert(
      fc.property(fc.array(fc.tuple(name, name)), fc.subarray(["a", "b", "c"]), (steps, defined) => {
        const any = graph(steps, defined);
        for (const lineage of ["a", "b", "c", "d", "e", "f"]) {
          const members = any.equivalents(lineage);
          expect(members).toContain(lineage);
          expect(members[0]).toBe(any.canonical(lineage));
          expect(any.canonical(any.canonical(lineage))).toBe(any.canonical(lineage));
          for (const member of members) expect(any.equivalents(member)).toEqual(members);
        }
      }),
    );
  });
});
