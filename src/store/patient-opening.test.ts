import { describe, expect, it } from "vitest";
import { kipError } from "../model/index.js";
import { openPatiently } from "./patient-opening.js";

const unknown = () =>
  Object.assign(new Error("Internal error opening backing store"), { name: "UnknownError" });

/** Attempts that fail in turn with the errors given, and then succeed; and what was waited for meanwhile. */
function scene(errors: readonly Error[]) {
  const waits: number[] = [];
  let attempts = 0;
  const opening = openPatiently(
    async () => {
      const error = errors[attempts];
      attempts += 1;
      if (error) throw error;
      return "open";
    },
    async (ms) => {
      waits.push(ms);
    },
  );
  return { opening, waits, attempts: () => attempts };
}

describe("opening the storage of a browser that may still be letting go of it", () => {
  it("is tried again after a while that grows", async () => {
    const { opening, waits } = scene([unknown(), unknown()]);
    expect(await opening).toBe("open");
    expect(waits).toEqual([50, 100]);
  });

  it("sees through the errors that wrap the browser's", async () => {
    const wrapped = Object.assign(new Error("open failed"), { name: "OpenFailedError", inner: unknown() });
    const { opening, attempts } = scene([wrapped, kipError("InternalError", "storage", { cause: wrapped })]);
    expect(await opening).toBe("open");
    expect(attempts()).toBe(3);
  });

  it("ends with the browser's error when it stays", async () => {
    const { opening, waits, attempts } = scene(Array.from({ length: 20 }, unknown));
    await expect(opening).rejects.toMatchObject({ name: "UnknownError" });
    expect(attempts()).toBe(waits.length + 1);
    expect(waits.reduce((sum, ms) => sum + ms)).toBeLessThan(5_000);
  });

  it("is not tried again for an error that says what is wrong", async () => {
    const full = Object.assign(new Error("full"), { name: "QuotaExceededError" });
    const { opening, attempts } = scene([full]);
    await expect(opening).rejects.toBe(full);
    expect(attempts()).toBe(1);
  });
});
