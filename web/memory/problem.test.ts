import { IDBFactory } from "fake-indexeddb";
import { describe, expect, it } from "vitest";
import { openingProblem, storageProblem } from "./problem.js";

describe("whether the browser lets the page keep anything", () => {
  it("is learned by trying, and the trial leaves nothing behind", async () => {
    const factory = new IDBFactory();
    expect(await storageProblem(factory)).toBeNull();
    expect(await factory.databases()).toEqual([]);
  });

  it("is explained when there is no IndexedDB, or opening one throws", async () => {
    expect(await storageProblem(undefined)).toMatchObject({
      advice: expect.stringContaining("ordinary window"),
    });
    const blocked = new IDBFactory();
    blocked.open = () => {
      throw new DOMException("blocked", "SecurityError");
    };
    expect(await storageProblem(blocked)).toMatchObject({ title: expect.stringContaining("keep anything") });
  });
});

describe("a memory that could not be opened", () => {
  it("says why and what to do, in the engine's words when it has some", () => {
    expect(openingProblem({ message: "no room left", hint: "Free some." })).toMatchObject({
      explanation: "no room left",
      advice: "Free some.",
    });
    expect(openingProblem(new Error(""))).toMatchObject({ explanation: "The engine did not say why." });
    expect(openingProblem("odd")).toMatchObject({ explanation: "odd" });
  });
});
