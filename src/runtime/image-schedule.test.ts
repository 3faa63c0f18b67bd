import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { ImageSchedule } from "./image-schedule.js";

const pace = { leastGrowth: 10, share: 0.5, quietMs: 100, patienceMs: 250 };

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

function schedule(size = 0) {
  const write = vi.fn(async () => {});
  return { images: new ImageSchedule(pace, () => size, write), write };
}

describe("an image", () => {
  it("is written once the log has grown enough and nothing was committed for a while", async () => {
    const { images, write } = schedule();
    images.grown(8);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(write).not.toHaveBeenCalled();
    images.grown(0);
    await vi.advanceTimersByTimeAsync(99);
    images.grown(5);
    await vi.advanceTimersByTimeAsync(99);
    expect(write).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    expect(write).toHaveBeenCalledTimes(1);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(write).toHaveBeenCalledTimes(1);
  });

  it("does not wait for ever while commits keep coming", async () => {
    const { images, write } = schedule();
    for (let at = 0; at < 250; at += 50) {
      images.grown(10);
      expect(write).not.toHaveBeenCalled();
      await vi.advanceTimersByTimeAsync(50);
    }
    expect(write).toHaveBeenCalledTimes(1);
  });

  it("of a large Space waits until the log has grown by a share of it", async () => {
    const { images, write } = schedule(100);
    images.grown(48);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(write).not.toHaveBeenCalled();
    images.grown(0);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(write).toHaveBeenCalledTimes(1);
  });

  it("that was lost is written again", async () => {
    const { images, write } = schedule(20);
    images.imageLost();
    await vi.advanceTimersByTimeAsync(1_000);
    expect(write).toHaveBeenCalledTimes(1);
  });

  it("is not written after closing, even by one that was about to", async () => {
    const { images, write } = schedule();
    images.grown(20);
    images.close();
    images.grown(20);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(write).not.toHaveBeenCalled();
  });
});
