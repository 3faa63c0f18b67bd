import { describe, expect, it } from "vitest";
import { Patience } from "./patience.js";

const never = new Promise<never>(() => undefined);
const codeOf = (act: () => unknown) => {
  try {
    act();
    return null;
  } catch (thrown) {
    return thrown;
  }
};

describe("patience", () => {
  it("without a deadline and a signal does not end", async () => {
    const patience = new Patience();
    expect(patience.isOver).toBe(false);
    expect(codeOf(() => patience.require())).toBeNull();
    expect(await patience.upTo(Promise.resolve(1), () => 2)).toBe(1);
  });

  it("with a deadline further away than timers reach is not over at once", async () => {
    const patience = new Patience(Number.MAX_SAFE_INTEGER);
    expect(await patience.upTo(Promise.resolve(1), () => 2)).toBe(1);
    expect(patience.isOver).toBe(false);
  });

  it("ends with its deadline, and what was waited for may be told otherwise", async () => {
    const patience = new Patience(1);
    expect(await patience.upTo(never, () => "otherwise")).toBe("otherwise");
    expect(patience.isOver).toBe(true);
    expect(codeOf(() => patience.require())).toMatchObject({
      code: "ExecutionTimeout",
      details: { reason: "deadline" },
    });
  });

  it("ends when the sender cancels, also before it began to wait", async () => {
    const control = new AbortController();
    const patience = new Patience(undefined, control.signal);
    const waiting = patience.upTo(never, () => "otherwise");
    control.abort();
    expect(await waiting).toBe("otherwise");
    expect(await patience.upTo(never, () => "again")).toBe("again");
    expect(codeOf(() => patience.require())).toMatchObject({ details: { reason: "cancelled" } });
  });

  it("passes on how the work failed, and how it was otherwise", async () => {
    const control = new AbortController();
    const patience = new Patience(undefined, control.signal);
    await expect(patience.upTo(Promise.reject(new Error("work")), () => 1)).rejects.toThrow("work");
    control.abort();
    await expect(
      patience.upTo(never, () => {
        throw new Error("otherwise");
      }),
    ).rejects.toThrow("otherwise");
  });
});
