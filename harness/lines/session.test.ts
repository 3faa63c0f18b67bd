import { describe, expect, it } from "vitest";
import { Session } from "./session.js";

describe("Session", () => {
  it("says that an outcome is unknown when the engine goes away over a line, and opens another for the next", async () => {
    const log: string[] = [];
    const dead = new Set<number>();
    let opened = 0;
    const session = new Session(async () => {
      const number = ++opened;
      return {
        isAlive: () => !dead.has(number),
        answer: async (line) => {
          if (line === "crash") throw new Error("the page crashed\nand a stack");
          return `${number}:${line}`;
        },
        close: async () => {
          log.push(`closed ${number}`);
        },
      };
    });
    expect(await session.answer("a")).toBe("1:a");
    expect(JSON.parse(await session.answer("crash"))).toMatchObject({
      kip: "2.0",
      status: "outcome_unknown",
      results: [],
      error: { code: "OutcomeUnknown", message: expect.stringMatching(/the page crashed$/) },
    });
    expect(await session.answer("b")).toBe("2:b");
    dead.add(2);
    expect(await session.answer("c")).toBe("3:c");
    await session.close();
    expect(log).toEqual(["closed 1", "closed 2", "closed 3"]);
  });

  it("reports at the start what stands in the way", async () => {
    const session = new Session(() => Promise.reject(new Error("no browser")));
    await expect(session.start()).rejects.toThrow("no browser");
    await session.close();
  });
});
