import { describe, expect, it, vi } from "vitest";
import { PatternJudge } from "./pattern-judge.js";

const OPEN = { message: "open", hint: "close" };

describe("asking about patterns", () => {
  it("takes an answer that is there at once", () => {
    const ask = vi.fn((pattern: string) => (pattern === "(" ? OPEN : null));
    const patterns = new PatternJudge(ask);
    expect([patterns.judge("("), patterns.judge("a"), patterns.judge("(")]).toEqual([OPEN, null, OPEN]);
    expect(patterns.isWaiting).toBe(false);
    expect(ask).toHaveBeenCalledTimes(2);
  });

  it("says nothing until a later answer is there, and asks once", async () => {
    const ask = vi.fn(async () => OPEN);
    const patterns = new PatternJudge(ask);
    expect([patterns.judge("("), patterns.judge("(")]).toEqual([null, null]);
    expect(patterns.isWaiting).toBe(true);
    await patterns.settled();
    expect([patterns.isWaiting, patterns.judge("(")]).toEqual([false, OPEN]);
    expect(ask).toHaveBeenCalledTimes(1);
  });

  it("asks again what could not be answered", async () => {
    const ask = vi.fn(async () => OPEN).mockRejectedValueOnce(new Error("the memory is closed"));
    const patterns = new PatternJudge(ask);
    patterns.judge("(");
    await patterns.settled();
    patterns.judge("(");
    await patterns.settled();
    expect(patterns.judge("(")).toEqual(OPEN);
  });
});
